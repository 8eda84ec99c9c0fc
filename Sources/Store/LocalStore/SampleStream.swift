package import HealthModel
package import HealthStorage

/// The answer to a sample query as it is read: runs of samples, in order.
package struct SampleStream: AsyncSequence, Sendable {
  package typealias Element = SampleRun

  let reader: ReaderActor
  let cursor: SampleCursor

  package struct AsyncIterator: SteppedIterator, AsyncIteratorProtocol {
    let reader: ReaderActor
    /// Nothing while a step is under way, so that it is changed and not copied.
    private var cursor: SampleCursor?
    /// What was read and not told yet, the last of it first.
    private var ready: [Result<ReadStep<SampleRun>, any Error>] = []
    /// As many samples as are read at once: each change of threads costs as much as reading a thousand.
    ///
    /// It begins with one block, so that the first samples come as soon as they can.
    private var rows = 1

    /// Some milliseconds' work.
    private static let mostRows = 16_384

    init(_ reader: ReaderActor, _ cursor: SampleCursor) {
      self.reader = reader
      self.cursor = cursor
    }

    package mutating func next() async throws -> SampleRun? { try await finishSteps() }

    package var weight: Int {
      ready.reduce(cursor?.weight ?? 0) { weight, step in
        guard case .success(.value(let run)) = step else { return weight }
        return weight + run.weight
      }
    }

    package mutating func step() async throws -> ReadStep<SampleRun> {
      try Task.checkCancellation()
      if let step = ready.popLast() { return try told(step) }
      guard let current = cursor.take() else { return .end }
      let (steps, advanced) = try await reader.steps(current, for: rows)
      cursor = advanced
      rows = Swift.min(4 * rows + SampleCursor.pieceRows, Self.mostRows)
      ready = steps.reversed()
      return try ready.popLast().map { try told($0) } ?? .end
    }

    /// After a failure nothing comes any more.
    private mutating func told(
      _ step: Result<ReadStep<SampleRun>, any Error>
    ) throws -> ReadStep<SampleRun> {
      if case .failure = step { cursor = nil }
      return try step.get()
    }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(reader, cursor)
  }

  /// All of it, joined; for answers that are known to be small.
  package func all() async throws -> [SampleRun] {
    var runs: [SampleRun] = []
    for try await run in self { runs.append(run) }
    return runs
  }
}
