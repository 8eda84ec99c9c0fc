package import ProtobufWire

/// Asks what happens to a session.
package struct FollowWorkoutRequest: WireMessage {
  package static let wireName = "dyad.v1.FollowWorkoutRequest"

  /// 16 bytes.
  package var uuid: [UInt8] = []
  /// How many of its moments the caller knows already.
  package var knownMoments: UInt32 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: uuid = try field.bytes("uuid")
    case 2: knownMoments = try field.uint32("known_moments")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(uuid, field: 1)
    writer.write(knownMoments, field: 2)
  }
}
