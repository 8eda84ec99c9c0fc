/// How long to wait before a peer is called again: SYNC-CALL-AGAIN as a value.
struct CallingPause: Hashable, Sendable {
  private static let first = Duration.seconds(1)
  private static let longest = Duration.seconds(300)

  /// How often it was in vain since a session was ready.
  private(set) var failures = 0

  /// A session was ready, so the next pause is a short one.
  mutating func reset() {
    failures = 0
  }

  /// The next pause: it doubles each time, plus up to half of it at random.
  mutating func next(_ generator: inout some RandomNumberGenerator) -> Duration {
    let base = min(Self.longest, Self.first * (1 << min(failures, 10)))
    failures += 1
    return base + base * Double.random(in: 0...0.5, using: &generator)
  }
}
