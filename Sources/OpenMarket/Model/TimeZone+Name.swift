package import Foundation

extension TimeZone {
  /// The name in the time zone database; Foundation's identifier of UTC is GMT.
  package var name: String { identifier == "GMT" ? "UTC" : identifier }

  /// The names that are completed and suggested: those that the system lists, and newer names of zones that it may list by
  /// an older one, such as Asia/Calcutta.
  package static let names = Set(
    knownTimeZoneIdentifiers + [
      "UTC", "America/Nuuk", "Asia/Ho_Chi_Minh", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Yangon",
      "Atlantic/Faroe", "Europe/Kyiv", "Pacific/Kanton",
    ]
  ).sorted()

  /// The zone with a name in the time zone database, in any case and with spaces for underscores. Abbreviations such as
  /// `KST` are none: several zones share one.
  package init?(named name: String) {
    let typed = name.lowercased().replacing(" ", with: "_")
    if let known = Self.names.first(where: { $0.lowercased() == typed }) {
      self.init(identifier: known)
      return
    }
    // A name that the system knows and does not list.
    let isName = name.contains("/") && name.utf8.allSatisfy { $0.isPartOfZoneName }
    guard isName, let zone = TimeZone(identifier: name), zone.identifier == name else { return nil }
    self = zone
  }
}

extension UInt8 {
  fileprivate var isPartOfZoneName: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "+"):
      true
    default: false
    }
  }
}
