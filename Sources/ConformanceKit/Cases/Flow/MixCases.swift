/// Roots of single dots: the mix of each is all there is in them.
enum MixCases {
  private static let dots: [(name: String, incarnation: UInt64, type: String, number: UInt64)] = [
    ("the-first", 1, Sample.heartRateType, 1),
    ("the-last-incarnation", .max, Sample.heartRateType, 1),
    ("the-last-number", 77, Sample.heartRateType, .max - 1),
    ("a-high-number", 0x8000_0000_0000_0000, Sample.heartRateType, 1 << 63),
    ("another-type", 77, Sample.sleepType, 5),
    ("a-type-that-nobody-knows", 77, "T", 5),
    ("a-type-beyond-ascii", 77, "Typ\u{E4}\u{1F49A}", 5),
  ]

  static let all = dots.map { item in
    Case("flow/mix/\(item.name)", "VECTOR-MIX") { stage in
      let peer = try stage.peer()
      let dot = Dot(item.incarnation, item.type, item.number)
      let end = (Instant.now - 60).rounded(.down)
      let sample = Sample(
        dot, uuid: Sample.uuid(dot), start: end, end: end,
        item.type == Sample.heartRateType ? .quantity(72, unit: "count/min") : .category(1))
      let session = try peer.ready()
      try peer.deliver(peer.batch([sample]), in: session)
      // Both sides make the root of it, and the two are compared.
      try peer.settleEither(session)
    }
  }
}
