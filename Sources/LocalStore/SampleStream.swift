package import HealthModel
internal import HealthStorage

/// The answer to a sample query as it is read: runs of samples, in order.
package struct SampleStream: AsyncSequence, Sendable {
  package typealias Element = SampleRun

  let reader: ReaderActor
  let cursor: SampleCursor

  package struct AsyncIterator: AsyncIteratorProtocol {
    let reader: ReaderActor
    var cursor: SampleCursor

    package mutating func next() async throws -> SampleRun? {
      try Task.checkCancellation()
      let (run, advanced) = try await reader.next(cursor)
      cursor = advanced
      return run
    }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(reader: reader, cursor: cursor)
  }

  /// All of it, joined; for answers that are known to be small.
  package func all() async throws -> [SampleRun] {
    var runs: [SampleRun] = []
    for try await run in self { runs.append(run) }
    return runs
  }
}
