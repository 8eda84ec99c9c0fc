package import ProtobufWire

/// Adds samples to a workout that is saved.
package struct AddToWorkoutRequest: WireMessage {
  package static let wireName = "dyad.v1.AddToWorkoutRequest"

  /// 16 bytes.
  package var workout: [UInt8] = []
  /// Runs.
  package var runs: [[UInt8]] = []
  /// More samples, in plain words.
  package var samples: [PlainSampleMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: workout = try field.bytes("workout")
    case 2: runs.append(try field.bytes("runs"))
    case 3: samples.append(try field.message("samples"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(workout, field: 1)
    for each in runs { writer.write(each, field: 2, always: true) }
    writer.write(samples, field: 3)
  }
}
