import Console

extension Korean {
  static let tables = [console, help, answers, errors, serve]
}
