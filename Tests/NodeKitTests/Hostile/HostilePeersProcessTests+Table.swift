internal import DyadServices
internal import HealthModel
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import Synchronization
internal import SystemCore
internal import TestSupport
internal import Testing

/// What an honest app gets beside each attack, and what the daemon pays for it.
extension `The daemon among hostile peers` {
  /// An app that reads its latest sample again and again, each time on a connection of its own.
  private struct HonestApp: Sendable {
    let daemon: ClientConfiguration
    let options: CallOptions
    let process: Int32

    /// How long each call took, and the most memory that the daemon held between them, in KiB.
    struct Answers {
      var delays: [Duration] = []
      var memory = 0
      /// How often it had to connect again, because its connection made room before it was heard.
      var again = 0

      var worst: Duration { delays.max() ?? .zero }
    }

    /// Calls so often and until something is over; every call must be answered, at the tenth try at the latest.
    func call(
      _ count: Int, after isOver: @Sendable () -> Bool = { true }
    ) async throws -> Answers {
      var (answers, rest) = (Answers(), count)
      let loop = try EventLoop(name: "honest")
      do {
        while rest > 0 {
          if isOver() { rest -= 1 }
          let begin = ContinuousClock.now
          var tries = 1
          while true {
            do {
              try await HTTP2Client.withClient(daemon, on: loop) { try await readLatest($0) }
              break
            } catch let error as RPCError where error.code == .unavailable && tries < 10 {
              tries += 1
              answers.again += 1
            }
          }
          answers.delays.append(begin.duration(to: .now))
          answers.memory = max(answers.memory, (try? ProcessFigures(of: process).memory) ?? 0)
        }
      } catch {
        await loop.shutdown()
        throw error
      }
      await loop.shutdown()
      return answers
    }

    private func readLatest(_ client: Client) async throws {
      var request = QueryRequest()
      request.type = ObjectType.heartRate.identifier
      request.order = [SortKeyMessage(SortDescriptor(.end, ascending: false))]
      request.limit = 1
      let answers = try await client.all(StoreMethods.query, request, options)
      #expect(answers.count == 2)
    }
  }

  /// Says that an attack is over.
  private final class Ending: Sendable {
    let isOver = Atomic(false)
  }

  /// Lets an app read heart rates.
  private func allow(_ options: CallOptions, of daemon: RunningDaemon) async throws {
    var asked = RequestAuthorizationRequest()
    asked.read = [ObjectType.heartRate.identifier]
    asked.noWait = true
    _ = try await withClient(daemon.asApp()) { [asked] client in
      try await client.call(StoreMethods.requestAuthorization, asked, options: options)
    }
    try await withClient(daemon.asOwner()) { client in
      let open = try await client.call(OperatorMethods.listRequests, ListRequestsRequest())
      var decision = DecideRequest()
      decision.id = try #require(open.requests.first).id
      decision.others = true
      _ = try await client.call(OperatorMethods.decide, decision)
    }
  }

  /// Runs an attack, and the app beside it and for some calls after it.
  private func run(
    _ attack: Attack, on victim: Attack.Victim, beside app: HonestApp
  ) async throws -> HonestApp.Answers {
    let ending = Ending()
    let loops = try (0..<attack.attackers).map { try EventLoop(name: "attacker \($0)") }
    do {
      let seen = try await withThrowingTaskGroup(of: [RawConnection].self) { group in
        for loop in loops {
          group.addTask(executorPreference: loop) {
            await Task.yield()
            return try await attack.run(victim, loop)
          }
        }
        async let seen = app.call(100) { ending.isOver.load(ordering: .relaxed) }
        var held: [RawConnection] = []
        for try await some in group { held += some }
        ending.isOver.store(true, ordering: .relaxed)
        let answers = try await seen
        withExtendedLifetime(held) {}
        return answers
      }
      for loop in loops { await loop.shutdown() }
      return seen
    } catch {
      for loop in loops { await loop.shutdown() }
      throw error
    }
  }

  /// `DYAD_LONG=1` attacks for longer; `DYAD_PROGRAMS` names a release to be measured.
  @Test func `an honest app is answered beside every attack`() async throws {
    let daemon = try start(connections: 1_024)
    var options = try await addApp("app.honest", to: daemon)
    let hostile = try await addApp("app.hostile", to: daemon)
    try await HostileStore.fill(daemon)
    try await allow(options, of: daemon)
    try await share(.cda, hostile, of: daemon)
    options.timeout = .seconds(30)
    guard case .unix(let apps) = daemon.apps, case .unix(let owner) = daemon.owner,
      let node = daemon.node.port, let token = hostile.metadata[text: "authorization"]
    else { throw TestSupportError("the daemon listens at no socket of the kind") }
    let victim = Attack.Victim(
      apps: apps, owner: owner, node: node,
      call: FrameWriter.request(HealthMethods.watch.path.path) + [("authorization", token)],
      app: (daemon.asApp(), hostile))
    let process = daemon.program.number
    let app = HonestApp(daemon: daemon.asApp(), options: options, process: process)
    print(
      "| attack | calls answered | connected again | worst delay, ms: before | beside | after "
        + "| memory, MiB: before | most | after | processor, s |\n|---|---|---|---|---|---|---|---|---|---|"
    )
    for attack in try Attack.all() {
      let before = try await app.call(20)
      let busy = try ProcessFigures.processorTime(of: process)
      let beside = try await run(attack, on: victim, beside: app)
      let used = try ProcessFigures.processorTime(of: process) - busy
      let after = try await app.call(20)
      let figures: [String] =
        [attack.name, "\(beside.delays.count)", "\(beside.again)"]
        + [before, beside, after].map { "\($0.worst / .milliseconds(1))".prefix(5) }.map(
          String.init)
        + [before, beside, after].map { "\($0.memory / 1_024)" } + ["\(used / .seconds(1))"]
      print("| " + figures.joined(separator: " | ") + " |")
      if ProcessFigures.obstacle == nil {
        #expect(beside.memory - before.memory < 128 * 1_024, "\(attack.name)")
      }
    }
  }
}
