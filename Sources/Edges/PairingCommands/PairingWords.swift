internal import CommandLineCore
package import CommandSupport
internal import DyadServices
internal import HealthModel
internal import TLSCore
internal import TextFormats

/// What devices are called in what people and programs read.
package enum PairingWords {
  /// "phone" or "watch", or "device" for what a newer version knows.
  package static func role(_ number: UInt32) -> String {
    UInt8(exactly: number).flatMap(NodeRole.init)?.name ?? "device"
  }

  /// A key as people compare it and `--pin` takes it.
  static func key(_ fingerprint: [UInt8]) -> String {
    PublicKeyFingerprint(fingerprint)?.description ?? "unknown"
  }

  /// "phone", "K7QM-…" and the like, in a sentence.
  package static func title(role number: UInt32, name: String) -> String {
    "\(role(number)) \"\(TerminalText.clean(name))\""
  }

  /// The instant as a person at a terminal reads it, by the machine's clock, and exact for anything else.
  package static func date(_ seconds: Double, on console: Console) -> String {
    console.isOutputTerminal
      ? LocalDateText(zone: ZoneChoice.machine).moment(of: seconds.rounded()) : date(seconds)
  }

  /// The instant in whole seconds, in UTC.
  package static func date(_ seconds: Double) -> String {
    DateText(secondsSince2001: seconds.rounded())?.text ?? "unknown"
  }

  /// How far the pair has come.
  static func state(_ state: PeerStateMessage) -> String {
    switch state {
    case .paired: "paired"
    case .pending: "pending"
    case .removed: "removed"
    case .unspecified: "unknown"
    }
  }
}

extension PeerMessage {
  /// "watch "Band"".
  var title: String { PairingWords.title(role: role, name: name) }

  /// Who it is, a line for each thing to compare.
  var lines: [String] {
    ["  id   \(TerminalText.clean(id))", "  key  \(PairingWords.key(fingerprint))"]
  }

  /// For programs.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .string(id)), .init("role", .string(PairingWords.role(role))),
      .init("name", .string(name)), .init("key", .string(PairingWords.key(fingerprint))),
    ]
    if state != .unspecified {
      members.append(.init("state", .string(PairingWords.state(state))))
    }
    if pairedAt != 0 { members.append(.init("pairedAt", InstantJSON.value(of: pairedAt))) }
    if !address.isEmpty { members.append(.init("address", .string(address))) }
    return .object(members)
  }
}

extension OwnDeviceMessage {
  /// "phone "Slate"".
  var title: String { PairingWords.title(role: role, name: name) }

  /// For programs.
  var json: JSONValue {
    .object([
      .init("id", .string(id)), .init("role", .string(PairingWords.role(role))),
      .init("name", .string(name)), .init("key", .string(PairingWords.key(fingerprint))),
    ])
  }
}
