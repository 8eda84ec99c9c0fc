internal import RPCCore

/// Gives messages back as they came; without a look inside, so that what is measured is the stack.
enum BenchEcho {
  static let method = Method<[UInt8], [UInt8]>(
    MethodPath(service: "dyad.bench.Echo", method: "Echo"), .unary, request: .bytes,
    response: .bytes)

  static func add(to router: inout Router) {
    router.unary(method) { request, _ in request }
  }
}
