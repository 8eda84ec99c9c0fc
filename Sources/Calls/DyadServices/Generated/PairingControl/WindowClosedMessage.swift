package import ProtobufWire

/// A window is closed, and there is no pair.
package struct WindowClosedMessage: WireMessage {
  package static let wireName = "dyad.v1.WindowClosed"

  /// One of the refusals: expired, wrong-code, code-spent.
  package var refusal = ""
  /// Why, in words.
  package var detail = ""
  /// Until when no window opens, in seconds since 2001-01-01 UTC; 0 where one may open now.
  package var lockedUntil = 0.0
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
