internal import ProtobufWire

/// One of many messages to a server that adds up their sizes.
struct StreamingInputCallRequest: WireMessage {
  static let wireName = "grpc.testing.StreamingInputCallRequest"

  var payload: Payload?
  var expectCompressed: BoolValue?

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: try field.merge(into: &payload, "payload")
    case 2: try field.merge(into: &expectCompressed, "expect_compressed")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(payload, field: 1)
    writer.write(expectCompressed, field: 2)
  }
}

/// The sum of the sizes.
struct StreamingInputCallResponse: WireMessage {
  static let wireName = "grpc.testing.StreamingInputCallResponse"

  var aggregatedPayloadSize: Int32 = 0

  mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 1 { aggregatedPayloadSize = try field.int32("aggregated_payload_size") }
  }

  func write(to writer: inout WireWriter) {
    writer.write(aggregatedPayloadSize, field: 1)
  }
}

/// What one answer of a stream is to be.
struct ResponseParameters: WireMessage {
  static let wireName = "grpc.testing.ResponseParameters"

  var size: Int32 = 0
  /// How long to wait before it, in microseconds.
  var interval: Int32 = 0
  var compressed: BoolValue?

  init() {}

  init(size: Int, compressed: Bool? = nil) {
    self.size = Int32(size)
    self.compressed = compressed.map { BoolValue($0) }
  }

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: size = try field.int32("size")
    case 2: interval = try field.int32("interval_us")
    case 3: try field.merge(into: &compressed, "compressed")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(size, field: 1)
    writer.write(interval, field: 2)
    writer.write(compressed, field: 3)
  }
}

/// Asks for any number of answers.
struct StreamingOutputCallRequest: WireMessage {
  static let wireName = "grpc.testing.StreamingOutputCallRequest"

  var responseParameters: [ResponseParameters] = []
  var payload: Payload?
  var responseStatus: EchoStatus?

  init() {}

  /// Asks for answers of these sizes.
  init(sizes: [Int], payload: Int = 0) {
    responseParameters = sizes.map { ResponseParameters(size: $0) }
    if payload > 0 { self.payload = Payload(zeros: payload) }
  }

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 2: responseParameters.append(try field.message("response_parameters"))
    case 3: try field.merge(into: &payload, "payload")
    case 7: try field.merge(into: &responseStatus, "response_status")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(responseParameters, field: 2)
    writer.write(payload, field: 3)
    writer.write(responseStatus, field: 7)
  }
}

/// One answer of a stream.
struct StreamingOutputCallResponse: WireMessage {
  static let wireName = "grpc.testing.StreamingOutputCallResponse"

  var payload: Payload?

  mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 1 { try field.merge(into: &payload, "payload") }
  }

  func write(to writer: inout WireWriter) {
    writer.write(payload, field: 1)
  }
}
