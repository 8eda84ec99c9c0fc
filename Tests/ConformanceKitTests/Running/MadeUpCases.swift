internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// An error that no verdict is known for.
struct Surprise: Error {}

/// Cases that end in every way, and stagings that need no node.
enum MadeUpCases {
  static let conforming = Case("one/conforms", "ONE-FIRST") { _ in }
  static let deviating = Case("one/deviates", "ONE-SECOND") { _ in
    throw Deviation(expected: "an end", observed: "no end")
  }
  static let lax = Case("two/should", "TWO-FIRST", level: .should) { _ in
    throw Deviation(expected: "haste", observed: "delay")
  }
  static let doubting = Case("two/doubts", "TWO-FIRST") { _ in throw Doubt("it was dark") }
  static let absent = Case("two/absent", "TWO-FIRST") { _ in throw NotHere("no such thing") }
  static let throwing = Case("two/deep/throws", "TWO-SECOND") { _ in throw Surprise() }

  static let all = [conforming, deviating, lax, doubting, absent, throwing]

  static let clauses = ClauseBook([
    Clause(id: "ONE-FIRST", file: "dyad/v1/one.proto", text: "The first of all."),
    Clause(id: "ONE-SECOND", file: "dyad/v1/one.proto", text: "An end comes."),
    Clause(id: "TWO-FIRST", file: "dyad/v1/two.proto", text: "Haste is wanted."),
  ])

  /// A stage on which nobody stands.
  static func stage() -> Stage {
    Stage(
      target: .phone, .running(address: "", code: "", operatorSocket: nil, appSocket: nil), Scene())
  }

  /// One that gives every case a bare stage.
  static func staging(
    raise: @escaping @Sendable (Case, EmergencyStop) throws -> Stage = { _, _ in stage() }
  ) -> Staging {
    Staging(
      role: .phone, offers: [.owner], target: "127.0.0.1:1", raise: raise,
      judge: { error, _ in
        error is Surprise ? .inconclusive("a surprise") : .inconclusive("unknown")
      })
  }

  /// Runs the cases with everything as it is by default.
  static func run(
    _ cases: [Case], known: KnownFailures = .none, isStrict: Bool = false
  ) -> RunResult {
    Runner(RunPlan(cases, known: known, clauses: clauses, isStrict: isStrict), staging()).run()
  }

  /// A result with an entry of each standing, and with texts that mean to be marks of some form.
  static let hostile = "</dd><script>alert('x')</script>&amp;\" # \\ \u{1B}[31m\u{0}\nnext ]]>"

  static func result(text: String = hostile, unfinished: [String] = []) -> RunResult {
    func entry(
      _ path: String, _ verdict: Verdict, level: Case.Level = .must, known: String? = nil,
      evidence: [Evidence] = []
    ) -> RunResult.Entry {
      RunResult.Entry(
        path: path, clause: "ONE-FIRST", clauseText: text, clauseFile: "dyad/v1/one.proto",
        level: level, verdict: verdict, knownReason: known, duration: .milliseconds(120),
        evidence: evidence)
    }
    let evidence = [
      Evidence(
        isFromNode: true, layer: "frame", summary: text, bytes: Array("<b>&".utf8) + [0, 255])
    ]
    return RunResult(
      entries: [
        entry("one/held", .conforms),
        entry("one/failed", .deviates(expected: text, observed: text), evidence: evidence),
        entry("one/tolerated", .deviates(expected: "a", observed: "b"), level: .should),
        entry("two/known", .deviates(expected: "a", observed: "b"), known: text),
        entry("two/surprising", .conforms, known: ""),
        entry("two/undecided", .inconclusive(text), evidence: evidence),
        entry("three/inapplicable", .notApplicable(text)),
      ],
      unfinished: unfinished, role: .phone, target: text, seed: 7, isStrict: false,
      duration: .milliseconds(1_500))
  }
}
