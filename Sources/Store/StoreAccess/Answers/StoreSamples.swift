package import HealthModel

/// The answer to a sample query as it is read: runs of samples, in order.
///
/// It can be gone through once. Letting go of it ends the query.
package struct StoreSamples: AsyncSequence, Sendable {
  package typealias Element = SampleRun

  /// What is known of the time that was asked for.
  package let coverage: StoreCoverage
  private let runs: StoreStream<SampleRun>

  init(coverage: StoreCoverage, runs: StoreStream<SampleRun>) {
    self.coverage = coverage
    self.runs = runs
  }

  package func makeAsyncIterator() -> StoreStream<SampleRun>.AsyncIterator {
    runs.makeAsyncIterator()
  }

  /// All of it; for answers that are known to be small.
  package func all() async throws -> [SampleRun] {
    var all: [SampleRun] = []
    for try await run in self { all.append(run) }
    return all
  }
}
