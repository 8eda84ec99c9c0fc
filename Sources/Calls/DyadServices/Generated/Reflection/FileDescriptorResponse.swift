package import ProtobufWire

/// Files with all that they import, but for what this call has brought already.
package struct FileDescriptorResponse: WireMessage {
  package static let wireName = "grpc.reflection.v1.FileDescriptorResponse"

  /// Each a google.protobuf.FileDescriptorProto.
  package var fileDescriptorProto: [[UInt8]] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: fileDescriptorProto.append(try field.bytes("file_descriptor_proto"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    for each in fileDescriptorProto { writer.write(each, field: 1, always: true) }
  }
}
