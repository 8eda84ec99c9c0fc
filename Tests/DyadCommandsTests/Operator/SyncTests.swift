internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import DyadServices
internal import PairingCommands
internal import RPCCore
internal import TestSupport
internal import Testing
internal import TextFormats

/// Asking for devices to hold the same.
@Suite(.timeLimit(.minutes(5))) struct SyncTests {
  private static func equal() -> SyncNowResponse {
    var answer = SyncNowResponse()
    answer.peers = [Nodes.band()]
    return answer
  }

  private static let late = RPCError(.deadlineExceeded, "cannot sync: not equal in time")

  @Test(arguments: [
    (["sync"], "", false), (["sync", "Band"], "Band", false),
    (["sync", "--wait", "--reconcile", "W4TC"], "W4TC", true),
    (["verify", "--peer"], "", true), (["verify", "--peer", "Band"], "Band", true),
  ])
  func `what is asked for reaches the daemon`(
    words: [String], peer: String, isComplete: Bool
  ) async throws {
    let asked = Asked<SyncNowRequest>()
    let run = try await PairRun.dyad(
      words, { $0.answer(OperatorMethods.syncNow, asked, with: Self.equal()) })
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(asked.all.map(\.peer) == [peer])
    #expect(asked.all.map(\.reconcile) == [isComplete])
    #expect(run.output == "The watch \"Band\" and this device agree on all that both keep.\n")
  }

  @Test(arguments: [
    (["sync"], 0.0..<3), (["sync", "--wait", "--for", "2h"], 7_000..<7_201),
    (["sync", "--for", "1h"], 3_500..<3_601), (["sync", "--wait"], 25..<31),
    (["verify", "--peer"], 290..<301),
  ])
  func `the daemon knows for how long`(words: [String], seconds: Range<Double>) async throws {
    let asked = Asked<Double>()
    let run = try await PairRun.dyad(
      words,
      { router in
        router.unary(OperatorMethods.syncNow) { _, call in
          let rest = (call.deadline ?? .now) - .now
          asked.note(Double(rest.components.seconds))
          return Self.equal()
        }
      })
    #expect(run.exitCode == .success)
    #expect(asked.all.count == 1)
    #expect(asked.all.allSatisfy(seconds.contains), "\(asked.all)")
  }

  @Test func `without waiting it is enough to begin`() async throws {
    let run = try await PairRun.dyad(
      ["sync"],
      { router in
        router.refuse(OperatorMethods.syncNow, Self.late)
        router.status(
          Nodes.phone { peer in
            peer.state = .syncing
            peer.lag = [Nodes.count(Types.heartRate, 7)]
          })
      })
    #expect(run.exitCode == .success)
    #expect(
      run.output == "The watch \"Band\" is syncing, 7 samples to go, equal last 12 s ago.\n")
    #expect(run.errors.isEmpty)
  }

  @Test func `whoever waits in vain is told why`() async throws {
    let run = try await PairRun.dyad(
      ["sync", "--wait", "--for", "90s", "--json"],
      { router in
        router.refuse(OperatorMethods.syncNow, Self.late)
        router.status(Nodes.phone { $0.state = .syncing })
      })
    #expect(run.exitCode == .failure)
    #expect(try run.json.first?["equal"] == .bool(false))
    #expect(try run.json.first?["peers"]?.arrayValue?.first?["state"]?.stringValue == "syncing")
    #expect(run.errors.contains("cannot sync: not equal after 1 minute 30 seconds\n"))
    #expect(run.errors.contains("'dyad status --watch' shows how far it is"))
  }

  @Test(arguments: [["sync"], ["sync", "--wait"], ["verify", "--peer"]])
  func `what cannot go on by itself is a failure`(words: [String]) async throws {
    let run = try await PairRun.dyad(
      words,
      { router in
        router.refuse(OperatorMethods.syncNow, Self.late)
        router.status(
          Nodes.phone { peer in
            peer.state = .braked
            peer.braked = [Nodes.count(Types.heartRate, 300)]
          })
      })
    #expect(run.exitCode == .failure)
    #expect(run.errors.contains("'dyad brake accept"), "\(run.errors)")
  }

  @Test func `nobody is waited for who is not connected`() async throws {
    let run = try await PairRun.dyad(
      ["verify", "--peer"],
      { router in
        // As a daemon does: it answers once they are equal.
        router.unary(OperatorMethods.syncNow) { _, _ in
          try await Task.sleep(for: .seconds(3_600))
          return Self.equal()
        }
        router.status(Nodes.phone { $0.state = .retrying })
      }, { $0.surroundings.sleep = { _ in } })
    #expect(run.exitCode == .failure)
    #expect(run.errors.contains("cannot compare with the other device: it is not connected\n"))
    #expect(run.errors.contains("it cannot be reached"))
  }

  @Test func `a sync that the brake refuses says how to go on`() async throws {
    let run = try await PairRun.dyad(
      ["sync", "--wait"],
      { router in
        router.refuse(
          OperatorMethods.syncNow, RPCError(.failedPrecondition, "cannot sync: deletions wait"))
        router.status(Nodes.phone { $0.state = .braked })
      })
    #expect(run.exitCode == .refused)
    #expect(run.errors.hasPrefix("dyad: cannot sync: deletions wait\n  The brake stopped"))
  }

  @Test func `only the device that was named is told about`() async throws {
    let run = try await PairRun.dyad(
      ["sync", "w4tc0000"],
      { router in
        router.refuse(OperatorMethods.syncNow, Self.late)
        var status = Nodes.phone { $0.state = .syncing }
        status.peers.append(
          Nodes.band { peer in
            peer.id = "X0AA-0000"
            peer.name = "Loop"
            peer.state = .retrying
          })
        router.status(status)
      })
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(!run.output.contains("Loop"))
  }

  @Test func `a node without peers has nothing to sync`() async throws {
    let run = try await PairRun.dyad(
      ["sync"], { $0.answer(OperatorMethods.syncNow, with: SyncNowResponse()) })
    #expect(run.exitCode == .notFound)
    #expect(run.errors.contains("no device is paired\n  'dyad pair show'"))
  }

  @Test func `a device that cannot be reached is told`() async throws {
    let run = try await PairRun.dyad(
      ["sync", "--wait"],
      { router in
        router.refuse(
          OperatorMethods.syncNow, RPCError(.unavailable, "the watch Band is not connected"))
      })
    #expect(run.exitCode == .failure)
    #expect(run.errors.contains("cannot sync: the watch Band is not connected\n  'dyad status'"))
  }

  @Test(arguments: [
    ["sync", "--for", "30"], ["sync", "--for", "0s"], ["sync", "--for", "+1s"],
    ["sync", "--for", "9999999s"], ["sync", ""], ["verify", "Band"],
  ])
  func `words that do not fit are refused`(words: [String]) async throws {
    let run = try await PairRun.dyad(words, { _ in })
    #expect(run.exitCode == .usage, "\(run.errors)")
  }
}
