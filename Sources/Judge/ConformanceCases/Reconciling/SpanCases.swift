internal import ConformanceKit
internal import ConformanceWire

/// Reconciliations that find out by roots which days differ.
enum SpanCases {
  static let all = [
    Case("reconciling/spans/phone-tells-the-days-that-differ", "SYNC-RECONCILE-LISTS", of: .phone) {
      stage in
      let (peer, rows) = try threeDays(stage)
      let talk = try Reconciliation(peer)
      let days = rows.map(\.day)
      // The middle one is told right, the others as empty.
      try talk.say([
        "claim": peer.claimed,
        "spans": Days.spans([
          (Day.all.lowerBound...days[0], Root()), (days[0] + 1...days[1], Root(of: [rows[1].dot])),
          (days[1] + 1...Day.all.upperBound, Root()),
        ]), "is_last": true,
      ])
      try talk.finish()
      let (roots, spans) = try Days.roots(talk.parts[0]["days"])
      try Deviation.unless(
        spans == [Day.all.lowerBound...days[0], days[1] + 1...Day.all.upperBound],
        "roots of days in the two spans that differ", "spans \(spans)")
      try expect(roots, of: [rows[0], rows[2]])
    },
    Case("reconciling/spans/equal-spans-are-not-told", "PART-ROOT-SUM", of: .phone) { stage in
      let (peer, rows) = try threeDays(stage)
      let talk = try Reconciliation(peer)
      try talk.say([
        "claim": peer.claimed, "spans": Days.spans([(Day.all, Root(of: rows.map(\.dot)))]),
        "is_last": true,
      ])
      try talk.finish()
      let (roots, spans) = try Days.roots(talk.parts[0]["days"])
      try Deviation.unless(
        spans.isEmpty && roots.isEmpty, "no days, as the root of all is the same",
        "\(roots.count) days")
    },
    Case("reconciling/spans/a-count-that-differs", "PART-ROOT-COUNT", of: .phone) { stage in
      let (peer, rows) = try threeDays(stage)
      let talk = try Reconciliation(peer)
      let root = Root(of: rows.map(\.dot))
      let other = Root(count: root.count + 1, high: root.high, low: root.low)
      try talk.say([
        "claim": peer.claimed, "spans": Days.spans([(Day.all, other)]), "is_last": true,
      ])
      try talk.finish()
      try expect(try Days.roots(talk.parts[0]["days"]).roots, of: rows)
    },
    Case("reconciling/spans/a-root-left-out-is-empty", "PART-ROOT-EMPTY", of: .phone) { stage in
      let (peer, rows) = try threeDays(stage)
      let talk = try Reconciliation(peer)
      try talk.say([
        "claim": peer.claimed,
        "spans": [
          "spans": [
            [
              "first_day": .integer(Day.all.lowerBound), "last_day": .integer(rows[0].day - 1),
            ],
            ["first_day": .integer(rows[0].day), "last_day": .integer(rows[0].day)],
          ]
        ], "is_last": true,
      ])
      try talk.finish()
      let (roots, spans) = try Days.roots(talk.parts[0]["days"])
      try Deviation.unless(
        spans == [rows[0].day...rows[0].day],
        "that the span without samples does not differ from a root that is left out",
        "spans \(spans) differ")
      try expect(roots, of: [rows[0]])
    },
    Case("reconciling/spans/days-in-no-span", "PART-SPANS-ANY", of: .phone) { stage in
      let (peer, rows) = try threeDays(stage)
      let talk = try Reconciliation(peer)
      let day = rows[1].day
      try talk.say([
        "claim": peer.claimed, "spans": Days.spans([(day...day, Root())]), "is_last": true,
      ])
      try talk.finish()
      try expect(try Days.roots(talk.parts[0]["days"]).roots, of: [rows[1]])
    },
    Case("reconciling/spans/a-day-is-that-of-the-end", "PART-DAY", of: .phone) { stage in
      let peer = try stage.peer()
      let midnight = Day.start(of: Day.number(of: Instant.now) - 1)
      var first = peer.steps(secondsAgo: 0)
      var second = peer.steps(secondsAgo: 0)
      (first.start, first.end) = (midnight - 600, midnight)
      (second.start, second.end) = (midnight - 600, midnight - 0.001)
      try peer.share([first, second])
      let talk = try Reconciliation(peer)
      try talk.say([
        "claim": peer.claimed, "spans": Days.spans([(Day.all, Root())]), "is_last": true,
      ])
      try talk.finish()
      try expect(try Days.roots(talk.parts[0]["days"]).roots, of: [first, second])
    },
    Case("reconciling/spans/then-the-lists-of-these-days", "SYNC-RECONCILE-ANSWER", of: .phone) {
      stage in
      let (peer, rows) = try threeDays(stage)
      let talk = try Reconciliation(peer)
      try talk.say([
        "claim": peer.claimed, "spans": Days.spans([(Day.all, Root(of: [rows[0].dot]))]),
        "is_last": true,
      ])
      try talk.finish()
      let lists = DayLists([:], selection: [rows[1].day])
      try talk.say(["lists": lists.value, "is_last": true])
      try talk.finish()
      try Deviation.unless(
        try !talk.lists("missing").values.contains(where: { $0.covers(rows[0].dot) }),
        "nothing missing that is live", talk.text)
      try talk.session.end()
      try peer.expect(
        [rows[0], rows[2]], gone: [rows[1]], because: "its day alone was listed, as empty")
    },
    Case("reconciling/spans/watch-tells-all-days", "PART-SPANS-ALL", of: .watch) { stage in
      let (_, rows, talk) = try manyDots(stage)
      let spans = try Days.spans(talk.spans())
      let ranges = spans.map(\.days)
      try Deviation.unless(
        ranges.first?.lowerBound == Day.all.lowerBound
          && ranges.last?.upperBound == Day.all.upperBound
          && zip(ranges, ranges.dropFirst()).allSatisfy({ $0.upperBound + 1 == $1.lowerBound }),
        "adjacent spans from year 1 to year 9999", "spans \(ranges)")
      for span in spans {
        let root = Root(of: rows.filter { span.days.contains($0.day) }.map(\.dot))
        try Deviation.unless(
          span.root == root,
          "for days \(span.days) the root of \(root.count) dots that the text adds up",
          "a root of \(span.root.count) dots that is another one")
      }
    },
    Case("reconciling/spans/days-in-several-parts", "SYNC-RECONCILE-ORDER", of: .watch) { stage in
      let (peer, rows, talk) = try manyDots(stage)
      let roots = Dictionary(grouping: rows, by: \.day).mapValues { Root(of: $0.map(\.dot)) }
      // Of the first part all is the same, and of the second all but one day.
      let (first, other) = (rows[4999].day, rows[0].day)
      let parts = [Day.all.lowerBound...first, first + 1...Day.all.upperBound]
      for days in parts {
        var told = roots.filter { days.contains($0.key) }
        if days.contains(other) { told[other] = nil }
        let isLast = days == parts[1]
        try talk.say(["days": Days.roots(told, in: [days]), "is_last": .flag(isLast)])
      }
      try talk.hear()
      let lists = try talk.parts.filter { $0["lists"].isPresent }.map { try DayLists($0["lists"]) }
      let selected = lists.flatMap { $0.selection ?? [] }
      try Deviation.unless(
        selected == [other], "lists of the one day that differs, once all days are told",
        "lists of days \(selected.sorted())")
      try talk.say(["claim": peer.claimed, "missing": DayLists([:]).value, "is_last": true])
      try talk.finish()
    },
    Case("reconciling/golden/watch-goes-by-spans", "SYNC-RECONCILE-LISTS", of: .watch) { stage in
      let (peer, rows, talk) = try manyDots(stage)
      try Deviation.unless(
        talk.text == "claim 1\nspans 1\nlast 1", "the node to tell:\nclaim 1\nspans 1\nlast 1",
        talk.text)
      // One day has less, one that is empty at the watch has something, the others are the same.
      let day = rows[2500].day
      let empty = Day.number(of: Instant.now) - 40
      var roots = Dictionary(grouping: rows, by: \.day).mapValues { Root(of: $0.map(\.dot)) }
      roots[day] = Root(of: rows.filter { $0.day == day }.dropFirst().map(\.dot))
      roots[empty] = Root(of: [peer.newDot(Sample.sleepType)])
      try talk.say(["days": Days.roots(roots, in: [Day.all]), "is_last": true])
      try talk.hear()
      let lists = try talk.parts.filter { $0["lists"].isPresent }.map { try DayLists($0["lists"]) }
      let selected = lists.flatMap { $0.selection ?? [] }
      try Deviation.unless(
        selected.sorted() == [empty, day].sorted(),
        "lists of the two days that differ, the empty one among them",
        "lists of days \(selected.sorted())")
      let told = lists.reduce(Vector()) { $1.days.values.reduce($0) { $0.union($1) } }
      try Deviation.unless(
        told == Vector(rows.filter { $0.day == day }.map(\.dot)),
        "all dots of the day that differs and no others", "\(told.dots.count) dots")
      try talk.say([
        "claim": peer.claimed, "missing": DayLists(of: [rows[2500]]).value, "is_last": true,
      ])
      try talk.end()
      try peer.expect([rows[2499]], gone: [rows[2500]], because: "the phone told it as missing")
    },
  ]

  private static func threeDays(_ stage: Stage) throws -> (Peer, [Sample]) {
    let peer = try stage.peer()
    let rows = [400_000.0, 200_000, 3600].map { peer.steps(secondsAgo: $0) }
    try peer.share(rows)
    return (peer, rows)
  }

  private static func expect(_ roots: [Int64: Root], of rows: [Sample]) throws {
    let expected = Dictionary(grouping: rows, by: \.day).mapValues { Root(of: $0.map(\.dot)) }
    try Deviation.unless(
      roots == expected, "the roots of days \(expected.keys.sorted()) that the text adds up",
      "roots of days \(roots.keys.sorted())"
        + (roots.keys == expected.keys ? " that are others" : ""))
  }

  /// A watch with so many dots that it begins with roots.
  static func manyDots(_ stage: Stage) throws -> (Peer, [Sample], Reconciliation) {
    let peer = try stage.peer()
    let rows = (0..<5000).map { peer.heartRate(secondsAgo: 86_400 + Double($0) * 60) }
    try peer.share(rows)
    let talk = try Reconciliation(peer)
    guard talk.parts.contains(where: { $0["spans"].isPresent }) else {
      throw NotHere("the watch lists 5000 dots at once")
    }
    return (peer, rows, talk)
  }
}

extension Reconciliation {
  /// The spans that a watch told.
  fileprivate func spans() -> Value {
    parts.first { $0["spans"].isPresent }?["spans"] ?? .absent
  }
}
