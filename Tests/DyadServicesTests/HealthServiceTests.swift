internal import DyadServices
internal import RPCCore
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct HealthServiceTests {
  private let service = HealthService(ServiceHealth(services: ["a", "b"], status: .serving))

  private func withClient<Result: Sendable>(
    _ body: (Client) async throws -> Result
  ) async throws -> Result {
    var router = Router()
    router.add(service)
    return try await withServices(of: router, body)
  }

  private func watching<Result: Sendable>(
    _ name: String, on client: Client, options: CallOptions = CallOptions(),
    _ body: (ClientStream<HealthCheckRequest, HealthCheckResponse>) async throws -> Result
  ) async throws -> Result {
    try await client.withCall(HealthMethods.watch, options: options) { call in
      try call.sendOnly(HealthCheckRequest(service: name))
      return try await body(call)
    }
  }

  @Test(arguments: ["", "a"]) func `a check tells how a known name is`(name: String) async throws {
    service.update { $0.set(.notServing, for: "b") }
    let status = try await withClient {
      try await $0.call(HealthMethods.check, HealthCheckRequest(service: name)).status
    }
    #expect(status == .serving)
  }

  @Test func `a check of an unknown name is not found`() async throws {
    try await withClient { client in
      let error = await #expect(throws: RPCError.self) {
        try await client.call(HealthMethods.check, HealthCheckRequest(service: "c"))
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test func `a list tells how all are`() async throws {
    let list = try await withClient { try await $0.call(HealthMethods.list, HealthListRequest()) }
    #expect(list.statuses.mapValues(\.status) == ["": .serving, "a": .serving, "b": .serving])
  }

  @Test func `a list that is too long is refused`() async throws {
    service.update { health in
      for number in 0..<ServiceHealth.maximumListCount { health.set(.serving, for: "s\(number)") }
    }
    try await withClient { client in
      let error = await #expect(throws: RPCError.self) {
        try await client.call(HealthMethods.list, HealthListRequest())
      }
      #expect(error?.code == .resourceExhausted)
    }
  }

  @Test func `a watch tells the status at once and after each change`() async throws {
    try await withClient { client in
      let told = try await watching("a", on: client) { call in
        var told = [try await call.receive()?.status]
        service.update { $0.set(.notServing, for: "b") }
        service.update { $0.set(.notServing, for: "a") }
        told.append(try await call.receive()?.status)
        service.update { $0.set(.serving, for: "a") }
        told.append(try await call.receive()?.status)
        return told
      }
      #expect(told == [.serving, .notServing, .serving])
    }
    #expect(service.waitingWatchers == 0)
  }

  @Test func `a watch of an unknown name stays open until it is known`() async throws {
    try await withClient { client in
      let told = try await watching("later", on: client) { call in
        let first = try await call.receive()?.status
        service.update { $0.set(.serving, for: "later") }
        return [first, try await call.receive()?.status]
      }
      #expect(told == [.serviceUnknown, .serving])
    }
  }

  @Test func `many who watch are all told`() async throws {
    let count = 200
    let told = try await withClient { client in
      try await withThrowingTaskGroup(of: ServingStatus?.self) { group in
        for _ in 0..<count {
          group.addTask {
            try await watching("a", on: client) { call in
              _ = try await call.receive()
              return try await call.receive()?.status
            }
          }
        }
        while service.waitingWatchers < count { await Task.yield() }
        service.update { $0.set(.unknown, for: "a") }
        return try await group.reduce(into: 0) { $0 += $1 == .unknown ? 1 : 0 }
      }
    }
    #expect(told == count)
    #expect(service.waitingWatchers == 0)
  }

  @Test func `one who reads slowly gets the latest only`() async throws {
    var options = CallOptions()
    options.limits.outboundMark = 1
    options.limits.creditStep = 1
    let statuses = try await withClient { client in
      try await watching("a", on: client, options: options) { call in
        for number in 0..<1000 {
          service.update { $0.set(number.isMultiple(of: 2) ? .notServing : .serving, for: "a") }
          await Task.yield()
        }
        service.update { $0.set(.unknown, for: "a") }
        var statuses: [ServingStatus] = []
        while statuses.last != .unknown, let next = try await call.receive() {
          statuses.append(next.status)
        }
        return statuses
      }
    }
    #expect(statuses.last == .unknown)
    #expect(statuses.count < 10)
  }

  @Test(arguments: [("a", ServingStatus.notServing), ("c", .serviceUnknown)])
  func `at shutdown those who watch are told, and their calls end`(
    name: String, last: ServingStatus
  ) async throws {
    // The server runs until its calls have ended: without their end this would never.
    try await withClient { client in
      try await watching(name, on: client) { call in
        let first = try await call.receive()?.status
        service.beginShutdown()
        let second = first == last ? first : try await call.receive()?.status
        #expect(second == last)
        let error = await #expect(throws: RPCError.self) { try await call.receive() }
        #expect(error?.code == .unavailable)
      }
      let status = try await client.call(HealthMethods.check, HealthCheckRequest()).status
      #expect(status == .notServing)
    }
  }

  @Test func `a watch that begins after the shutdown ends as well`() async throws {
    service.beginShutdown()
    try await withClient { client in
      try await watching("a", on: client) { call in
        let first = try await call.receive()?.status
        #expect(first == .notServing)
        let error = await #expect(throws: RPCError.self) { try await call.receive() }
        #expect(error?.code == .unavailable)
      }
    }
  }
}
