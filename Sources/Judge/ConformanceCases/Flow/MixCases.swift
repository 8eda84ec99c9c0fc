internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// Roots of single dots: the mix of each is all there is in them.
enum MixCases {
  /// What matters of each; the rest is drawn, so that no node has heard of the dot.
  private static let dots: [(name: String, make: @Sendable () -> Dot)] = [
    ("the-first", { Dot(Entropy.word(), Sample.heartRateType, 1) }),
    ("the-last-incarnation", { Dot(.max, Sample.heartRateType, drawn) }),
    ("the-last-number", { Dot(Entropy.word(), Sample.heartRateType, .max - 1) }),
    ("a-high-number", { Dot(1 << 63 | drawn, Sample.heartRateType, 1 << 63) }),
    ("another-type", { Dot(Entropy.word(), Sample.sleepType, 5) }),
    ("a-type-that-nobody-knows", { Dot(Entropy.word(), "T", 5) }),
    ("a-type-beyond-ascii", { Dot(Entropy.word(), "Typ\u{E4}\u{1F49A}", 5) }),
  ]

  private static var drawn: UInt64 { Entropy.word() >> 1 }

  static let all = dots.map { item in
    Case("flow/mix/\(item.name)", "VECTOR-MIX") { stage in
      let peer = try stage.peer()
      let dot = item.make()
      let end = (Instant.now - 60).rounded(.down)
      let sample = Sample(
        dot, uuid: Sample.uuid(dot), start: end, end: end,
        dot.type == Sample.heartRateType ? .quantity(72, unit: "count/min") : .category(1))
      let session = try peer.ready()
      try peer.deliver(peer.batch([sample]), in: session)
      // Both sides make the root of it, and the two are compared.
      try peer.settleEither(session)
    }
  }
}
