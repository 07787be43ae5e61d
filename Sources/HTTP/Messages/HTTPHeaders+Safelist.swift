extension HTTPHeaders.Field {
  /// Whether any server may be told it and any kept answer may be for it: it holds no secret, and asks for no part.
  var isSafelisted: Bool { Self.harmless.contains(where: name.equalsIgnoringCase) }

  private static let harmless = ["Accept", "Accept-Language", "Cache-Control", "User-Agent"]
}
