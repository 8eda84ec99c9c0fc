/// A service that was found in the local network.
package struct FoundService: Hashable, Sendable {
  /// What it calls itself.
  package var name: String
  /// Where it is: "HOST:PORT".
  package var address: String
  /// What else it says, "KEY=VALUE" each.
  package var text: [String]

  /// States one.
  package init(name: String, address: String, text: [String] = []) {
    self.name = name
    self.address = address
    self.text = text
  }
}

extension FoundService {
  /// RFC 1035 §2.3.4 for a name, RFC 6763 §6.1 for an entry.
  private static let mostNameBytes = 63
  private static let mostEntryBytes = 255
  static let mostEntries = 32

  /// Makes one of what somebody sent, whom nobody knows; `nil` where no name is left.
  init?(announced name: String, address: ServiceAddress, text: [String]) {
    guard name.utf8.count <= Self.mostNameBytes else { return nil }
    let name = Self.readable(name)
    guard !name.isEmpty else { return nil }
    self.name = name
    self.address = address.description
    self.text = text.prefix(Self.mostEntries).filter { $0.utf8.count <= Self.mostEntryBytes }
      .map(Self.readable).filter { !$0.isEmpty }
  }

  // A name is there to be shown, so nothing in it may move the cursor or turn the writing round.
  private static func readable(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case ..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: continue
      default: kept.append(scalar)
      }
    }
    return String(kept)
  }
}
