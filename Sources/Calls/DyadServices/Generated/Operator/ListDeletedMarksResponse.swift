package import ProtobufWire

/// A page of them.
package struct ListDeletedMarksResponse: WireMessage {
  package static let wireName = "dyad.v1.ListDeletedMarksResponse"

  /// Marks.
  package var marks: [UInt64] = []
  /// Where it ends; left out where it is the last.
  package var next: UInt64?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: marks += try field.fixed64s("marks")
    case 2: next = try field.uint64("next")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    for each in marks { writer.write(fixed64: each, field: 1, always: true) }
    if let next { writer.write(next, field: 2, always: true) }
  }
}
