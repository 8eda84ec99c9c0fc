package import ProtobufWire

/// What the owner says while joining: first `start`, then `code` when asked, then `approve`.
package struct JoinCommandMessage: WireMessage {
  package static let wireName = "dyad.v1.JoinCommand"

  /// What it can be.
  package enum Command: Hashable, Sendable {
    /// Whom to join, and how.
    case start(JoinStartMessage)
    /// 6 or 8 digits.
    case code(String)
    /// Whether the one that was shown is the right one.
    case approve(Bool)
  }

  /// What it is; nothing for what a newer version means.
  package var command: Command?

  /// Makes one in which nothing is said.
  package init() {}

  /// Makes one.
  package init(_ command: Command) {
    self.command = command
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1:
      try field.merge(into: &command, "start", as: Command.start) {
        if case .start(let former) = $0 { former } else { nil }
      }
    case 2: command = .code(try field.string("code"))
    case 3: command = .approve(try field.bool("approve"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    switch command {
    case nil: break
    case .start(let value): writer.write(value, field: 1)
    case .code(let value): writer.write(value, field: 2, always: true)
    case .approve(let value): writer.write(value, field: 3, always: true)
    }
  }
}
