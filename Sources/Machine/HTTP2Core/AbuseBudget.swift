/// How much of what costs more to handle than to send a peer may still send.
///
/// One token bucket a kind of frame, filled by time and, where honest peers send the frame in
/// answer to traffic, by that traffic. It has no clock: the time is passed in.
package struct AbuseBudget: Sendable {
  /// What is counted.
  package enum Kind: Int, CaseIterable, Sendable {
    /// RST_STREAM from the peer: each may have started work (CVE-2023-44487).
    case reset
    /// RST_STREAM that the peer's mistakes made us send, which is the same from the other side
    /// (CVE-2025-8671).
    case provokedReset
    /// PING, each of which we must answer.
    case ping
    /// SETTINGS, each of which we must answer.
    case settings
    /// PRIORITY, which nobody needs any more.
    case priority
    /// WINDOW_UPDATE.
    case windowUpdate
    /// DATA that carries nothing and ends nothing.
    case emptyData
    /// Frames of types we do not know.
    case unknownFrame
    /// Header blocks beyond our limits, which are decoded in part all the same.
    case largeHeaders
    /// HEADERS on a stream that is over, which are decoded for the sake of the table alone.
    case lateHeaders
  }

  /// The size of a bucket and what flows into it.
  package struct Allowance: Hashable, Sendable {
    /// How many frames may come at once.
    package var burst: Int
    /// How many more each second allows.
    package var perSecond: Int

    /// Sets both.
    package init(burst: Int, perSecond: Int) {
      self.burst = burst
      self.perSecond = perSecond
    }
  }

  /// The allowances of all kinds.
  package struct Limits: Hashable, Sendable {
    // A client that goes away cancels all its calls at once, so the burst is above the streams.
    package var reset = Allowance(burst: 200, perSecond: 50)
    // An honest peer makes no mistakes, except in races that are over soon.
    package var provokedReset = Allowance(burst: 50, perSecond: 1)
    // gRPC clients probe the bandwidth with a PING for what they receive; that is earned.
    package var ping = Allowance(burst: 100, perSecond: 10)
    package var settings = Allowance(burst: 100, perSecond: 10)
    package var priority = Allowance(burst: 200, perSecond: 20)
    // One a message and stream, and as many for the connection, is what eager clients send.
    package var windowUpdate = Allowance(burst: 1_000, perSecond: 100)
    package var emptyData = Allowance(burst: 100, perSecond: 10)
    // RFC 9113 §5.5 wants them ignored, and ignoring one costs nghttp2 13 ns.
    package var unknownFrame = Allowance(burst: 2_000, perSecond: 1_000)
    // A client that is told 431 sends the same headers no more.
    package var largeHeaders = Allowance(burst: 20, perSecond: 1)
    // Trailers may cross a reset of ours.
    package var lateHeaders = Allowance(burst: 200, perSecond: 50)

    /// The defaults.
    package init() {}

    /// The allowance of a kind.
    package subscript(kind: Kind) -> Allowance {
      switch kind {
      case .reset: reset
      case .provokedReset: provokedReset
      case .ping: ping
      case .settings: settings
      case .priority: priority
      case .windowUpdate: windowUpdate
      case .emptyData: emptyData
      case .unknownFrame: unknownFrame
      case .largeHeaders: largeHeaders
      case .lateHeaders: lateHeaders
      }
    }
  }

  // Levels are thousandths of a frame, so that a millisecond adds a whole number.
  private struct Bucket {
    var level = 0
    var filledAt = 0
    var earned = 0
  }

  private let limits: Limits
  private var buckets = [10 of Bucket](repeating: Bucket())

  /// All buckets are full.
  package init(_ limits: Limits = Limits()) {
    self.limits = limits
    for kind in Kind.allCases { buckets[kind.rawValue].level = limits[kind].burst * 1_000 }
  }

  /// Notes a frame of headers or data, in either direction, with `payload` bytes of data.
  ///
  /// Each earns a PING, and what a receiver of the data may send as WINDOW_UPDATE.
  package mutating func earn(payload: Int) {
    buckets[Kind.ping.rawValue].earned += 1
    buckets[Kind.windowUpdate.rawValue].earned += 2 + payload >> 10
  }

  /// Notes DATA from the peer that carries something: it earns one frame that does not.
  package mutating func earnEmptyData() {
    buckets[Kind.emptyData.rawValue].earned += 1
  }

  /// Notes a stream that ended without a reset of the peer's: it earns one, so that a peer which finishes as
  /// many calls as it cancels is never stopped.
  package mutating func earnReset() {
    buckets[Kind.reset.rawValue].earned += 1
  }

  /// Counts one frame.
  ///
  /// - Parameters:
  ///   - kind: What arrived.
  ///   - now: Time since any fixed moment; going backwards adds nothing.
  /// - Returns: Whether it was within the budget.
  package mutating func charge(_ kind: Kind, now: Duration) -> Bool {
    let allowance = limits[kind]
    let full = allowance.burst * 1_000
    let (seconds, attoseconds) = now.components
    let milliseconds = Int(
      truncatingIfNeeded: seconds &* 1_000 &+ attoseconds / 1_000_000_000_000_000)
    var bucket = buckets[kind.rawValue]
    // An hour fills any bucket, and keeps the product small.
    let elapsed = min(max(milliseconds &- bucket.filledAt, 0), 3_600_000)
    let earned = min(bucket.earned, allowance.burst) * 1_000
    bucket.level = min(bucket.level + elapsed * allowance.perSecond + earned, full)
    bucket.filledAt = max(milliseconds, bucket.filledAt)
    bucket.earned = 0
    let isWithin = bucket.level >= 1_000
    if isWithin { bucket.level -= 1_000 }
    buckets[kind.rawValue] = bucket
    return isWithin
  }
}

extension AbuseBudget.Kind: CustomStringConvertible {
  /// What to say of it: "RST_STREAM frames".
  package var description: String {
    switch self {
    case .reset: "RST_STREAM frames"
    case .provokedReset: "mistakes on streams"
    case .ping: "PING frames"
    case .settings: "SETTINGS frames"
    case .priority: "PRIORITY frames"
    case .windowUpdate: "WINDOW_UPDATE frames"
    case .emptyData: "empty DATA frames"
    case .unknownFrame: "frames of unknown types"
    case .largeHeaders: "header blocks beyond the limits"
    case .lateHeaders: "header blocks on streams that are over"
    }
  }
}
