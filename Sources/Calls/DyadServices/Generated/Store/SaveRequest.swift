package import ProtobufWire

/// Samples to save: all of them, or none.
package struct SaveRequest: WireMessage {
  package static let wireName = "dyad.v1.SaveRequest"

  /// Runs.
  package var runs: [[UInt8]] = []
  /// The bytes of each document among them.
  package var documents: [DocumentContentMessage] = []
  /// More samples, in plain words.
  package var samples: [PlainSampleMessage] = []
  /// Objects that are deleted in the same commit, whose place the samples take.
  package var replaced: [ObjectsOfTypeMessage] = []
  /// A workout that is saved, which the samples are added to: 16 bytes.
  ///
  /// Documents and `replaced` go with none.
  package var workout: [UInt8] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: runs.append(try field.bytes("runs"))
    case 2: documents.append(try field.message("documents"))
    case 3: samples.append(try field.message("samples"))
    case 4: replaced.append(try field.message("replaced"))
    case 5: workout = try field.bytes("workout")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    for each in runs { writer.write(each, field: 1, always: true) }
    writer.write(documents, field: 2)
    writer.write(samples, field: 3)
    writer.write(replaced, field: 4)
    writer.write(workout, field: 5)
  }
}
