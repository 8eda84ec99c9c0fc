internal import RPCCore

/// A handler that hands its calls to the test, and returns when the test releases it or it is
/// cancelled.
struct HandedOver: CallHandler {
  let calls: AsyncStream<ServerCall>
  private let handing: AsyncStream<ServerCall>.Continuation
  private let gate: AsyncStream<Never>
  private let opening: AsyncStream<Never>.Continuation

  init() {
    (calls, handing) = AsyncStream.makeStream()
    (gate, opening) = AsyncStream.makeStream()
  }

  var methods: [MethodPath] { [] }

  func handle(_ call: ServerCall) async {
    handing.yield(call)
    for await _ in gate {}
    call.finish(.ok)
  }

  /// The call that the test made.
  func next() async -> ServerCall? {
    var iterator = calls.makeAsyncIterator()
    return await iterator.next()
  }

  func release() { opening.finish() }
}
