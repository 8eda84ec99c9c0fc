internal import CommandLineCore
internal import CommandSupport
internal import DynamicMessages
internal import ProtobufWire
internal import RPCCore
internal import TextFormats

/// One call of a method that is known by its descriptor alone.
struct OpenedCall: Sendable {
  private typealias Stream = ClientStream<[UInt8], [UInt8]>

  private enum Side {
    case sending
    case receiving
  }

  let caller: Caller
  let options: CallOptions
  let service: ServiceDescriptor
  let method: MethodDescriptor
  let codec: MessageCodec
  /// What is to be sent; nothing was said of it where it is `nil`.
  let input: JSONInput?
  let view: CallView

  /// Makes the call, and shows what comes.
  ///
  /// - Parameter pool: Declares the method.
  /// - Throws: `CallFailure` for every status but `OK`; what is wrong with the messages to send.
  func run(declaredIn pool: DescriptorPool) async throws {
    let only = method.isClientStreaming ? nil : try await onlyMessage()
    let declaration = DescriptorText.text(of: service.fullName, in: pool) ?? ""
    view.begin(SymbolDescription.line(of: method, in: declaration), options.metadata)
    do {
      try await caller.client.withCall(stub, options: options) { call in
        if let only {
          try call.sendOnly(only)
          view.noteSent()
          try await receiveAll(call)
        } else {
          try await exchange(call)
        }
      }
    } catch let error as RPCError {
      view.end(error.metadata)
      throw caller.failure(error, details: await StatusDetails.json(of: error, codec))
    }
  }

  private var stub: Method<[UInt8], [UInt8]> {
    let kind = CallKind(
      clientStreams: method.isClientStreaming, serverStreams: method.isServerStreaming)
    return Method(
      MethodPath(service: service.fullName, method: method.name), kind, request: .bytes,
      response: .bytes)
  }

  /// The one message of a method that takes one; nothing at all stands for an empty one.
  private func onlyMessage() async throws -> [UInt8] {
    let message = try await input?.next() ?? .init(number: 1, value: .object([]))
    guard try await input?.next() == nil else {
      throw ProgramFailure(
        .invalidInput, "cannot call \(method.name): it takes one message, and more are given")
    }
    var codec = codec
    return try await encode(message, &codec)
  }

  private func encode(
    _ message: JSONInput.Message, _ codec: inout MessageCodec
  ) async throws -> [UInt8] {
    do {
      return try await codec.bytes(from: message.value, as: method.inputType)
    } catch let error as DynamicMessageError {
      throw ProgramFailure(
        .invalidInput,
        "cannot encode message \(message.number): \(error.path): \(error.detail)",
        advice: error.code == .unknownField
          ? "'dyad rpc describe' shows the fields; --allow-unknown-fields passes over others."
          : "'dyad rpc describe ADDRESS \(method.inputType) --template' shows what it looks like.")
    }
  }

  /// Sends and receives at the same time; the answer decides when the call is over.
  private func exchange(_ call: Stream) async throws {
    try await withThrowingTaskGroup(of: Side.self) { group in
      group.addTask {
        try await sendAll(call)
        return .sending
      }
      group.addTask {
        try await receiveAll(call)
        return .receiving
      }
      while let side = try await group.next() {
        // A server may answer before it has heard all.
        if case .receiving = side { return group.cancelAll() }
      }
    }
  }

  private func sendAll(_ call: Stream) async throws {
    var codec = codec
    while let message = try await input?.next() {
      let bytes = try await encode(message, &codec)
      do {
        try await call.send(bytes)
      } catch is RPCError {
        // The other side of the call tells how it ended.
        return
      }
      view.noteSent()
    }
    call.finishSending()
  }

  private func receiveAll(_ call: Stream) async throws {
    if view.wantsHeaders { view.receive(headers: await call.headers) }
    if method.isServerStreaming {
      var codec = codec
      while let bytes = try await call.receive() {
        try view.receive(try await decode(bytes, &codec))
      }
    } else {
      // Some servers send a message with a status that says not to look at it.
      let bytes = try await call.receiveOnly()
      var codec = codec
      try view.receive(try await decode(bytes, &codec))
    }
    view.end(call.trailers ?? Metadata())
  }

  private func decode(
    _ bytes: [UInt8], _ codec: inout MessageCodec
  ) async throws -> JSONValue {
    do {
      return try await codec.json(from: bytes, as: method.outputType)
    } catch let error as DynamicMessageError {
      throw ProgramFailure(
        .failure, "cannot decode the answer: \(error.path): \(error.detail)",
        advice: "The server may have been changed since its descriptors were made.")
    }
  }
}
