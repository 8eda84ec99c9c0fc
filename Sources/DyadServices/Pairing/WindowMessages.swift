package import ProtobufWire

/// What becomes of samples that a watch shared with another phone.
package enum RowsPolicyMessage: Int32, Hashable, Sendable {
  case refuse = 0
  case keep = 1
  case erase = 2
}

/// Opens a window.
package struct OpenWindowRequest: WireMessage {
  package static let wireName = "dyad.v1.OpenWindowRequest"

  /// How long it stays open; 0 is 120.
  package var seconds: UInt32 = 0
  /// 6 or 8; 0 is 6.
  package var digits: UInt32 = 0
  /// What becomes of rows of another pair.
  package var rows = RowsPolicyMessage.refuse

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: seconds = try field.uint32("seconds")
    case 2: digits = try field.uint32("digits")
    case 3: rows = RowsPolicyMessage(rawValue: try field.int32("rows")) ?? .refuse
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(UInt64(seconds), field: 1)
    writer.write(UInt64(digits), field: 2)
    writer.write(rows.rawValue, field: 3)
  }
}

/// What happens in a window.
package struct WindowEvent: WireMessage {
  package static let wireName = "dyad.v1.WindowEvent"

  /// What it can be.
  package enum Event: Hashable, Sendable {
    case opened(WindowOpened)
    case attempt(WindowAttempt)
    case shown(PeerShown)
    case paired(PeerMessage)
    case closed(WindowClosed)
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
    case 1: event = .opened(try field.message("opened"))
    case 2: event = .attempt(try field.message("attempt"))
    case 3: event = .shown(try field.message("shown"))
    case 4: event = .paired(try field.message("paired"))
    case 5: event = .closed(try field.message("closed"))
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

/// A window is open.
package struct WindowOpened: WireMessage {
  package static let wireName = "dyad.v1.WindowOpened"

  /// The digits to show.
  package var code = ""
  /// When it closes by itself.
  package var closesAt: Double = 0
  /// Whose window it is.
  package var device = DeviceMessage()

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: code = try field.string("code")
    case 2: closesAt = try field.double("closes_at")
    case 3: try field.merge(into: &device, "device")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(code, field: 1)
    writer.write(closesAt, field: 2)
    writer.write(device, field: 3)
  }
}

/// Somebody began to pair, or failed to.
package struct WindowAttempt: WireMessage {
  package static let wireName = "dyad.v1.WindowAttempt"

  /// Where from.
  package var address = ""
  /// Empty while it goes on; else why it was refused.
  package var refusal = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: address = try field.string("address")
    case 2: refusal = try field.string("refusal")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(address, field: 1)
    writer.write(refusal, field: 2)
  }
}

/// The other device is known, and its owner is asked.
package struct PeerShown: WireMessage {
  package static let wireName = "dyad.v1.PeerShown"

  /// Who it is.
  package var peer = PeerMessage()

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: try field.merge(into: &peer, "peer")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(peer, field: 1)
  }
}

/// A window is closed, and nobody came to be paired.
package struct WindowClosed: WireMessage {
  package static let wireName = "dyad.v1.WindowClosed"

  /// Why.
  package var refusal = ""
  /// Why, in words.
  package var detail = ""
  /// Until when no window opens; 0 where one may.
  package var lockedUntil: Double = 0
  /// Whether only `Unlock` ends the lock.
  package var needsUnlock = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: refusal = try field.string("refusal")
    case 2: detail = try field.string("detail")
    case 3: lockedUntil = try field.double("locked_until")
    case 4: needsUnlock = try field.bool("needs_unlock")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(refusal, field: 1)
    writer.write(detail, field: 2)
    writer.write(lockedUntil, field: 3)
    writer.write(needsUnlock, field: 4)
  }
}
