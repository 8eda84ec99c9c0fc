internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire
internal import Synchronization
internal import SystemCore
internal import Testing

/// Whatever listens where the node should, a run comes to its end and holds nothing for conforming.
@Suite(.serialized, .timeLimit(.minutes(5))) struct HostileTargetTests {
  /// A dozen; floods are met by the first two.
  private static let paths = [
    "handshake/hello/phone-says-nothing-first", "http2/window/of-a-stream",
    "sharing/insert/both-ways", "http2/preface/missing", "http2/preface/settings-of-the-node",
    "http2/ends/reset-of-one", "http2/limit/100-streams", "http2/hpack/number-without-end",
    "http2/pseudo/no-path", "http2/flood/pings", "http2/settings/each-acknowledged",
    "http2/padding/taken",
  ]

  @Test(arguments: HostileTarget.all)
  func `a run against something hostile ends`(target: HostileTarget) async throws {
    let start = MonotonicInstant.now
    let result = try await Self.run(against: target)
    #expect(result.entries.count == Self.paths(for: target).count)
    for entry in result.entries {
      switch entry.verdict {
      case .deviates, .inconclusive: break
      case .conforms, .notApplicable: Issue.record("\(entry.path): \(entry.verdict)")
      }
    }
    // A case is given up after ten seconds, and may have to wait for a processor.
    #expect(start.duration(to: .now) < .seconds(20 * result.entries.count))
  }

  private static func paths(for target: HostileTarget) -> [String] {
    target.isFlood ? Array(paths.prefix(2)) : paths
  }

  private static func run(against target: HostileTarget) async throws -> RunResult {
    let isOver = SharedFlag()
    let results = SharedResult()
    try await TwoEnds.play { listener in
      target.serve(listener, until: isOver.value)
    } client: { address in
      defer { isOver.value.store(true, ordering: .relaxed) }
      let choice = TargetChoice.running(
        address: address, code: "12345678", operatorSocket: nil, appSocket: nil)
      let cases = Catalogue.all.filter { paths(for: target).contains($0.path) }
      let plan = RunPlan(cases, jobs: 1, timeout: .seconds(10))
      let staging = Staging.nodes(
        choice, role: .phone, target: "nobody", patience: .milliseconds(200))
      let result = Runner(plan, staging).run()
      results.value.withLock { $0 = result }
    }
    return try #require(results.value.withLock { $0 })
  }
}

/// Whether a run is over, for the other thread.
private final class SharedFlag: Sendable {
  let value = Atomic(false)
}

/// What came of a run, for the other thread.
private final class SharedResult: Sendable {
  let value = Mutex<RunResult?>(nil)
}
