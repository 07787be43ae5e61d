extension Optional {
  /// Returns the value, and throws an error where there is none.
  func orThrow<Failure: Error>(_ error: @autoclosure () -> Failure) throws(Failure) -> Wrapped {
    guard let self else { throw error() }
    return self
  }
}
