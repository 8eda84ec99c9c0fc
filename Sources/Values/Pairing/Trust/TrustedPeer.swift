package import HealthModel
package import TLSCore

/// A device that this one is paired with, or will be once the last message of the pairing came.
package struct TrustedPeer: Hashable, Sendable {
  /// How far the pair has come.
  package enum Phase: Hashable, Sendable {
    /// Stored on this side; the other side's last word is open until then, in seconds since
    /// 2001-01-01 UTC.
    case pending(until: Double)
    /// Stored on both.
    case paired
  }

  /// As many characters as a name may have.
  package static let mostNameCharacters = 64
  /// As many bytes as they may take: a character can be any number of them.
  static let mostNameBytes = 512
  /// The longest host name, with a port.
  static let mostAddressBytes = 264
  /// Twice what is derived.
  static let mostSecretBytes = 128

  package var id: DeviceID
  package var role: NodeRole
  /// What its owner calls it: 1 to 64 characters.
  package var name: String
  /// The last life of its store that we heard of.
  package var incarnation: Incarnation
  /// The key that it shows.
  package var key: PublicKeyFingerprint
  /// The key that it said it will show; both are taken until this one was seen.
  package var nextKey: PublicKeyFingerprint?
  /// In seconds since 2001-01-01 UTC.
  package var pairedAt: Double
  package var phase: Phase
  /// Where it was reached last, "HOST:PORT"; empty where that is not known.
  package var address: String
  /// Whether all samples of this node go when the other side's last word comes.
  package var erasesRows: Bool
  /// What only the two know; it must not be shown, sent or logged.
  package var secret: [UInt8]

  /// States a peer.
  package init(
    id: DeviceID, role: NodeRole, name: String, incarnation: Incarnation,
    key: PublicKeyFingerprint, nextKey: PublicKeyFingerprint? = nil, pairedAt: Double, phase: Phase,
    address: String = "", erasesRows: Bool = false, secret: [UInt8]
  ) {
    self.id = id
    self.role = role
    self.name = name
    self.incarnation = incarnation
    self.key = key
    self.nextKey = nextKey
    self.pairedAt = pairedAt
    self.phase = phase
    self.address = address
    self.erasesRows = erasesRows
    self.secret = secret
  }

  /// Whether the other side's last word is open.
  package var isPending: Bool {
    if case .pending = phase { true } else { false }
  }

  /// The keys it may show.
  package var keys: [PublicKeyFingerprint] { [key] + (nextKey.map { [$0] } ?? []) }

  func has(_ other: PublicKeyFingerprint) -> Bool { key == other || nextKey == other }

  /// Cuts the texts, which came from somebody else, to what is stored.
  mutating func tidy() {
    name = Self.tidy(name: name)
    if name.isEmpty { name = id.description }
    if !Self.isFit(address: address) { address = "" }
  }

  private static func tidy(name: String) -> String {
    var tidy = String(name.filter { !$0.isControl }.prefix(mostNameCharacters))
    while tidy.utf8.count > mostNameBytes { tidy.removeLast() }
    return tidy
  }

  // By bytes alone: what a character is changes with versions of Unicode, and what was stored must be
  // readable for good.
  static func isFit(name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= mostNameBytes && !name.contains(where: \.isControl)
  }

  static func isFit(address: String) -> Bool {
    address.utf8.count <= mostAddressBytes && address.utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }
}

extension TrustedPeer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Its name and id; whatever prints it, the secret does not show.
  package var description: String { "\(name) (\(id))" }

  package var debugDescription: String { "\(description), \(role.name), \(phase), \(key)" }

  package var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "id": id.description, "role": role.name, "name": name, "incarnation": incarnation.rawValue,
        "key": key.hex, "nextKey": nextKey?.hex ?? "", "pairedAt": pairedAt, "phase": "\(phase)",
        "address": address,
      ])
  }
}

extension Character {
  /// Whether a terminal would act on it instead of showing it.
  fileprivate var isControl: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
      default: false
      }
    }
  }
}
