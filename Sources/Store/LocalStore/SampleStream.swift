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

    init(_ reader: ReaderActor, _ cursor: SampleCursor) {
      self.reader = reader
      self.cursor = cursor
    }

    package mutating func next() async throws -> SampleRun? { try await finishSteps() }

    package var weight: Int { cursor?.weight ?? 0 }

    package mutating func step() async throws -> ReadStep<SampleRun> {
      try Task.checkCancellation()
      guard let current = cursor.take() else { return .end }
      let (step, advanced) = try await reader.step(current)
      cursor = advanced
      return step
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
