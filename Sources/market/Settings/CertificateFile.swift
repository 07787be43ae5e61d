import Console
import Foundation
import SystemSupport

/// A file of certificate authorities, as it is given on the command line or in a setting.
enum CertificateFile {
  /// The labels of certificates in a PEM file that TLS libraries accept (RFC 7468 §5, openssl(1)).
  private static let labels = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]

  /// Why a path does not name a file of certificates, as a clause; nil if it does. A pipe is not read: it has its contents
  /// once.
  static func problem(with path: String) -> LocalizedPhrase? {
    guard let type = path.fileType else { return path.hasNoFile ? "there is no such file" : .unreadable }
    if type == S_IFDIR { return "it is a folder" }
    guard access(path, R_OK) == 0 else { return .unreadable }
    guard type == S_IFREG else { return nil }
    guard path.fileSize <= 16 << 20 else { return "it is larger than 16 MiB" }
    guard let contents = try? BoundedFile.contents(ofPath: path, limit: 16 << 20) else {
      return .unreadable
    }
    let hasCertificate = labels.contains { contents.range(of: Data("-----BEGIN \($0)-----".utf8)) != nil }
    return hasCertificate ? nil : "it has no PEM certificate"
  }
}
