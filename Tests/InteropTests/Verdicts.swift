internal import TestSupport
internal import Testing

/// What a client said of the cases it ran.
struct Verdicts {
  private let ending: RunningProgram.Ending

  init(_ ending: RunningProgram.Ending) {
    self.ending = ending
  }

  /// Fails the test for every case that failed, and for every one of `names` that was not run.
  func expectAllWell(of names: some Sequence<String>) {
    for line in ending.lines where !line.hasPrefix("ok ") { Issue.record("\(line)") }
    let passed = Set(ending.lines.filter { $0.hasPrefix("ok ") }.map { String($0.dropFirst(3)) })
    let missing = Set(names).subtracting(passed).sorted()
    #expect(missing.isEmpty, "these cases were not passed: \(ending.errors)")
    #expect(ending.exitCode == 0, "\(ending.errors)")
  }
}
