internal import HealthModel

/// When what is started for which subscription: the rule, without a clock and without anything to start.
///
/// | Since the last start | The next is due |
/// |---|---|
/// | there was none | at once |
/// | the reader has acknowledged something | a period after that start |
/// | it has not | after a wait that doubles with each start in vain, and never before that period is over |
///
/// Only what has news and does not run is started. Whatever comes while it runs, or waits, is one start.
package struct DeliveryPlan: Sendable {
  /// A subscription as far as the rule is concerned.
  struct Item: Hashable, Sendable {
    var key: Subscription.Key
    var frequency: UpdateFrequency
    /// Whether there is something that the reader has not acknowledged.
    var hasNews: Bool
    var isRunning = false
    /// How often it was started in vain.
    var failures: UInt32 = 0
    /// In seconds since 2001-01-01 UTC, as all times here.
    var lastStart: Double?
    /// When what was last started ended; nothing where that is not known.
    var lastEnd: Double?
  }

  /// What is to be done.
  struct Decision: Hashable, Sendable {
    /// What to start now, the one first that waits longest.
    var starts: [Subscription.Key] = []
    /// When to ask again though nothing has happened; `nil` where only that can change anything.
    var next: Double?
  }

  /// How many run at a time.
  var mostRunning = 8
  /// How far starts of what is immediate are apart at least, so that a reader that falls behind does not
  /// keep the machine busy with beginning.
  var shortestPeriod = 1.0
  /// The wait after the first start in vain.
  var firstRetry = 1.0
  /// The wait beyond which it does not grow.
  var longestRetry = 3_600.0
  /// The part of a wait that chance adds, so that what failed together is not tried together.
  var jitter = 0.25
  /// What chance begins with; the same seed gives the same waits.
  let seed: UInt64

  /// What to do now.
  func decide(_ items: some Sequence<Item>, at now: Double) -> Decision {
    var decision = Decision()
    var free = mostRunning
    var due: [(time: Double, key: Subscription.Key)] = []
    for item in items {
      if item.isRunning {
        free -= 1
      } else if item.hasNews {
        let time = dueTime(of: item, at: now)
        if time <= now {
          due.append((time, item.key))
        } else {
          decision.next = min(decision.next ?? .infinity, time)
        }
      }
    }
    due.sort { ($0.time, $0.key) < ($1.time, $1.key) }
    // Those for whom there is no room are asked about again when something ends.
    decision.starts = due.prefix(max(0, free)).map(\.key)
    return decision
  }

  /// When the item is due; a time that is over where it waits already.
  private func dueTime(of item: Item, at now: Double) -> Double {
    guard let start = item.lastStart else { return -.infinity }
    // A clock that was set back must let nobody wait for the time that it shows no more.
    func time(_ wait: Double, after base: Double) -> Double { base <= now ? base + wait : now }
    let regular = time(period(item.frequency), after: start)
    // The start under way counts as one in vain until it is acknowledged: it must not bring the next forward.
    guard item.failures > 0 else { return regular }
    return max(regular, time(retry(of: item), after: item.lastEnd ?? start))
  }

  /// The period in which it is started once.
  func period(_ frequency: UpdateFrequency) -> Double {
    switch frequency {
    case .immediate: shortestPeriod
    case .hourly: 3_600
    case .daily: 86_400
    case .weekly: 604_800
    }
  }

  /// The wait after so many starts in vain; the same whenever it is asked.
  private func retry(of item: Item) -> Double {
    var wait = firstRetry
    for _ in 1..<min(item.failures, 64) where wait < longestRetry { wait *= 2 }
    var hash = seed ^ 0xcbf2_9ce4_8422_2325
    for byte in item.key.storeName.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var chance = Chance(state: hash &+ UInt64(item.failures))
    return min(wait, longestRetry) * (1 + .random(in: 0...jitter, using: &chance))
  }
}

/// A generator whose whole future is its state (SplitMix64); not for secrets.
private struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
