private import CAvahi

/// What is to be announced, checked.
struct Announcement: Hashable, Sendable {
  /// RFC 1035 §2.3.4 for a name, RFC 6763 §6.1 and §6.2 for the text.
  private static let mostNameBytes = 63
  private static let mostEntryBytes = 255
  private static let mostTextBytes = 1_300

  static let operation = "announce the service"

  let name: String
  let type: String
  let port: UInt16
  let text: [String]

  /// Refuses what the network would not carry.
  init(name: String, type: String, port: UInt16, text: [String]) throws(DiscoveryError) {
    func refuse(_ reason: String) -> DiscoveryError {
      DiscoveryError(.invalid, cannot: Self.operation, reason)
    }
    guard (1...Self.mostNameBytes).contains(name.utf8.count) else {
      throw refuse(
        "its name has \(name.utf8.count) bytes, and may have 1 to \(Self.mostNameBytes)")
    }
    guard !Self.hasControls(name) else { throw refuse("its name has a control character") }
    try ServiceType.check(type, cannot: Self.operation)
    guard port > 0 else { throw refuse("port 0 is no port") }
    for entry in text {
      guard (1...Self.mostEntryBytes).contains(entry.utf8.count) else {
        throw refuse(
          "an entry of its text has \(entry.utf8.count) bytes, and may have 1 to "
            + "\(Self.mostEntryBytes)")
      }
      guard !Self.hasControls(entry) else {
        throw refuse("an entry of its text has a control character")
      }
      guard entry.utf8.first != UInt8(ascii: "=") else {
        throw refuse("an entry of its text has no key")
      }
    }
    // Each entry has a byte before it that tells its length.
    let textBytes = text.reduce(0) { $0 + $1.utf8.count + 1 }
    guard textBytes <= Self.mostTextBytes else {
      throw refuse("its text has \(textBytes) bytes, and may have \(Self.mostTextBytes)")
    }
    self.name = name
    self.type = type
    self.port = port
    self.text = text
  }

  private static func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

/// The kind of a service: "_NAME._tcp" or "_NAME._udp".
enum ServiceType {
  /// Refuses what is no type (RFC 6335 §5.1).
  static func check(_ type: String, cannot operation: String) throws(DiscoveryError) {
    let isText = type.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isText, unsafe avahi_is_valid_service_type_strict(type) != 0 else {
      throw DiscoveryError(.invalid, cannot: operation, "its type is no type of a service")
    }
  }
}
