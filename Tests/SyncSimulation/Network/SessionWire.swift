/// What carries messages between a phone and a watch for the length of one session.
package protocol SessionWire<Message>: AnyObject {
  associatedtype Message

  /// Puts a message on the wire; it is gone where the wire is cut.
  func send(_ message: Message, from side: WireSide)
  /// Takes the next message that was sent to a side; `nil` where there is none.
  func receive(at side: WireSide) -> Message?
  /// How many messages wait for a side.
  func count(to side: WireSide) -> Int
  /// Cuts the wire: what was sent and not taken is lost, both ways.
  func cut()
}

/// Who is at an end of a wire.
package enum WireSide: Hashable, Sendable, CaseIterable {
  case phone, watch

  /// Who is at the other end.
  package var other: Self { self == .phone ? .watch : .phone }
}
