package import ProtobufWire

/// One service.
package struct ServiceResponse: WireMessage {
  package static let wireName = "grpc.reflection.v1.ServiceResponse"

  /// Its full name.
  package var name = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(name, field: 1)
  }
}
