internal import ProtobufWire

/// What a unary call asks for.
struct SimpleRequest: WireMessage {
  static let wireName = "grpc.testing.SimpleRequest"

  var responseSize: Int32 = 0
  var payload: Payload?
  var responseCompressed: BoolValue?
  var responseStatus: EchoStatus?
  var expectCompressed: BoolValue?
  var fillServerID = false

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 2: responseSize = try field.int32("response_size")
    case 3: try field.merge(into: &payload, "payload")
    case 6: try field.merge(into: &responseCompressed, "response_compressed")
    case 7: try field.merge(into: &responseStatus, "response_status")
    case 8: try field.merge(into: &expectCompressed, "expect_compressed")
    case 9: fillServerID = try field.bool("fill_server_id")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(responseSize, field: 2)
    writer.write(payload, field: 3)
    writer.write(responseCompressed, field: 6)
    writer.write(responseStatus, field: 7)
    writer.write(expectCompressed, field: 8)
    writer.write(fillServerID, field: 9)
  }
}

/// What a unary call answers.
struct SimpleResponse: WireMessage {
  static let wireName = "grpc.testing.SimpleResponse"

  var payload: Payload?
  var serverID = ""

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: try field.merge(into: &payload, "payload")
    case 4: serverID = try field.string("server_id")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(payload, field: 1)
    writer.write(serverID, field: 4)
  }
}
