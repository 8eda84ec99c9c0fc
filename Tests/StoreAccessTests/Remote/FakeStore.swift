internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import RPCInProcess
internal import StoreAccess

/// A daemon's store that answers as a test says.
enum FakeStore {
  /// Runs one for the length of a closure and until all calls have ended.
  ///
  /// - Parameters:
  ///   - token: What the caller shows.
  ///   - register: Says what it answers.
  ///   - body: Calls it.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  static func run<Value: Sendable>(
    token: String? = nil, _ register: (inout Router) -> Void,
    _ body: (RemoteStore) async throws -> Value
  ) async throws -> Value {
    var router = Router()
    register(&router)
    let handler = router
    let transport = InProcessTransport()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await transport.run(handler) }
      let value: Value
      do {
        value = try await body(RemoteStore(Client(over: transport), token: token))
      } catch {
        transport.beginShutdown()
        throw error
      }
      transport.beginShutdown()
      try await group.waitForAll()
      return value
    }
  }

  /// Runs one that answers one method, and gives what was asked too.
  static func asked<Request, Response, Value: Sendable>(
    _ method: Method<Request, Response>, answer: Response,
    _ body: (RemoteStore) async throws -> Value
  ) async throws -> (request: Request?, value: Value) {
    let requests = Recorder<Request>()
    let value = try await run(
      token: "token",
      { router in
        router.unary(method) { request, _ in
          requests.add(request)
          return answer
        }
      }, body)
    return (requests.all.first, value)
  }

  /// So many heart rates.
  static func run(_ count: Int, text: String? = nil) -> SampleRun {
    var run = SampleRun(empty: .heartRate, like: .quantity(values: [], units: DictionaryColumn()))
    for row in 0..<count {
      run.append(
        Sample(
          uuid: SampleUUID(base: 1, counter: UInt64(row)), type: .heartRate, start: Double(row),
          end: Double(row), value: .quantity(Quantity(60, .count)),
          source: SourceRevision(source: Source(bundleIdentifier: "a.b", name: "A")),
          metadata: text.map { ["key": .string("\(row) \($0)")] } ?? [:]))
    }
    return run
  }

  static var coverage: CoverageMessage {
    var coverage = CoverageMessage()
    coverage.from = 10
    coverage.until = 20
    coverage.age = 5
    return coverage
  }
}
