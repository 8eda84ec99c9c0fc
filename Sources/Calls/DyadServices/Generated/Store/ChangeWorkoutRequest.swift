package import ProtobufWire

/// What happens to a workout session: to the one that is named, or to the one that goes on.
package struct ChangeWorkoutRequest: WireMessage {
  package static let wireName = "dyad.v1.ChangeWorkoutRequest"

  /// 16 bytes, or none for the session that goes on.
  ///
  /// With PREPARED or STARTED: of the session that begins; the node names one that comes without.
  package var uuid: [UInt8] = []
  /// What is done.
  ///
  /// Where it is told, a session begins, or with LEG a leg of one.
  package var plan: [UInt8]?
  /// The number of a WorkoutMoment.Kind.
  ///
  /// REPLACED and RECOVERED are refused: the node alone sets them.
  package var kind: UInt32 = 0
  /// When that happened, in seconds since 2001-01-01 UTC; left out, it is now.
  package var date: Double?
  /// How long a lap or a segment took, from then on.
  package var duration = 0.0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: uuid = try field.bytes("uuid")
    case 2: plan = try field.bytes("plan")
    case 3: kind = try field.uint32("kind")
    case 4: date = try field.double("date")
    case 5: duration = try field.double("duration")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(uuid, field: 1)
    if let plan { writer.write(plan, field: 2, always: true) }
    writer.write(kind, field: 3)
    if let date { writer.write(date, field: 4, always: true) }
    writer.write(duration, field: 5)
  }
}
