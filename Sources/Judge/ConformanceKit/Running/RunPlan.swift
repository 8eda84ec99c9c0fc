/// What is to be run, and how.
package struct RunPlan: Sendable {
  /// The cases, in the catalogue's order.
  package var cases: [Case]
  package var known: KnownFailures
  package var clauses: ClauseBook
  /// How many cases run beside each other.
  package var jobs: Int
  /// From where the order is drawn; 0 keeps the catalogue's.
  package var seed: UInt64
  /// How long one case may take.
  package var timeout: Duration
  /// How long a case may take to end once its node was stopped, before nobody waits for it any more.
  package var grace: Duration
  /// Whether a should that is not followed fails the run.
  package var isStrict: Bool

  /// Makes a plan.
  package init(
    _ cases: [Case], known: KnownFailures = .none, clauses: ClauseBook = .shared, jobs: Int = 2,
    seed: UInt64 = 0, timeout: Duration = .seconds(30), grace: Duration = .seconds(2),
    isStrict: Bool = false
  ) {
    self.cases = cases
    self.known = known
    self.clauses = clauses
    self.jobs = max(1, jobs)
    self.seed = seed
    self.timeout = timeout
    self.grace = grace
    self.isStrict = isStrict
  }

  /// The places of the cases in the order in which they are begun.
  package var order: [Int] {
    var places = Array(cases.indices)
    guard seed != 0 else { return places }
    var state = seed
    // Fisher and Yates, by SplitMix64, so that a seed means the same order everywhere.
    for last in places.indices.dropFirst().reversed() {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      mixed ^= mixed >> 31
      places.swapAt(last, Int(mixed % UInt64(last + 1)))
    }
    return places
  }
}
