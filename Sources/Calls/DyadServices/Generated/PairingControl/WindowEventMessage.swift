package import ProtobufWire

/// What happens in a window.
///
/// The first event is `opened`; after `paired` or `closed` the call ends.
package struct WindowEventMessage: WireMessage {
  package static let wireName = "dyad.v1.WindowEvent"

  /// What it can be.
  package enum Event: Hashable, Sendable {
    /// It is open.
    case opened(WindowOpenedMessage)
    /// Somebody began to pair, or failed to.
    case attempt(WindowAttemptMessage)
    /// The other device is known and its owner is asked.
    case shown(PeerShownMessage)
    /// Both have agreed.
    ///
    /// The state says whether the last message is still open, which settles by itself.
    case paired(PeerMessage)
    /// It is closed, and there is no pair.
    case closed(WindowClosedMessage)
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
      try field.merge(into: &event, "opened", as: Event.opened) {
        if case .opened(let former) = $0 { former } else { nil }
      }
    case 2:
      try field.merge(into: &event, "attempt", as: Event.attempt) {
        if case .attempt(let former) = $0 { former } else { nil }
      }
    case 3:
      try field.merge(into: &event, "shown", as: Event.shown) {
        if case .shown(let former) = $0 { former } else { nil }
      }
    case 4:
      try field.merge(into: &event, "paired", as: Event.paired) {
        if case .paired(let former) = $0 { former } else { nil }
      }
    case 5:
      try field.merge(into: &event, "closed", as: Event.closed) {
        if case .closed(let former) = $0 { former } else { nil }
      }
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    switch event {
    case nil: break
    case .opened(let value): writer.write(value, field: 1)
    case .attempt(let value): writer.write(value, field: 2)
    case .shown(let value): writer.write(value, field: 3)
    case .paired(let value): writer.write(value, field: 4)
    case .closed(let value): writer.write(value, field: 5)
    }
  }
}
