package import ProtobufWire

/// All services.
package struct ListServiceResponse: WireMessage {
  package static let wireName = "grpc.reflection.v1.ListServiceResponse"

  /// In the order of their names.
  package var service: [ServiceResponse] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: service.append(try field.message("service"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(service, field: 1)
  }
}
