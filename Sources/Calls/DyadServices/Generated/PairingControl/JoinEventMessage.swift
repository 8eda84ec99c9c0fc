package import ProtobufWire

/// How joining goes.
///
/// A refusal ends the call: its status tells, with `dyad-refusal` as for windows.
package struct JoinEventMessage: WireMessage {
  package static let wireName = "dyad.v1.JoinEvent"

  /// What it can be.
  package enum Event: Hashable, Sendable {
    /// It answered, and says who it is; nothing of that is proved yet.
    ///
    /// The code is needed next.
    case reached(PeerMessage)
    /// The code was right, so this is who it is.
    ///
    /// The owner's approval is needed next.
    case verified(PeerMessage)
    /// Both hold each other's key.
    case paired(PeerMessage)
    /// The commitment went out and no answer came: the pair is finished, or given up, by itself.
    case pending(PeerMessage)
  }

  /// What it is; nothing for what a newer version means.
  package var event: Event?

  /// Makes one in which nothing is said.
  package init() {}

  /// Makes one.
  package init(_ event: Event) {
    self.event = event
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1:
      try field.merge(into: &event, "reached", as: Event.reached) {
        if case .reached(let former) = $0 { former } else { nil }
      }
    case 2:
      try field.merge(into: &event, "verified", as: Event.verified) {
        if case .verified(let former) = $0 { former } else { nil }
      }
    case 3:
      try field.merge(into: &event, "paired", as: Event.paired) {
        if case .paired(let former) = $0 { former } else { nil }
      }
    case 4:
      try field.merge(into: &event, "pending", as: Event.pending) {
        if case .pending(let former) = $0 { former } else { nil }
      }
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    switch event {
    case nil: break
    case .reached(let value): writer.write(value, field: 1)
    case .verified(let value): writer.write(value, field: 2)
    case .paired(let value): writer.write(value, field: 3)
    case .pending(let value): writer.write(value, field: 4)
    }
  }
}
