package import ProtobufWire

/// What the owner says while joining.
package struct JoinCommand: WireMessage {
  package static let wireName = "dyad.v1.JoinCommand"

  /// What it can be.
  package enum Command: Hashable, Sendable {
    case start(JoinStart)
    case code(String)
    case approve(Bool)
  }

  /// What it is; nothing for what a newer version means.
  package var command: Command?

  /// Makes one that says nothing.
  package init() {}

  /// Makes one.
  package init(_ command: Command) {
    self.command = command
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: command = .start(try field.message("start"))
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

/// Joins a device.
package struct JoinStart: WireMessage {
  package static let wireName = "dyad.v1.JoinStart"

  /// HOST:PORT.
  package var address = ""
  /// What becomes of rows of another pair.
  package var rows = RowsPolicyMessage.refuse
  /// The key it must have; empty where any will do.
  package var fingerprint: [UInt8] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: address = try field.string("address")
    case 2: rows = RowsPolicyMessage(rawValue: try field.int32("rows")) ?? .refuse
    case 3: fingerprint = try field.bytes("fingerprint")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(address, field: 1)
    writer.write(rows.rawValue, field: 2)
    writer.write(fingerprint, field: 3)
  }
}

/// How joining goes.
package struct JoinEvent: WireMessage {
  package static let wireName = "dyad.v1.JoinEvent"

  /// What it can be.
  package enum Event: Hashable, Sendable {
    case reached(PeerMessage)
    case verified(PeerMessage)
    case paired(PeerMessage)
    case pending(PeerMessage)
  }

  /// What it is; nothing for what a newer version means.
  package var event: Event?

  /// Makes one that says nothing.
  package init() {}

  /// Makes one.
  package init(_ event: Event) {
    self.event = event
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: event = .reached(try field.message("reached"))
    case 2: event = .verified(try field.message("verified"))
    case 3: event = .paired(try field.message("paired"))
    case 4: event = .pending(try field.message("pending"))
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
