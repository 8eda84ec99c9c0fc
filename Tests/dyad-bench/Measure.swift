/// Times things, in turn and repeated.
enum Measure {
  private static let clock = ContinuousClock()

  /// How long `body` takes, in seconds.
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = clock.now
    try body()
    return Self.seconds(start.duration(to: clock.now))
  }

  /// The middle of the values.
  static func median(_ values: [Double]) -> Double { quantile(0.5, of: values) }

  /// The value that the given share of the values does not pass.
  static func quantile(_ share: Double, of values: [Double]) -> Double {
    precondition(!values.isEmpty, "nothing was measured")
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }

  /// Measures ours and the peer in turn, the first of a round changing; returns the medians.
  static func inTurn(
    rounds: Int, ours: () throws -> Double, peer: () throws -> Double
  ) rethrows -> (ours: Double, peer: Double) {
    var own: [Double] = []
    var others: [Double] = []
    for round in 0..<rounds {
      if round.isMultiple(of: 2) { own.append(try ours()) }
      others.append(try peer())
      if !round.isMultiple(of: 2) { own.append(try ours()) }
    }
    return (median(own), median(others))
  }

  /// The same for what waits.
  static func inTurn(
    rounds: Int, ours: () async throws -> Double, peer: () async throws -> Double
  ) async rethrows -> (ours: Double, peer: Double) {
    var own: [Double] = []
    var others: [Double] = []
    for round in 0..<rounds {
      if round.isMultiple(of: 2) { own.append(try await ours()) }
      others.append(try await peer())
      if !round.isMultiple(of: 2) { own.append(try await ours()) }
    }
    return (median(own), median(others))
  }

  static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }
}
