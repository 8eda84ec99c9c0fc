internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import ProtobufWire
internal import RPCCore

/// Declarations that the server tells of itself; owns what it has told so far.
///
/// Most servers know the service by its present name, older ones by the former.
actor ReflectionSource: DescriptorSource {
  private typealias Conversation = ClientStream<ServerReflectionRequest, ServerReflectionResponse>

  /// All files together: a peer decides how many there are and how long.
  private static let mostBytes = 64 << 20

  private let caller: Caller
  private var isOlder = false
  private var files: [String: FileDescriptor] = [:]
  private var byteCount = 0

  init(_ caller: Caller) {
    self.caller = caller
  }

  func services() async throws -> [String] {
    try await converse { conversation in
      guard
        case .listServicesResponse(let list) = try await Self.ask(.listServices(""), conversation)
      else { throw Self.strangeAnswer }
      return list.service.map(\.name).sorted()
    }
  }

  func load(_ symbol: String) async throws -> Bool {
    try await load(.fileContainingSymbol(symbol))
  }

  func loadFile(_ name: String) async throws -> Bool {
    if files[name] != nil { return true }
    return try await load(.fileByFilename(name))
  }

  func pool() throws -> DescriptorPool {
    do throws(WireError) {
      // In one order, so that an error is the same each time.
      return try DescriptorPool(files.values.sorted { $0.name < $1.name })
    } catch {
      throw ProgramFailure(
        .failure, "cannot use the server's descriptors: \(error)", advice: Self.otherWay)
    }
  }

  private func load(_ question: ServerReflectionRequest.MessageRequest) async throws -> Bool {
    try await converse { conversation in
      guard case .fileDescriptorResponse(let found) = try await Self.ask(question, conversation)
      else {
        return false
      }
      var missing = try await self.keep(found.fileDescriptorProto)
      // A server may send what a file imports along with it, or wait to be asked.
      while let (name, importer) = missing.first {
        guard
          case .fileDescriptorResponse(let found) = try await Self.ask(
            .fileByFilename(name), conversation)
        else {
          throw ProgramFailure(
            .failure,
            "cannot use the server's descriptors: \(importer) imports \(name), which it does not have",
            advice: Self.otherWay)
        }
        missing = try await self.keep(found.fileDescriptorProto, wanted: name)
      }
      return true
    }
  }

  /// Takes in files.
  ///
  /// - Parameters:
  ///   - found: Their bytes.
  ///   - wanted: The name of the one that was asked for, if it was asked for by name.
  /// - Returns: The files that are imported and not there, with who imports them.
  /// - Throws: For what is no file, or too many of them.
  private func keep(
    _ found: [[UInt8]], wanted: String? = nil
  ) throws -> [(name: String, importer: String)] {
    for bytes in found {
      let file: FileDescriptor
      do throws(WireError) {
        file = try FileDescriptor(decoding: bytes)
      } catch {
        throw ProgramFailure(
          .failure, "cannot use the server's descriptors: \(error)", advice: Self.otherWay)
      }
      guard files[file.name] == nil else { continue }
      files[file.name] = file
      byteCount += bytes.count
      guard byteCount <= Self.mostBytes, files.count <= DescriptorPool.maximumFileCount else {
        throw ProgramFailure(
          .failure, "cannot use the server's descriptors: there are too many",
          advice: Self.otherWay)
      }
    }
    // Or it would be asked for again, and for ever.
    guard wanted.map({ files[$0] != nil }) ?? true else { throw Self.strangeAnswer }
    return files.values.flatMap { file in
      file.dependencies.filter { files[$0] == nil }.map { ($0, file.name) }
    }.sorted { $0.name < $1.name }
  }

  private func converse<Result: Sendable>(
    _ body: @Sendable (Conversation) async throws -> Result
  ) async throws -> Result {
    if !isOlder {
      do {
        return try await converse(ReflectionService.info, body)
      } catch let error as RPCError where error.code == .unimplemented {
        // The server may know the former name.
      }
    }
    do {
      let result = try await converse(ReflectionService.olderInfo, body)
      isOlder = true
      return result
    } catch let error as RPCError where error.code == .unimplemented {
      throw ProgramFailure(
        .failure, "cannot ask the server what it offers: it has no reflection (\(error.detail))",
        advice: Self.otherWay)
    }
  }

  private func converse<Result: Sendable>(
    _ method: Method<ServerReflectionRequest, ServerReflectionResponse>,
    _ body: @Sendable (Conversation) async throws -> Result
  ) async throws -> Result {
    try await caller.client.withCall(method, options: caller.options) { call in
      let result = try await body(call)
      call.finishSending()
      return result
    }
  }

  /// Asks one question; `nil` says that there is no such thing.
  private static func ask(
    _ question: ServerReflectionRequest.MessageRequest, _ conversation: Conversation
  ) async throws -> ServerReflectionResponse.MessageResponse? {
    do {
      try await conversation.send(ServerReflectionRequest(question))
    } catch is RPCError {
      // Reading tells how the call ended.
    }
    guard let answer = try await conversation.receive()?.messageResponse else {
      throw strangeAnswer
    }
    guard case .errorResponse(let failure) = answer else { return answer }
    let status = StatusCode(rawValue: Int(failure.errorCode)) ?? .unknown
    if status == .notFound { return nil }
    // Without the service there is no such answer, so it must not look like that.
    throw RPCError(
      status == .unimplemented ? .unknown : status,
      "the server's reflection: \(failure.errorMessage)")
  }

  private static let otherWay = "Read the descriptors from a file instead, with --protoset FILE."

  private static var strangeAnswer: RPCError {
    RPCError(.internal, "the server's reflection does not answer the question")
  }
}
