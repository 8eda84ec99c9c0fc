package import HealthModel
package import HealthStorage

/// The answer to an app's sample query as it is read: runs of what the app may see, in order.
///
/// It ends, as if there were no more, once the app may see less than when it asked. Where something is
/// hidden from the app, runs are as long as if it were not there.
package struct AppSamples: AsyncSequence, Sendable {
  package typealias Element = SampleRun

  let stream: SampleStream
  /// What the app saw when it asked.
  package let sight: AppSight
  /// Hides members of correlations; the store counts only what nothing is hidden of.
  let members: VisibleMembers?
  let limit: Int
  /// Whether something of what is read may be hidden.
  let hides: Bool
  /// By which UUIDs the app knows some of its samples.
  var names: Namesakes.OfApp?

  package struct AsyncIterator: SteppedIterator, AsyncIteratorProtocol {
    var base: SampleStream.AsyncIterator
    let sight: AppSight
    let members: VisibleMembers?
    let names: Namesakes.OfApp?
    var remaining: Int
    /// Joins what is seen, where something is hidden.
    var joiner: RunJoiner?
    var ready: ArraySlice<SampleRun> = []

    package mutating func next() async throws -> SampleRun? { try await finishSteps() }

    package var weight: Int { ready.reduce(base.weight) { $0 + $1.weight } }

    package mutating func step() async throws -> ReadStep<SampleRun> {
      guard remaining > 0 else { return .end }
      if let run = ready.popFirst() {
        guard sight.holds else { return .end }
        let piece = run.count > remaining ? run.slice(0..<remaining) : run
        remaining -= piece.count
        return .value(piece)
      }
      switch try await base.step() {
      case .goesOn: return .goesOn
      case .end:
        guard let last = joiner?.finish() else { return .end }
        ready = [last]
      case .value(let run):
        let visible = try await members?.view(run) ?? run
        let seen = names?.saying(visible) ?? visible
        if !seen.isEmpty { ready = joiner?.add(seen)[...] ?? [seen] }
      }
      return ready.isEmpty ? .goesOn : try await step()
    }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      base: stream.makeAsyncIterator(), sight: sight, members: members, names: names,
      remaining: limit,
      joiner: hides ? RunJoiner() : nil)
  }

  /// All of it, joined; for answers that are known to be small.
  package func all() async throws -> [SampleRun] {
    var runs: [SampleRun] = []
    for try await run in self { runs.append(run) }
    return runs
  }
}
