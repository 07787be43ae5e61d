import Foundation

/// Certificates of a certificate authority that exists only in a test, made by the `openssl` program.
package final class TestCertificates: Sendable {
  package enum Leaf: String, Sendable, CaseIterable {
    /// Valid for 127.0.0.1 and localhost.
    case valid
    case expired
    case future
    /// For another host.
    case other

    fileprivate var names: String {
      self == .other ? "DNS:other.example" : "IP:127.0.0.1,DNS:localhost"
    }

    fileprivate var times: String {
      switch self {
      case .valid, .other: "20200101000000Z 20500101000000Z"
      case .expired: "20200101000000Z 20210101000000Z"
      case .future: "20490101000000Z 20500101000000Z"
      }
    }
  }

  private let folder: TemporaryFolder

  package init() throws {
    folder = try TemporaryFolder()
    let leaves = Leaf.allCases.map { "leaf \($0.rawValue) '\($0.names)' \($0.times)" }.joined(separator: "\n")
    let maker = try ChildProcess.run(
      ["sh", "-c", Self.script + leaves], folder: folder.url.path, error: .null)
    guard maker.status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// The PEM file of the authority.
  package var authority: String { folder.path("authority.pem") }
  package func certificate(_ leaf: Leaf) -> String { folder.path("\(leaf.rawValue).pem") }
  package func key(_ leaf: Leaf) -> String { folder.path("\(leaf.rawValue).key") }

  /// `openssl ca` alone can set both times of a certificate.
  private static let script = #"""
    set -e
    cat >authority.cnf <<END
    [ca]
    default_ca = authority
    [authority]
    database = index
    new_certs_dir = .
    serial = serial
    certificate = authority.pem
    private_key = authority.key
    default_md = sha256
    policy = policy
    copy_extensions = copy
    unique_subject = no
    [policy]
    commonName = supplied
    END
    : >index
    echo 01 >serial
    key='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
    openssl req -x509 $key -keyout authority.key -out authority.pem -subj '/CN=Test Authority' -days 10000
    leaf() {
      openssl req $key -keyout "$1.key" -out "$1.csr" -subj "/CN=$1" -addext "subjectAltName=$2"
      openssl ca -batch -notext -config authority.cnf -in "$1.csr" -out "$1.pem" -startdate "$3" -enddate "$4"
    }

    """#
}
