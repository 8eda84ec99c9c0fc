internal import HTTP2Core
internal import Testing

@Suite struct AbuseBudgetTests {
  /// How many of a kind are within the budget, one after the other.
  static func spend(
    _ budget: inout AbuseBudget, _ kind: AbuseBudget.Kind, at now: Duration = .zero
  ) -> Int {
    var count = 0
    while budget.charge(kind, now: now) { count += 1 }
    return count
  }

  @Test(arguments: AbuseBudget.Kind.allCases)
  func `a bucket is full at first, and time fills it`(kind: AbuseBudget.Kind) {
    let allowance = AbuseBudget.Limits()[kind]
    var budget = AbuseBudget()
    #expect(Self.spend(&budget, kind) == allowance.burst)
    #expect(Self.spend(&budget, kind, at: .seconds(1)) == allowance.perSecond)
    #expect(Self.spend(&budget, kind, at: .seconds(1)) == 0)
    #expect(Self.spend(&budget, kind, at: .seconds(1_000_000)) == allowance.burst)
  }

  @Test func `a part of a second gives a part of the frames`() {
    var budget = AbuseBudget()
    _ = Self.spend(&budget, .ping)
    #expect(Self.spend(&budget, .ping, at: .milliseconds(99)) == 0)
    #expect(Self.spend(&budget, .ping, at: .milliseconds(100)) == 1)
    #expect(Self.spend(&budget, .ping, at: .milliseconds(350)) == 2)
    #expect(Self.spend(&budget, .ping, at: .milliseconds(400)) == 1)
  }

  @Test func `a clock that goes back gives nothing and takes nothing`() {
    var budget = AbuseBudget()
    #expect(Self.spend(&budget, .ping, at: .seconds(100)) == AbuseBudget.Limits().ping.burst)
    #expect(Self.spend(&budget, .ping, at: .seconds(10)) == 0)
    #expect(Self.spend(&budget, .ping, at: .seconds(101)) == AbuseBudget.Limits().ping.perSecond)
  }

  @Test(arguments: [.nanoseconds(-1), .seconds(Int64.max), .seconds(Int64.min)] as [Duration])
  func `no time is too odd`(now: Duration) {
    var budget = AbuseBudget()
    for kind in AbuseBudget.Kind.allCases {
      let isWithin = [budget.charge(kind, now: now), budget.charge(kind, now: .zero)]
      #expect(isWithin == [true, true])
    }
  }

  @Test func `one kind does not use up another`() {
    var budget = AbuseBudget()
    _ = Self.spend(&budget, .ping)
    let isWithin = budget.charge(.settings, now: .zero)
    #expect(isWithin)
  }

  @Test func `traffic earns pings and window updates, up to a full bucket`() {
    var budget = AbuseBudget()
    _ = Self.spend(&budget, .ping)
    _ = Self.spend(&budget, .windowUpdate)
    for _ in 0..<10 { budget.earn(payload: 16_384) }
    #expect(Self.spend(&budget, .ping) == 10)
    #expect(Self.spend(&budget, .windowUpdate) == 10 * (2 + 16))
    for _ in 0..<100_000 { budget.earn(payload: 16_384) }
    #expect(Self.spend(&budget, .ping) == AbuseBudget.Limits().ping.burst)
    #expect(Self.spend(&budget, .windowUpdate) == AbuseBudget.Limits().windowUpdate.burst)
  }

  @Test func `a call that ends earns a reset`() {
    var budget = AbuseBudget()
    _ = Self.spend(&budget, .reset)
    budget.earnReset()
    #expect(Self.spend(&budget, .reset) == 1)
  }

  @Test func `each kind has a name for the log`() {
    let names = AbuseBudget.Kind.allCases.map(\.description)
    #expect(Set(names).count == names.count)
  }
}
