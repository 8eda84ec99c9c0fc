internal import CommandLineCore
internal import ConformanceCases
internal import ConformanceKit
internal import SystemCore
internal import TestSupport
internal import Testing

/// The daemon, started once and asked everything that can be asked of a node which goes on from case to
/// case.
@Suite(.serialized, .timeLimit(.minutes(20))) struct `A node that runs already` {
  /// One run: in which order, and what is known of the node beside its port and a code.
  struct Way: Sendable, CustomTestStringConvertible {
    let role: Role
    let seed: UInt64
    let hasSockets: Bool
    /// Of how many cases one is asked.
    let share: Int
    /// How many of them apply at least.
    let least: Int

    var testDescription: String {
      "\(role.word), \(hasSockets ? "with its sockets" : "by its code alone"), seed \(seed)"
    }
  }

  /// A sample of all sections; `DYAD_LONG=1` asks everything, in each role with the sockets and without.
  static let ways =
    CurrentProcess.environment("DYAD_LONG") == "1"
    ? [
      Way(role: .phone, seed: 1, hasSockets: true, share: 1, least: 1_200),
      Way(role: .phone, seed: 2, hasSockets: false, share: 1, least: 800),
      Way(role: .watch, seed: 3, hasSockets: true, share: 1, least: 1_200),
      Way(role: .watch, seed: 4, hasSockets: false, share: 1, least: 800),
    ]
    : [
      Way(role: .phone, seed: 5, hasSockets: true, share: 12, least: 100),
      Way(role: .watch, seed: 6, hasSockets: false, share: 9, least: 90),
    ]

  @Test(arguments: ways) func `conforms, whatever was asked before`(way: Way) throws {
    let node = try StandingNode(way.role)
    let choice = TargetChoice.running(
      address: node.address, code: try node.code(),
      operatorSocket: way.hasSockets ? node.node.operatorSocket : nil,
      appSocket: way.hasSockets ? node.node.appSocket : nil)
    let staging = Staging.nodes(
      choice, role: way.role, target: "dyadd", patience: .seconds(10))
    try staging.reach()
    let cases = Catalogue.all.enumerated().filter { $0.offset.isMultiple(of: way.share) }
    #expect(Set(cases.map(\.element.section)) == Set(Catalogue.all.map(\.section)))
    let plan = RunPlan(cases.map(\.element), jobs: 1, seed: way.seed, timeout: .seconds(60))
    let result = Runner(plan, staging).run()
    // What a busy machine made miss its time holds when it is asked once more.
    let doubtful = Set(result.entries.filter(\.hasFailed).map(\.path))
    let again = RunPlan(
      Catalogue.all.filter { doubtful.contains($0.path) }, jobs: 1, seed: way.seed,
      timeout: .seconds(60))
    for entry in Runner(again, staging).run().entries where entry.hasFailed {
      Issue.record("\(entry.path): \(entry.verdict)")
    }
    #expect(doubtful.count < 10, "\(doubtful.sorted())")
    #expect(staging.leave() == nil)
    let applicable = result.entries.count - result.count(.inapplicable)
    #expect(applicable >= way.least)
    #expect(result.unfinished.isEmpty)
    // The tool has gone, and taken back what it wrote.
    #expect(try node.node.peers().isEmpty)
    #expect(try node.sampleCount() == 0)
  }

  @Test func `a past without the tool stays as it is`() throws {
    let node = try StandingNode(.phone)
    let own = [Sample.news(70), Sample.nap(), Sample.news(75, secondsAgo: 90 * 86_400)]
    try node.node.save(own)
    let choice = TargetChoice.running(
      address: node.address, code: try node.code(), operatorSocket: nil, appSocket: nil)
    let staging = Staging.nodes(choice, role: .phone, target: "dyadd", patience: .seconds(10))
    try staging.reach()
    let cases = try Selection(only: ["sharing/insert", "reconciling/judge"]).cases(
      of: Catalogue.all)
    _ = Runner(RunPlan(cases, jobs: 1, seed: 5), staging).run()
    #expect(staging.leave() == nil)
    #expect(try node.sampleCount() == own.count)
  }

  @Test func `a watch with samples of its own is not asked anything`() throws {
    let node = try StandingNode(.watch)
    try node.node.save([Sample.news()])
    let choice = TargetChoice.running(
      address: node.address, code: try node.code(), operatorSocket: nil, appSocket: nil)
    let staging = Staging.nodes(choice, role: .watch, target: "dyadd")
    let failure = try #require(throws: RunFailure.self) { try staging.reach() }
    #expect(failure.exit == .unreachable)
    #expect(failure.message == "cannot judge dyadd: it holds samples of its own")
    #expect(try node.sampleCount() == 1)
    #expect(try node.node.peers().isEmpty)
  }
}

extension RunResult.Entry {
  /// Whether the node did not do what the case asks for, or nobody can tell.
  fileprivate var hasFailed: Bool {
    switch verdict {
    case .conforms, .notApplicable: false
    case .deviates, .inconclusive: true
    }
  }
}
