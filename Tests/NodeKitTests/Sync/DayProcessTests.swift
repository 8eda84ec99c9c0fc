internal import CommandLineCore
internal import SystemCore
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(60))) struct `A day of use` {
  /// `DYAD_LONG=1` asks for a longer day.
  private static let isLong = CurrentProcess.environment("DYAD_LONG") == "1"
  /// Until then caches fill: the allocator's, the database's, those of connections.
  private static let warmUp = isLong ? 60 : 6
  private static let rounds = isLong ? 200 : 14
  /// How many KiB more memory may be in use once caches are dropped: what is freed may lie between what is not.
  private static let mostMemory = 1_536
  /// How many bytes a round may leave in the folder: who deleted what is remembered, and who decided.
  private static let mostBytesPerRound = 8_192

  @Test(.disabled(if: ProcessFigures.obstacle != nil, "\(ProcessFigures.obstacle ?? "")"))
  func `a day of use leaks nothing`() async throws {
    var entropy = Entropy()
    let generator = SeededGenerator(seed: entropy.next())
    let day = try await DayOfUse(generator)
    try await day.use(rounds: Self.warmUp)
    let before = try await day.figures()
    if Self.isLong { print("after \(day.rounds) rounds: \(before)") }
    var after = before
    for part in 1...(Self.isLong ? 4 : 1) {
      try await day.use(rounds: Self.rounds / (Self.isLong ? 4 : 1))
      after = try await day.figures(expecting: before)
      if Self.isLong { print("after \(day.rounds) rounds: \(after), part \(part)") }
    }
    let comment: Comment = "\(generator), \(day.rounds) rounds; before: \(before); after: \(after)"
    for (index, node) in day.nodes.enumerated() {
      let (old, new) = (before.processes[index], after.processes[index])
      if old.descriptors != new.descriptors || old.threads != new.threads {
        Issue.record("\(try ProcessFigures.details(of: node.daemon.program.number))")
      }
      let grown = after.files[index] - before.files[index]
      #expect(grown < (Self.rounds + 4) * Self.mostBytesPerRound, comment)
      #expect(new.memory - old.memory < Self.mostMemory, comment)
    }
    try await day.end()
  }
}
