package import ProtobufWire

/// One question about the server's interface; the same bytes in `v1` and `v1alpha`.
package struct ReflectionRequest: WireMessage {
  package static let wireName = "grpc.reflection.v1.ServerReflectionRequest"

  /// What is asked.
  package enum Question: Hashable, Sendable {
    /// The file of that name.
    case file(named: String)
    /// The file that declares that full name.
    case fileContaining(symbol: String)
    /// The file that declares the extension of that number of a message.
    case fileExtending(ExtensionName)
    /// The numbers of all extensions of the message of that full name.
    case extensionNumbers(ofType: String)
    /// The names of all services; the text has no meaning.
    case services(String = "")
  }

  /// Names an extension.
  package struct ExtensionName: Hashable, Sendable {
    /// The full name of the message that it extends.
    package var type = ""
    /// The number of its field.
    package var number: Int32 = 0

    /// Names the extension of that number.
    package init(type: String, number: Int32) {
      self.type = type
      self.number = number
    }
  }

  /// The host that is meant, where a server is several.
  package var host = ""
  /// What is asked; `nil` is no question, or one that we do not know.
  package var question: Question?

  /// Makes a request without a question.
  package init() {}

  /// Makes a request.
  package init(_ question: Question, host: String = "") {
    self.question = question
    self.host = host
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: host = try field.string("host")
    case 3: question = .file(named: try field.string("file_by_filename"))
    case 4: question = .fileContaining(symbol: try field.string("file_containing_symbol"))
    case 5:
      var name = ExtensionName()
      if case .fileExtending(let former) = question { name = former }
      try field.merge(into: &name, "file_containing_extension")
      question = .fileExtending(name)
    case 6:
      question = .extensionNumbers(ofType: try field.string("all_extension_numbers_of_type"))
    case 7: question = .services(try field.string("list_services"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(host, field: 1)
    switch question {
    case .file(let name): writer.write(name, field: 3, always: true)
    case .fileContaining(let symbol): writer.write(symbol, field: 4, always: true)
    case .fileExtending(let name): writer.write(name, field: 5)
    case .extensionNumbers(let type): writer.write(type, field: 6, always: true)
    case .services(let text): writer.write(text, field: 7, always: true)
    case nil: break
    }
  }
}

extension ReflectionRequest.ExtensionName: WireMessage {
  package static let wireName = "grpc.reflection.v1.ExtensionRequest"

  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("containing_type")
    case 2: number = try field.int32("extension_number")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(number, field: 2)
  }
}
