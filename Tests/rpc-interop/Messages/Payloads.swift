internal import ProtobufWire

/// Nothing.
struct Empty: WireMessage {
  static let wireName = "grpc.testing.Empty"

  mutating func read(_ field: WireField) throws(WireError) {}

  func write(to writer: inout WireWriter) {}
}

/// A flag whose absence means that nobody asked.
struct BoolValue: WireMessage {
  static let wireName = "grpc.testing.BoolValue"

  var value = false

  init() {}

  init(_ value: Bool) {
    self.value = value
  }

  mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 1 { value = try field.bool("value") }
  }

  func write(to writer: inout WireWriter) {
    writer.write(value, field: 1)
  }
}

/// Bytes to carry.
struct Payload: WireMessage {
  static let wireName = "grpc.testing.Payload"

  var body: [UInt8] = []

  init() {}

  /// That many zeros.
  init(zeros count: Int) {
    body = [UInt8](repeating: 0, count: count)
  }

  mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 2 { body = try field.bytes("body") }
  }

  func write(to writer: inout WireWriter) {
    writer.write(body, field: 2)
  }
}

/// The status a call is to end with.
struct EchoStatus: WireMessage {
  static let wireName = "grpc.testing.EchoStatus"

  var code: Int32 = 0
  var message = ""

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: code = try field.int32("code")
    case 2: message = try field.string("message")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(code, field: 1)
    writer.write(message, field: 2)
  }
}
