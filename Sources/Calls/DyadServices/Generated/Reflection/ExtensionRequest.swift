package import ProtobufWire

/// Names an extension.
package struct ExtensionRequest: WireMessage {
  package static let wireName = "grpc.reflection.v1.ExtensionRequest"

  /// The full name of the message that it extends.
  package var containingType = ""
  /// The number of its field.
  package var extensionNumber: Int32 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: containingType = try field.string("containing_type")
    case 2: extensionNumber = try field.int32("extension_number")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(containingType, field: 1)
    writer.write(extensionNumber, field: 2)
  }
}
