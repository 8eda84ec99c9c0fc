internal import TestSupport

/// What benchmarks share: the arguments, the report, and stores that are costly to fill.
final class Bench {
  let arguments: Arguments
  let report: Report
  private var filled: FilledStores?

  init(_ arguments: Arguments, _ report: Report) {
    self.arguments = arguments
    self.report = report
  }

  /// Stores of ours and of the peer with the same samples, filled at the first use.
  func stores() throws -> FilledStores {
    if let filled { return filled }
    let made = try FilledStores(arguments)
    filled = made
    return made
  }

  /// Chance that differs by purpose and not by run.
  func generator(_ purpose: UInt64) -> SeededGenerator {
    SeededGenerator(seed: arguments.seed &* 1_000 &+ purpose)
  }
}
