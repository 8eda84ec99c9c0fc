package import ProtobufWire

/// The numbers of a message's extensions.
package struct ExtensionNumberResponse: WireMessage {
  package static let wireName = "grpc.reflection.v1.ExtensionNumberResponse"

  /// The full name of the message.
  package var baseTypeName = ""
  /// In ascending order.
  package var extensionNumber: [Int32] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: baseTypeName = try field.string("base_type_name")
    case 2:
      extensionNumber += try field.varints("extension_number").map {
        Int32(truncatingIfNeeded: $0)
      }
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(baseTypeName, field: 1)
    writer.writePacked(extensionNumber, field: 2)
  }
}
