internal import CommandLineCore
internal import ConformanceCases
internal import ConformanceKit
internal import SystemCore

/// Runs cases against a node, or lists them.
struct RunCommand {
  static let command = Command(
    "run", summary: "Run cases against a node",
    discussion: """
      A pattern is a path as --list shows it, in which '*' stands for anything within a segment and \
      '**' for any segments; all below it are meant. A pattern that means no case is an error, and so \
      is a known failure that passes.

      A node that --target names is paired with once, and stays a pair until the end: a watch alone with \
      the tool, a phone also beside others. Cases that need a fresh node are not asked of it; with \
      --operator-socket those are that open windows, each with a pair of its own. Test samples are \
      written into its store, and deleted again before the next case and at the end, when the pair ends, \
      too; samples of others are not touched. What stays is what a store keeps of deletions, and what \
      the node noted of the pair. A watch must hold no samples when it begins, and loses what it records \
      meanwhile. Where the node calls the tool from another machine, --listen names a port that it \
      reaches.

      A program that --exec starts prints 'listening tls HOST:PORT' on standard output, and where it \
      has them 'listening operator PATH', 'listening unix PATH' and 'code DIGITS', a line each.
      """,
    examples: [
      .init(
        "dyad-conformance run --target 127.0.0.1:7443 --as watch --code 12345678 --only sync/hello",
        "ask a phone how it begins a session"),
      .init(
        "dyad-conformance run --exec 'node --state {state}' --as phone --html report.html",
        "test a watch, and write a page about it"),
      .init("dyad-conformance run --list --clauses", "show how many cases each clause has"),
    ],
    options: [
      .target, .role, .code, .ownerSocket, .appSocket, .listen, .exec, .virtualTime, .only, .skip,
      .known,
      .strict, .jobs, .seed, .timeout, .tap, .junit, .json, .html, .list, .clauses,
    ])

  private static let maximumTimeout = 86_400

  private let arguments: ParsedArguments
  private let catalogue = Catalogue.all

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
  }

  /// Does what was asked for.
  func perform() throws -> RunExit {
    let selection = try Selection(only: arguments.values(.only), skip: arguments.values(.skip))
    guard !arguments.has(.list) else { return try list(selection) }
    guard !arguments.has(.clauses) else {
      throw arguments.unusable(.clauses, "it goes with --list")
    }
    let target = try TargetOptions(arguments)
    let files = try ReportFiles(arguments)
    let plan = try plan(selection, isShared: target.isRunning)
    let staging = Staging.nodes(
      target.kind, role: target.role, target: target.text, listening: target.place)
    try staging.reach()
    let result = run(plan, staging, files)
    let trouble = staging.leave()
    try files.write(result)
    if let trouble { throw RunFailure(.failed, trouble) }
    return result.exit
  }

  private func list(_ selection: Selection) throws -> RunExit {
    for option in [Option.tap, .junit, .html] where arguments.has(option) {
      throw arguments.unusable(option, "a list is no result; write it by --json")
    }
    let isWhole = arguments.values(.only).isEmpty && arguments.values(.skip).isEmpty
    let cases = isWhole ? catalogue : try selection.cases(of: catalogue)
    if let path = arguments.value(.json) {
      try ReportFiles.write(
        arguments.has(.clauses) ? CaseList.clausesJSON(cases) : CaseList.json(cases), to: path)
      return .held
    }
    let width = Descriptor.standardOutput.columns
    try ReportFiles.write(
      arguments.has(.clauses) ? CaseList.clauses(cases, width: width) : CaseList.text(cases),
      to: "-")
    return .held
  }

  private func plan(_ selection: Selection, isShared: Bool) throws -> RunPlan {
    let known = try arguments.value(.known).map(Self.knownFailures) ?? .none
    let cases = try selection.cases(of: catalogue)
    try known.check(against: catalogue)
    var entropy = Entropy()
    let seed =
      try arguments.integer(.seed, in: 0...Int.max).map(UInt64.init)
      // Short enough to be typed again.
      ?? UInt64.random(in: 1...999_999, using: &entropy)
    let jobs = try arguments.integer(.jobs, in: 1...64) ?? 1
    if isShared, arguments.has(.jobs), jobs > 1 {
      throw arguments.unusable(.jobs, "with --target the cases share one node")
    }
    return RunPlan(
      cases, known: known, jobs: isShared ? 1 : jobs, seed: seed,
      timeout: .seconds(try arguments.integer(.timeout, in: 1...Self.maximumTimeout) ?? 1),
      isStrict: arguments.has(.strict))
  }

  private static func knownFailures(_ path: String) throws(RunFailure) -> KnownFailures {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.readFile(path, atMost: KnownFailures.maximumByteCount)
    } catch {
      throw RunFailure(.usage, "\(error)")
    }
    return try KnownFailures(String(decoding: bytes, as: UTF8.self), file: path)
  }

  private func run(_ plan: RunPlan, _ staging: Staging, _ files: ReportFiles) -> RunResult {
    let stream: Descriptor = files.useStandardOutput ? .standardError : .standardOutput
    let ink = Ink(isOn: Palette(for: stream).isOn)
    // A reader that has gone is no reason to end a run whose reports are files.
    let write = { (text: String) in _ = try? stream.write(Array(text.utf8)) }
    let isAnimated = stream.isTerminal && CurrentProcess.environment("TERM") != "dumb"
    let view = LiveView(
      plan, target: staging.target, isTerminal: isAnimated, ink: ink, width: stream.columns,
      write: write)
    let runner = Runner(plan, staging)
    let signals = TerminationSignals()
    // It lives as long as the process: signals come until then.
    Task.detached {
      for await _ in signals.arrivals {
        // Whoever signals again will not wait.
        TerminationSignals.release()
        runner.interrupt()
      }
    }
    let result = runner.run { view.show($0) }
    view.finish()
    let summary = SummaryReport(ink: ink, width: stream.columns).lines(result)
    write(([""] + summary).map { $0 + "\n" }.joined())
    return result
  }
}
