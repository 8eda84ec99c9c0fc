package import ProtobufWire

/// Why a question has no answer.
package struct ErrorResponse: WireMessage {
  package static let wireName = "grpc.reflection.v1.ErrorResponse"

  /// A gRPC status code.
  package var errorCode: Int32 = 0
  /// What it says.
  package var errorMessage = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: errorCode = try field.int32("error_code")
    case 2: errorMessage = try field.string("error_message")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(errorCode, field: 1)
    writer.write(errorMessage, field: 2)
  }
}
