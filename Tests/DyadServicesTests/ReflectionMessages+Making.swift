internal import DyadServices

extension ServerReflectionRequest {
  init(_ question: MessageRequest, host: String) {
    self.init(question)
    self.host = host
  }
}

extension ExtensionRequest {
  init(type: String, number: Int32) {
    self.init()
    containingType = type
    extensionNumber = number
  }
}

extension ServerReflectionResponse {
  init(_ answer: MessageResponse, to request: ServerReflectionRequest) {
    self.init(answer)
    validHost = request.host
    originalRequest = request
  }
}
