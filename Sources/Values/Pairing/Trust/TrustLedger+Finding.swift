internal import HealthModel

extension TrustLedger {
  /// As many characters of an id as its beginning must have.
  private static let fewestCharacters = 4
  /// As many peers as an error lists.
  private static let mostListed = 8

  /// The peer that an owner means.
  ///
  /// - Parameter text: Its id; the beginning of that, of four characters at least; its name; or nothing,
  ///   where there is one peer; or a role that one alone has. Hyphens, spaces and the case of letters do not matter in an id.
  /// - Returns: The only one that fits.
  /// - Throws: `noSuchPeer` where there is none, or several; it lists those there are.
  package func find(_ text: String) throws(PairingError) -> TrustedPeer {
    if text.isEmpty {
      guard peers.count <= 1 else { throw refusal("there are several; name one", among: peers) }
      guard let only = peers.first else { throw refusal("there is none", among: []) }
      return only
    }
    // Nobody can take this one's place by calling itself so.
    if let id = DeviceID(text), let peer = peer(id) { return peer }
    let start = Self.comparable(text)
    let isStart = start.count >= Self.fewestCharacters
    var found = peers.filter { peer in
      peer.name == text || isStart && Self.comparable(peer.id.description).starts(with: start)
    }
    if found.isEmpty { found = peers.filter { $0.role.name == text.lowercased() } }
    guard found.count <= 1 else { throw refusal("several fit; name one by its id", among: found) }
    guard let only = found.first else {
      throw refusal(peers.isEmpty ? "there is none" : "none fits", among: peers)
    }
    return only
  }

  private func refusal(_ reason: String, among peers: [TrustedPeer]) -> PairingError {
    var list = peers.prefix(Self.mostListed).map(\.description)
    if peers.count > list.count { list.append("\(peers.count - list.count) more") }
    return PairingError(
      .noSuchPeer,
      "cannot find the peer: \(reason)" + (list.isEmpty ? "" : ": \(list.joined(separator: ", "))"))
  }

  /// The characters of an id as they are compared: as `DeviceID` reads them.
  private static func comparable(_ text: String) -> [UInt8] {
    text.utf8.compactMap { byte in
      let upper = (0x61...0x7a).contains(byte) ? byte - 0x20 : byte
      return switch upper {
      case UInt8(ascii: "-"), UInt8(ascii: " "): nil
      case UInt8(ascii: "O"): UInt8(ascii: "0")
      case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
      default: upper
      }
    }
  }
}
