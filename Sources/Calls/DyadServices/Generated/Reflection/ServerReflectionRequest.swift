package import ProtobufWire

/// One question.
package struct ServerReflectionRequest: WireMessage {
  package static let wireName = "grpc.reflection.v1.ServerReflectionRequest"

  /// What it can be.
  package enum MessageRequest: Hashable, Sendable {
    /// The file of that name.
    case fileByFilename(String)
    /// The file that declares a service, method, message, enum, field or extension of that full
    /// name.
    case fileContainingSymbol(String)
    /// The file that declares an extension.
    case fileContainingExtension(ExtensionRequest)
    /// The numbers of all extensions of the message of that full name.
    case allExtensionNumbersOfType(String)
    /// The names of all services; what stands here has no meaning.
    case listServices(String)
  }

  /// What it is; nothing for what a newer version means.
  package var messageRequest: MessageRequest?
  /// The host that is meant, where a server is several.
  package var host = ""

  /// Makes one in which nothing is said.
  package init() {}

  /// Makes one.
  package init(_ messageRequest: MessageRequest) {
    self.messageRequest = messageRequest
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: host = try field.string("host")
    case 3: messageRequest = .fileByFilename(try field.string("file_by_filename"))
    case 4: messageRequest = .fileContainingSymbol(try field.string("file_containing_symbol"))
    case 5:
      try field.merge(
        into: &messageRequest, "file_containing_extension",
        as: MessageRequest.fileContainingExtension
      ) {
        if case .fileContainingExtension(let former) = $0 { former } else { nil }
      }
    case 6:
      messageRequest = .allExtensionNumbersOfType(try field.string("all_extension_numbers_of_type"))
    case 7: messageRequest = .listServices(try field.string("list_services"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(host, field: 1)
    switch messageRequest {
    case nil: break
    case .fileByFilename(let value): writer.write(value, field: 3, always: true)
    case .fileContainingSymbol(let value): writer.write(value, field: 4, always: true)
    case .fileContainingExtension(let value): writer.write(value, field: 5)
    case .allExtensionNumbersOfType(let value): writer.write(value, field: 6, always: true)
    case .listServices(let value): writer.write(value, field: 7, always: true)
    }
  }
}
