extension ServerReflectionResponse.MessageResponse {
  /// The files asked for, each as the bytes of a `FileDescriptorProto`.
  package static func files(_ files: [[UInt8]]) -> Self {
    var response = FileDescriptorResponse()
    response.fileDescriptorProto = files
    return .fileDescriptorResponse(response)
  }

  /// The numbers of a message's extensions.
  package static func extensionNumbers(ofType type: String, _ numbers: [Int32]) -> Self {
    var response = ExtensionNumberResponse()
    response.baseTypeName = type
    response.extensionNumber = numbers
    return .allExtensionNumbersResponse(response)
  }

  /// The full names of all services.
  package static func services(_ names: [String]) -> Self {
    var response = ListServiceResponse()
    response.service = names.map { name in
      var service = ServiceResponse()
      service.name = name
      return service
    }
    return .listServicesResponse(response)
  }

  /// Why there is no answer: a gRPC status code and a message.
  package static func failure(code: Int32, message: String) -> Self {
    var response = ErrorResponse()
    response.errorCode = code
    response.errorMessage = message
    return .errorResponse(response)
  }
}
