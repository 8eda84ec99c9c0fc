internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// Columns in each of their forms, all of which a node has to read.
enum KeptColumnCases {
  static let all = (ints + doubles + times + identities)

  /// Far apart, so that sums go round.
  static let extremes: [Int64] = [.min, .max, 0, -1, 1, 1, 1, .max, .min, 5]

  private static let ints: [Case] = [
    int("plain", "COLUMN-INT-PLAIN", .init(.plain, start: 9, bias: 3)),
    int("plain-counted", "COLUMN-INT-PLAIN", .init(.plain, start: 9, bias: -3, isCounted: true)),
    int("delta", "COLUMN-INT-DELTA", .init(.delta, start: -7, bias: 3)),
    int("delta-counted", "COLUMN-INT-DELTA", .init(.delta, start: 7, bias: 1, isCounted: true)),
    int("delta-of-delta", "COLUMN-INT-DELTA2", .init(.deltaOfDelta, start: -7, bias: 3)),
    int(
      "delta-of-delta-counted", "COLUMN-INT-DELTA2",
      .init(.deltaOfDelta, start: 7, bias: 1, isCounted: true)),
    .kept(
      "column/kept/all-forms", "COLUMN-FORM-ANY", { WellFormed.heartSamples($0) },
      as: { batch, samples in
        let form = Column.IntForm(.deltaOfDelta, start: 11, bias: -4, isCounted: true)
        for field in ["source_indexes", "device_indexes"] {
          batch["runs"][0][field] = Column.ints(
            try Column.ints(batch["runs"][0], field, rows: samples.count), form)
        }
        for field in ["incarnation_indexes", "counts", "steps"] {
          batch["runs"][0]["dots"][field] = Column.ints(
            try Column.ints(batch["runs"][0]["dots"], field, rows: 1), form)
        }
        for field in ["gaps", "lengths", "interval_counts"] {
          batch["covers"][field] = Column.ints(
            try Column.ints(batch["covers"], field, rows: 1), form)
        }
      }),
    .kept(
      "column/kept/nothing-of-no-rows", "COLUMN-ROWS-NONE",
      { peer in [.object(peer.newDot(Sample.workoutType), ["workout": ["duration": 5.0]])] }),
    .kept(
      "column/kept/empty-columns", "COLUMN-ROWS-NONE",
      { peer in [.object(peer.newDot(Sample.workoutType), ["workout": ["duration": 5.0]])] },
      as: { batch, _ in
        batch["runs"][0]["objects"]["bodies"][0]["workout"]["event_kinds"] = [:]
        batch["runs"][0]["objects"]["bodies"][0]["workout"]["event_dates"] = [:]
      }),
  ]

  private static func int(
    _ name: String, _ clause: String, _ form: Column.IntForm
  ) -> Case {
    .kept(
      "column/kept/int-" + name, clause,
      { peer in extremes.map { .category(peer.newDot("dyad.test.Numbers"), $0) } },
      as: { batch, _ in
        batch["runs"][0]["categories"]["values"] = Column.ints(extremes, form)
      })
  }

  static func values(_ peer: Peer, _ values: [Double]) -> [Sample] {
    values.map { peer.heartRate($0) }
  }

  private static let doubles: [Case] = [
    .kept(
      "column/kept/double-raw", "COLUMN-DOUBLE-EXACT",
      {
        values(
          $0,
          [
            -0.0, 0, .leastNonzeroMagnitude, -.leastNormalMagnitude, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude, .pi, 0.1, 1.0.nextUp,
          ])
      }),
    double("bits", "COLUMN-DOUBLE-BITS", [-0.0, .pi, -1e300], .bits(shift: 0, .plain)),
    double(
      "bits-shifted", "COLUMN-DOUBLE-BITS", [1, 2, -4, 1024],
      .bits(shift: 52, .init(.delta, start: 3))),
    double("bits-of-sign", "COLUMN-DOUBLE-SHIFT", [-0.0, 0, -0.0], .bits(shift: 63, .plain)),
    double(
      "scaled-whole", "COLUMN-DOUBLE-SCALED-BOUND",
      [9_007_199_254_740_992, -9_007_199_254_740_992, 0], .scaled(decimals: 0, .plain)),
    double(
      "scaled-tenths", "COLUMN-DOUBLE-SCALED", [0.1, 0.3, 72.7, -36.6],
      .scaled(decimals: 1, .init(.delta, bias: 2))),
    double(
      "scaled-billionths", "COLUMN-DOUBLE-DECIMALS", [0.000000001, 1.123456789, -0.3],
      .scaled(decimals: 9, .init(.deltaOfDelta))),
  ]

  private static func double(
    _ name: String, _ clause: String, _ rows: [Double], _ form: Column.DoubleForm
  ) -> Case {
    .kept(
      "column/kept/double-" + name, clause, { values($0, rows) },
      as: { batch, _ in
        guard let column = Column.doubles(rows, form) else {
          throw Doubt("the values cannot be told in this form")
        }
        batch["runs"][0]["quantities"]["values"] = column
      })
  }

  private static let times: [Case] = [
    time("seconds-as-ticks", 1, "COLUMN-TIME-TICKS", 0),
    time("milliseconds", 1000, "COLUMN-TIME-TICKS", 0.125),
    time("microseconds", 1_000_000, "COLUMN-TIME-SCALE", 0.000_001),
    time("ticks-of-sensors", 8_388_608, "RUN-END-TICKS", 1 / 8_388_608),
    .kept(
      "column/kept/time-bits", "COLUMN-TIME-FORM", { instants($0, 0.123) },
      as: { batch, samples in
        for (field, rows) in [("starts", samples.map(\.start)), ("ends", samples.map(\.end))] {
          guard let column = Column.times(rows, .seconds(.bits(shift: 0, .plain))) else {
            throw Doubt("the instants cannot be told in this form")
          }
          batch["runs"][0][field] = column
        }
      }),
    .kept(
      "column/kept/time-of-year-1-to-9999", "COLUMN-TIME-RANGE",
      { peer in
        var sample = peer.heartRate()
        sample.start = Instant.beginning
        sample.end = Instant.end.nextDown
        return [sample]
      }),
    .kept(
      "column/kept/end-in-year-1", "RUN-END-RANGE", of: .phone,
      { peer in
        var sample = peer.heartRate()
        sample.start = Instant.beginning
        sample.end = Instant.beginning
        return [sample]
      }),
  ]

  private static func instants(_ peer: Peer, _ step: Double) -> [Sample] {
    (0..<4).map { index in
      var sample = peer.heartRate(60, secondsAgo: 100)
      sample.start -= 5
      // Both are rounded to what a tick tells.
      sample.end = sample.start + step * Double(index)
      return sample
    }
  }

  private static func time(
    _ name: String, _ perSecond: Int64, _ clause: String, _ step: Double
  ) -> Case {
    let samples: @Sendable (Peer) -> [Sample] = { peer in
      instants(peer, step).map { sample in
        var sample = sample
        let ticks = (sample.end * Double(perSecond)).rounded()
        sample.end = ticks / Double(perSecond)
        return sample
      }
    }
    return .kept(
      "column/kept/time-" + name, clause, samples,
      as: { batch, samples in
        let starts = samples.map(\.start)
        guard
          let first = Column.times(starts, .ticks(perSecond: perSecond, .init(.delta, bias: 1))),
          let last = Column.times(
            samples.map(\.end), .ticks(perSecond: perSecond, .plain), from: starts)
        else { throw Doubt("the instants cannot be told in this form") }
        batch["runs"][0]["starts"] = first
        batch["runs"][0]["ends"] = last
      })
  }

  private static let identities: [Case] = [
    .kept("column/kept/uuid-raw", "COLUMN-UUID-RAW", { uuids($0, isCounted: false) }),
    .kept(
      "column/kept/uuid-bases", "COLUMN-UUID-BASE", { uuids($0, isCounted: true) },
      as: byBases),
    .kept(
      "column/kept/uuid-bases-and-raw", "COLUMN-UUID-STEPS",
      { peer in
        let (counted, raw) = (uuids(peer, isCounted: true), uuids(peer, isCounted: false))
        return zip(counted, raw).flatMap { [$0, $1] }
      }, as: byBases),
    .kept(
      "column/kept/uuid-last-counter", "COLUMN-UUID-COUNTER-BOUND",
      { peer in
        let base = Entropy.word()
        return [(1 << 58) - 2, (1 << 58) - 1, 0].map { (counter: UInt64) in
          var sample = peer.heartRate()
          sample.uuid = UUID(base: base, counter: counter)
          return sample
        }
      }, as: byBases),
    .kept(
      "column/kept/dots-of-incarnations", "COLUMN-DOT-STEPS",
      { peer in
        let others = [peer.incarnation &+ 1, peer.incarnation &+ 2]
        return [9, 3, 4, 1].flatMap { (number: UInt64) in
          others.map { .heartRate($0, number, at: (Instant.now - 60).rounded(.down)) }
        }
      }),
    .kept(
      "column/kept/dots-up-to-the-last", "COLUMN-DOT-BOUND",
      { peer in
        [.max - 1, .max - 2, 0].map { (number: UInt64) in
          .heartRate(peer.incarnation &+ 1, number, at: (Instant.now - 60).rounded(.down))
        }
      }),
  ]

  private static let byBases: @Sendable (inout Value, [Sample]) throws -> Void = {
    $0["runs"][0]["uuids"] = Column.uuids($1.map(\.uuid), isRaw: false)
  }

  /// Of two bases, back and forth, or of no base.
  private static func uuids(_ peer: Peer, isCounted: Bool) -> [Sample] {
    let counters: [UInt64] = [5, 6, 1, 100, 7, 2]
    // Nobody has used them, whatever the node was told before.
    let base = Entropy.word() & ~0xF
    let high = Entropy.word() & ~0xF000 | 0x4000
    return counters.enumerated().map { index, counter in
      var sample = peer.heartRate()
      sample.uuid =
        isCounted
        ? UUID(base: base + UInt64(index % 2), counter: counter)
        : UUID(high: high, low: 0x9000_0000_0000_0000 + counter)
      return sample
    }
  }
}
