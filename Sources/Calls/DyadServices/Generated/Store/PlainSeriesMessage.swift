package import ProtobufWire

/// Numbers in their order.
package struct PlainSeriesMessage: WireMessage {
  package static let wireName = "dyad.v1.PlainSeries"

  /// Name.
  package var name = ""
  /// Numbers.
  package var numbers: [Double] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    case 2: numbers += try field.fixed64s("numbers").map { Double(bitPattern: $0) }
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(name, field: 1)
    writer.writePacked(numbers, field: 2)
  }
}
