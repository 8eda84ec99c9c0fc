package import ProtobufWire

/// Answers questions about a server's interface from descriptors; a value, without a call around it.
package struct ReflectionIndex: Sendable {
  /// What one call has been sent: files go over it once.
  package struct Session: Sendable {
    fileprivate var sent: Set<String> = []

    /// Makes what a new call starts with.
    package init() {}
  }

  /// gRPC's number for a wrong question.
  static let invalidArgument: Int32 = 3
  /// gRPC's number for what is not there.
  static let notFound: Int32 = 5
  /// Of a name that is not there, an error repeats no more than this: names are short.
  static let maximumEchoCount = 256

  private let pool: DescriptorPool
  private let services: [String]

  /// Makes an index of `pool` for a server that offers `services`.
  package init(_ pool: DescriptorPool, services: some Sequence<String>) {
    self.pool = pool
    self.services = Set(services).sorted()
  }

  /// Answers one request of a call.
  package func answer(
    _ request: ServerReflectionRequest, in session: inout Session
  ) -> ServerReflectionResponse {
    var response = ServerReflectionResponse(answer(request.messageRequest, &session))
    response.validHost = request.host
    response.originalRequest = request
    return response
  }

  private func answer(
    _ question: ServerReflectionRequest.MessageRequest?, _ session: inout Session
  ) -> ServerReflectionResponse.MessageResponse {
    switch question {
    case .fileByFilename(let name):
      return files(pool.file(named: name), &session, orMissing: "file", name)
    case .fileContainingSymbol(let symbol):
      return files(pool.file(declaring: symbol), &session, orMissing: "symbol", symbol)
    case .fileContainingExtension(let name):
      let (type, number) = (name.containingType, name.extensionNumber)
      let file = pool.file(extending: type, numbered: Int(number))
      return files(file, &session, orMissing: "extension \(number) of message", type)
    case .allExtensionNumbersOfType(let type):
      guard pool.message(named: type) != nil else { return missing("message", type) }
      let numbers = pool.extensionNumbers(of: type).map(Int32.init(truncatingIfNeeded:))
      return .extensionNumbers(ofType: type, numbers)
    case .listServices: return .services(services)
    case nil:
      return .failure(code: Self.invalidArgument, message: "the request asks nothing that is known")
    }
  }

  /// The file, even if it was sent before, then all that it imports and that was not.
  private func files(
    _ file: FileDescriptor?, _ session: inout Session, orMissing kind: String, _ name: String
  ) -> ServerReflectionResponse.MessageResponse {
    guard let file else { return missing(kind, name) }
    session.sent.insert(file.name)
    var answer = [file]
    var next = 0
    while next < answer.count {
      for dependency in answer[next].dependencies where session.sent.insert(dependency).inserted {
        if let imported = pool.file(named: dependency) { answer.append(imported) }
      }
      next += 1
    }
    return .files(answer.map(\.bytes))
  }

  private func missing(_ kind: String, _ name: String) -> ServerReflectionResponse.MessageResponse {
    let shown = String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.maximumEchoCount)))
    return .failure(code: Self.notFound, message: "there is no \(kind) \(shown)")
  }
}
