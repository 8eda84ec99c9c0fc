/// How long to wait between tries: longer each time, up to a bound, and never quite as long as others.
package struct Backoff: Hashable, Sendable {
  package var first = Duration.seconds(1)
  package var factor = 1.6
  package var longest = Duration.seconds(120)
  /// How much of each wait is left to chance, so that many clients of one server spread out.
  package var jitter = 0.2

  package init() {}

  /// The wait after so many failures.
  package func delay(
    after failures: Int, using generator: inout some RandomNumberGenerator
  )
    -> Duration
  {
    var delay = first
    for _ in 1..<max(failures, 1) where delay < longest { delay = delay * factor }
    let chance = Double.random(in: (1 - jitter)...(1 + jitter), using: &generator)
    return min(delay, longest) * chance
  }
}
