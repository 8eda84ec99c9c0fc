package import HealthModel

/// The answer to an app's sample query as it is read: runs of what the app may see, in order.
///
/// It ends, as if there were no more, once the app may see less than when it asked.
package struct AppSamples: AsyncSequence, Sendable {
  package typealias Element = SampleRun

  let stream: SampleStream
  /// What the app saw when it asked.
  package let sight: AppSight
  /// Hides members of correlations; the store counts only what nothing is hidden of.
  let lens: MemberLens?
  let limit: Int

  package struct AsyncIterator: AsyncIteratorProtocol {
    var base: SampleStream.AsyncIterator
    let sight: AppSight
    let lens: MemberLens?
    var remaining: Int

    package mutating func next() async throws -> SampleRun? {
      while remaining > 0, let run = try await base.next() {
        let seen = try await lens?.view(run) ?? run
        guard sight.holds else { return nil }
        if seen.isEmpty { continue }
        let piece = seen.count > remaining ? seen.slice(0..<remaining) : seen
        remaining -= piece.count
        return piece
      }
      return nil
    }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      base: stream.makeAsyncIterator(), sight: sight, lens: lens, remaining: limit)
  }

  /// All of it, joined; for answers that are known to be small.
  package func all() async throws -> [SampleRun] {
    var runs: [SampleRun] = []
    for try await run in self { runs.append(run) }
    return runs
  }
}
