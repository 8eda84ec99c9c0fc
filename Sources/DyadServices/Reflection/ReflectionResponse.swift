package import ProtobufWire

/// One answer about the server's interface; the same bytes in `v1` and `v1alpha`.
package struct ReflectionResponse: WireMessage {
  package static let wireName = "grpc.reflection.v1.ServerReflectionResponse"

  /// What is answered.
  package enum Answer: Hashable, Sendable {
    /// The files asked for, each as the bytes of a `FileDescriptorProto`.
    case files([[UInt8]])
    /// The numbers of a message's extensions.
    case extensionNumbers(ofType: String, [Int32])
    /// The full names of all services.
    case services([String])
    /// Why there is no answer: a gRPC status code and a message.
    case failure(code: Int32, message: String)
  }

  /// The host of the question.
  package var validHost = ""
  /// The question.
  package var originalRequest: ReflectionRequest?
  /// What is answered; `nil` is no answer, or one that we do not know.
  package var answer: Answer?

  /// Makes a response without an answer.
  package init() {}

  /// Makes the response to a request.
  package init(_ answer: Answer, to request: ReflectionRequest) {
    self.answer = answer
    self.originalRequest = request
    self.validHost = request.host
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: validHost = try field.string("valid_host")
    case 2: try field.merge(into: &originalRequest, "original_request")
    case 4:
      var list = FileList()
      if case .files(let former) = answer { list.files = former }
      try merge(field, into: &list, "file_descriptor_response")
      answer = .files(list.files)
    case 5:
      var list = ExtensionNumberList()
      if case .extensionNumbers(let type, let former) = answer {
        list = ExtensionNumberList(type: type, numbers: former)
      }
      try merge(field, into: &list, "all_extension_numbers_response")
      answer = .extensionNumbers(ofType: list.type, list.numbers)
    case 6:
      var list = ServiceList()
      if case .services(let former) = answer { list.names = former }
      try merge(field, into: &list, "list_services_response")
      answer = .services(list.names)
    case 7:
      var failure = Failure()
      if case .failure(let code, let message) = answer {
        failure = Failure(code: code, message: message)
      }
      try merge(field, into: &failure, "error_response")
      answer = .failure(code: failure.code, message: failure.message)
    default: break
    }
  }

  /// Adds to what came before, which `list` alone holds then, so that it grows in place.
  private mutating func merge(
    _ field: WireField, into list: inout some WireReadable, _ name: StaticString
  ) throws(WireError) {
    answer = nil
    try field.merge(into: &list, name)
  }

  package func write(to writer: inout WireWriter) {
    writer.write(validHost, field: 1)
    writer.write(originalRequest, field: 2)
    switch answer {
    case .files(let files): writer.write(FileList(files: files), field: 4)
    case .extensionNumbers(let type, let numbers):
      writer.write(ExtensionNumberList(type: type, numbers: numbers), field: 5)
    case .services(let names): writer.write(ServiceList(names: names), field: 6)
    case .failure(let code, let message):
      writer.write(Failure(code: code, message: message), field: 7)
    case nil: break
    }
  }
}

private struct FileList: WireMessage {
  static let wireName = "grpc.reflection.v1.FileDescriptorResponse"

  var files: [[UInt8]] = []

  mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 1 { files.append(try field.bytes("file_descriptor_proto")) }
  }

  func write(to writer: inout WireWriter) {
    for file in files { writer.write(file, field: 1, always: true) }
  }
}

private struct ExtensionNumberList: WireMessage {
  static let wireName = "grpc.reflection.v1.ExtensionNumberResponse"

  var type = ""
  var numbers: [Int32] = []

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("base_type_name")
    case 2:
      numbers += try field.varints("extension_number").map(Int32.init(truncatingIfNeeded:))
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.writePacked(numbers, field: 2)
  }
}

private struct ServiceList: WireMessage {
  static let wireName = "grpc.reflection.v1.ListServiceResponse"

  var names: [String] = []

  mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 1 { names.append(try field.message("service", as: ServiceName.self).name) }
  }

  func write(to writer: inout WireWriter) {
    for name in names { writer.write(ServiceName(name: name), field: 1) }
  }
}

private struct ServiceName: WireMessage {
  static let wireName = "grpc.reflection.v1.ServiceResponse"

  var name = ""

  mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 1 { name = try field.string("name") }
  }

  func write(to writer: inout WireWriter) {
    writer.write(name, field: 1)
  }
}

private struct Failure: WireMessage {
  static let wireName = "grpc.reflection.v1.ErrorResponse"

  var code: Int32 = 0
  var message = ""

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: code = try field.int32("error_code")
    case 2: message = try field.string("error_message")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(code, field: 1)
    writer.write(message, field: 2)
  }
}
