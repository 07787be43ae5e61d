extension String {
  /// An address as it may be told again: without the name and password before its host (RFC 3986, 3.2.1), one of which
  /// is a secret. It need not be a good one: somebody may have left the scheme out, or not escaped the password.
  package var withoutCredentials: String {
    guard let at = lastIndex(of: "@"), self[..<at].contains(":") else { return self }
    let scheme = prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:\/\//)?.output ?? ""
    return scheme + "***" + self[at...]
  }
}
