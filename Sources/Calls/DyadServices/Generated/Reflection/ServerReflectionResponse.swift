package import ProtobufWire

/// One answer.
package struct ServerReflectionResponse: WireMessage {
  package static let wireName = "grpc.reflection.v1.ServerReflectionResponse"

  /// What it can be.
  package enum MessageResponse: Hashable, Sendable {
    /// The files asked for.
    case fileDescriptorResponse(FileDescriptorResponse)
    /// The numbers of a message's extensions.
    case allExtensionNumbersResponse(ExtensionNumberResponse)
    /// All services.
    case listServicesResponse(ListServiceResponse)
    /// Why there is no answer; the call itself goes on.
    case errorResponse(ErrorResponse)
  }

  /// What it is; nothing for what a newer version means.
  package var messageResponse: MessageResponse?
  /// The host of the question.
  package var validHost = ""
  /// The question.
  package var originalRequest: ServerReflectionRequest?

  /// Makes one in which nothing is said.
  package init() {}

  /// Makes one.
  package init(_ messageResponse: MessageResponse) {
    self.messageResponse = messageResponse
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: validHost = try field.string("valid_host")
    case 2: try field.merge(into: &originalRequest, "original_request")
    case 4:
      try field.merge(
        into: &messageResponse, "file_descriptor_response",
        as: MessageResponse.fileDescriptorResponse
      ) {
        if case .fileDescriptorResponse(let former) = $0 { former } else { nil }
      }
    case 5:
      try field.merge(
        into: &messageResponse, "all_extension_numbers_response",
        as: MessageResponse.allExtensionNumbersResponse
      ) {
        if case .allExtensionNumbersResponse(let former) = $0 { former } else { nil }
      }
    case 6:
      try field.merge(
        into: &messageResponse, "list_services_response", as: MessageResponse.listServicesResponse
      ) {
        if case .listServicesResponse(let former) = $0 { former } else { nil }
      }
    case 7:
      try field.merge(into: &messageResponse, "error_response", as: MessageResponse.errorResponse) {
        if case .errorResponse(let former) = $0 { former } else { nil }
      }
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(validHost, field: 1)
    writer.write(originalRequest, field: 2)
    switch messageResponse {
    case nil: break
    case .fileDescriptorResponse(let value): writer.write(value, field: 4)
    case .allExtensionNumbersResponse(let value): writer.write(value, field: 5)
    case .listServicesResponse(let value): writer.write(value, field: 6)
    case .errorResponse(let value): writer.write(value, field: 7)
    }
  }
}
