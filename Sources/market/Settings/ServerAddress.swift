import Console
import Foundation

/// The address of a market at the other end of a connection.
enum ServerAddress {
  /// What is wrong with an address, as a clause; nil when nothing is.
  static func problem(with text: String) -> LocalizedPhrase? {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme),
      url.host()?.isEmpty == false
    else { return "it must be an address such as https://market.example" }
    if url.user() != nil || url.password() != nil { return "it must not hold a name or password" }
    if url.query() != nil || url.fragment() != nil { return "it must end with the path" }
    return nil
  }
}
