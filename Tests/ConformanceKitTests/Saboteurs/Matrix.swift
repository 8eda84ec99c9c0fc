internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore
internal import TestSupport

/// Plays cases against the daemon of this build, plainly and through their saboteurs.
struct Matrix {
  /// A case against a node of one role.
  struct Row: Sendable {
    var path: String
    var role: Role
    /// What came of it without a saboteur, where that was asked.
    var plain: Verdict?
    /// Of each saboteur, whether the case caught it, and what came of it.
    var saboteurs: [(name: String, verdict: Verdict)]

    /// Whether the node conforms and every saboteur is caught.
    var holds: Bool {
      plain ?? .conforms == .conforms && !saboteurs.isEmpty
        && saboteurs.allSatisfy(\.verdict.isDeviation)
    }
  }

  /// How long an honest answer may take; what a saboteur keeps back is missed sooner.
  private static let (patience, patienceOfTheRobbed) = (Duration.seconds(10), Duration.seconds(1))

  let cases: [Case]
  let saboteurs: [Saboteur]
  /// Whether cases are played without a saboteur as well, which Tools/conformance does otherwise.
  let playsPlain: Bool
  /// How many are played at a time.
  var jobs = 6

  /// Plays all cases that concern nodes of that role.
  func rows(of role: Role) throws -> [Row] {
    let choice = TargetChoice.program(try Self.words(of: role), hasVirtualTime: true)
    let concerned = cases.filter { $0.target == nil || $0.target == role }
    let staging = Staging.nodes(choice, role: role, target: "dyadd", patience: Self.patience)
    let plain: [Verdict?] = playsPlain ? play(concerned, staging) : concerned.map { _ in nil }
    // Each saboteur is an entry of its own, so that one that hangs costs the others nothing.
    let robbed = concerned.flatMap { item in
      saboteurs.filter { $0.path == item.path && ($0.role ?? role) == role }.map { (item, $0) }
    }
    let masks = robbed.enumerated().map { index, pair in
      Case(
        "\(pair.0.path)/\(index)", pair.0.clause, level: pair.0.level, of: pair.0.target,
        needs: pair.0.needs
      ) { stage in
        stage.scene.interference = pair.1.make()
        stage.scene.patience = Self.patienceOfTheRobbed
        try pair.0.run(stage)
      }
    }
    let caught = play(masks, staging)
    return concerned.enumerated().map { place, item in
      Row(
        path: item.path, role: role, plain: plain[place],
        saboteurs: zip(robbed, caught).filter { $0.0.0.path == item.path }.map {
          ($0.0.1.name, $0.1)
        })
    }
  }

  /// What came of each of the cases, in their order.
  private func play(_ cases: [Case], _ staging: Staging) -> [Verdict] {
    let plan = RunPlan(cases, jobs: jobs, seed: 0, timeout: .seconds(60))
    return Runner(plan, staging).run().entries.map(\.verdict)
  }

  /// The daemon that was built with the tests.
  private static func words(of role: Role) throws -> [String] {
    [
      try RunningProgram.builtPath("dyadd"), "--test-clock", "--activity", "off", "--role",
      role.word,
      "--state",
      "{state}", "--listen", "127.0.0.1:0",
      "--print-addresses",
    ]
  }
}

extension Verdict {
  var isDeviation: Bool {
    guard case .deviates = self else { return false }
    return true
  }

  /// In a word.
  var word: String {
    switch self {
    case .conforms: "conforms"
    case .deviates: "deviates"
    case .notApplicable: "not here"
    case .inconclusive: "cannot tell"
    }
  }
}
