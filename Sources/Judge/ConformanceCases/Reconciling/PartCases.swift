internal import ConformanceKit
internal import ConformanceWire

/// Parts that break a rule of their fields: VIOLATION, and nothing of them is applied.
enum PartCases {
  static let all =
    (sequence + spans + days + lists + streams + deaths)
    + ClaimRules.all

  private static let sequence: [Case] = [
    .part("lists-before-a-claim", "SYNC-RECONCILE-CLAIM") { $0["claim"] = .absent },
    .part("spans-before-a-claim", "SYNC-RECONCILE-CLAIM", .spans) { $0["claim"] = .absent },
    .part("missing-before-a-claim", "SYNC-RECONCILE-CLAIM", .missing) { $0["claim"] = .absent },
    .part("days-that-nobody-asked-for", "SYNC-RECONCILE-CLAIM", of: .watch) {
      $0["lists"] = .absent
      $0["days"] = Days.roots([:], in: [])
    },
    .part("days-to-a-phone", "SYNC-WRONG-SIDE", of: .phone) {
      $0["lists"] = .absent
      $0["days"] = Days.roots([:], in: [])
    },
    .part("missing-to-a-phone", "SYNC-WRONG-SIDE", of: .phone) {
      $0["missing"] = $0["lists"]
      $0["lists"] = .absent
    },
    .part("spans-to-a-watch", "SYNC-WRONG-SIDE", of: .watch) {
      $0["lists"] = .absent
      $0["spans"] = Days.spans([(Day.all, Root())])
    },
    .part("selected-days-to-a-watch", "SYNC-WRONG-SIDE", of: .watch) {
      $0["lists"]["selection"] = ["day_count": 1, "days": $0["lists"]["days"]]
      $0["lists"]["selection"]["days"] = Column.ints([9000])
    },
    .part("selection-of-what-is-missing", "PART-SELECTION-MISSING", .missing) {
      $0["missing"]["selection"] = ["day_count": 1, "days": Column.ints([9000])]
    },
  ]

  private static let spans: [Case] = [
    .part("span-backwards", "PART-SPAN-ORDER", .spans) {
      $0["spans"]["spans"] = [["first_day": 9, "last_day": 8]]
    },
    .part("spans-that-overlap", "PART-SPANS-ASCEND", .spans) {
      $0["spans"] = Days.spans([(1...5, Root()), (5...9, Root())])
    },
    .part("spans-that-go-back", "PART-SPANS-ASCEND", .spans) {
      $0["spans"] = Days.spans([(11...15, Root()), (1...9, Root())])
    },
    .part("spans-too-many", "PART-SPANS-BOUND", .spans) {
      $0["spans"] = Days.spans((0...4096).map { ($0...$0, Root()) })
    },
    .part("span-before-year-1", "PART-DAY-RANGE", .spans) {
      $0["spans"] = Days.spans([(Day.all.lowerBound - 1...5, Root())])
    },
    .part("span-beyond-year-9999", "PART-DAY-RANGE", .spans) {
      $0["spans"] = Days.spans([(5...Day.all.upperBound + 1, Root())])
    },
  ]

  private static let days: [Case] = [
    .part("roots-of-too-many-spans", "PART-DAYS-SPANS-BOUND", .days) {
      $0["days"] = Days.roots([:], in: (0...4096).map { $0...$0 })
    },
    .part("roots-of-spans-that-overlap", "PART-DAYS-SPANS", .days) {
      $0["days"] = Days.roots([:], in: [1...5, 5...9])
    },
    .part("roots-of-a-span-backwards", "PART-DAYS-SPANS", .days) {
      $0["days"] = Days.roots([:], in: [5...9])
      $0["days"]["last_days"] = Column.ints([4])
    },
    .part("roots-of-too-many-days", "PART-DAYS-BOUND", .days) {
      $0["days"]["day_count"] = 65_537
      $0["days"]["days"] = .ascending(65_537)
      $0["days"]["counts"] = .repeated(1, 65_537)
      $0["days"]["highs"] = Value([UInt64](repeating: 1, count: 30_000))
    },
    .part("roots-of-days-twice", "PART-DAYS-ASCEND", .days) {
      $0["days"]["days"] = Column.ints([9000, 9000])
    },
    .part("roots-of-days-that-go-back", "PART-DAYS-ASCEND", .days) {
      $0["days"]["days"] = Column.ints([9000, 8999])
    },
    .part("root-without-a-count", "PART-DAYS-ROOTS", .days) {
      $0["days"]["counts"] = Column.ints([1])
    },
    .part("root-without-high-bits", "PART-DAYS-ROOTS", .days) {
      $0["days"]["highs"] = Value([UInt64(1)])
    },
    .part("root-without-low-bits", "PART-DAYS-ROOTS", .days) {
      $0["days"]["lows"] = Value([UInt64(1), 2, 3])
    },
    .part("root-of-a-day-beyond-year-9999", "PART-DAY-RANGE", .days) {
      $0["days"]["days"] = Column.ints([9000, Day.all.upperBound + 1])
    },
  ]

  private static let lists: [Case] = [
    .part("list-days-that-go-back", "PART-LIST-ASCEND") {
      $0["lists"]["days"] = Column.ints([9001, 9000])
    },
    .part("list-of-a-day-twice", "PART-LIST-ASCEND") {
      $0["lists"]["days"] = Column.ints([9000, 9000])
    },
    .part("list-of-a-day-before-year-1", "PART-DAY-RANGE") {
      $0["lists"]["days"] = Column.ints([Day.all.lowerBound - 1, 9000])
    },
    .part("lists-of-too-many-days", "PART-LIST-DAYS") {
      $0["lists"] = [
        "day_count": 65_537, "days": .ascending(65_537),
        "live": ["stream_counts": .repeated(0, 65_537)],
      ]
    },
    .part("list-without-a-stream-count", "PART-DOTS-STREAMS") {
      $0["lists"]["live"]["stream_counts"] = Column.ints([1])
    },
    .part("list-with-a-stream-count-below-0", "PART-DOTS-STREAMS") {
      $0["lists"]["live"]["stream_counts"] = Column.ints([-1, 3])
    },
    .part("lists-of-too-many-streams-by-day", "PART-DOTS-STREAMS-BOUND") {
      $0["lists"]["day_count"] = 32_769
      $0["lists"]["days"] = .ascending(32_769)
      $0["lists"]["live"] = [
        "stream_counts": .repeated(2, 32_769), "stream_steps": .repeated(0, 65_538),
        "interval_counts": .repeated(1, 65_538), "gaps": .repeated(2, 65_538),
        "lengths": .repeated(0, 65_538),
      ]
    },
    .part("stream-beyond-the-list", "PART-DOTS-STEPS") {
      $0["lists"]["live"]["stream_steps"] = Column.ints([0, 2])
    },
    .part("stream-that-goes-back", "PART-DOTS-STEPS") {
      $0["lists"]["live"]["stream_steps"] = Column.ints([0, -1])
    },
    .part("stream-on-a-day-without-intervals", "PART-DOTS-INTERVAL-COUNT") {
      $0["lists"]["live"]["interval_counts"] = Column.ints([0, 2])
    },
    .part("lists-of-too-many-intervals", "PART-DOTS-INTERVALS-BOUND") {
      $0["lists"]["live"]["interval_counts"] = Column.ints([1, 262_144])
      $0["lists"]["live"]["gaps"] = .repeated(2, 262_145)
      $0["lists"]["live"]["lengths"] = .repeated(0, 262_145)
    },
    .part("vector-and-lists-of-too-many-intervals", "PART-INTERVALS-BOUND") {
      var vector = Streams.value([Stream(1, Sample.heartRateType)], counted: "stream_count")
      vector["interval_counts"] = Column.ints([262_143])
      vector["gaps"] = .repeated(2, 262_143)
      vector["lengths"] = .repeated(0, 262_143)
      $0["claim"]["vector"] = ["whole": vector]
    },
    .part("interval-without-a-gap", "PART-DOTS-GAPS") {
      $0["lists"]["live"]["gaps"] = Column.ints([1])
    },
    .part("interval-without-a-length", "PART-DOTS-GAPS") {
      $0["lists"]["live"]["lengths"] = Column.ints([0, 0, 0])
    },
    .part("intervals-of-a-day-that-touch", "PART-DOTS-INTERVALS") {
      $0["lists"]["live"]["interval_counts"] = Column.ints([1, 2])
      $0["lists"]["live"]["gaps"] = Column.ints([1, 1, 1])
      $0["lists"]["live"]["lengths"] = Column.ints([0, 0, 0])
    },
    .part("interval-beyond-64-bits", "VECTOR-INTERVAL-BOUND") {
      $0["lists"]["live"]["lengths"] = Column.ints([0, -1])
    },
    .part("selection-of-too-many-days", "PART-SELECTION-BOUND", of: .phone) {
      $0["lists"]["selection"] = ["day_count": 65_537, "days": .ascending(65_537)]
    },
    .part("selection-that-goes-back", "PART-SELECTION-ASCEND", of: .phone) {
      $0["lists"]["selection"] = ["day_count": 2, "days": Column.ints([9001, 9000])]
    },
    .part("selection-of-a-day-twice", "PART-SELECTION-ASCEND", of: .phone) {
      $0["lists"]["selection"] = ["day_count": 2, "days": Column.ints([9000, 9000])]
    },
    .part("selection-of-a-day-beyond-year-9999", "PART-DAY-RANGE", of: .phone) {
      $0["lists"]["selection"] = ["day_count": 1, "days": Column.ints([Day.all.upperBound + 1])]
    },
  ]

  private static let streams: [Case] = [
    .part("too-many-streams", "PART-LIST-STREAMS") {
      let many = (0..<257).flatMap { type in (1...256).map { Stream(UInt64($0), "t\(type)") } }
      $0["lists"]["streams"] = Streams.value(Array(many.prefix(65_537)))
    },
    .part("stream-twice", "VECTOR-STREAMS-ONCE") {
      $0["lists"]["streams"]["type_indexes"] = Column.ints([0, 0])
    },
    .part("more-types-than-streams", "VECTOR-STREAMS-TYPES") {
      $0["lists"]["streams"]["types"] = ["a", "b", "c"]
    },
    .part("more-incarnations-than-streams", "VECTOR-STREAMS-INCARNATIONS") {
      $0["lists"]["streams"]["incarnations"] = Value([UInt64(1), 2, 3])
    },
    .part("stream-of-no-incarnation", "VECTOR-STREAMS-INCARNATION-INDEX") {
      $0["lists"]["streams"]["incarnation_indexes"] = Column.ints([0, 1])
    },
    .part("stream-of-no-type", "VECTOR-STREAMS-TYPE-INDEX") {
      $0["lists"]["streams"]["type_indexes"] = Column.ints([0, 2])
    },
  ]

  private static let deaths: [Case] = [
    .part("too-many-tombstones", "PART-DEATH-ROWS") {
      let deaths = (1...4097).map {
        Death(of: .heartRate(7, UInt64($0)))
      }
      $0["deletions"] = [
        Deletions.value(Array(deaths.prefix(4096))), Deletions.value([deaths[4096]]),
      ]
    },
    .part("tombstones-with-positions", "PART-DEATH-RULES") {
      var run = $0["deletions"][0]
      run["positions"] = ["counts": Column.ints([1]), "steps": Column.ints([1])]
      $0["deletions"] = .list([run])
    },
    .part("tombstones-without-dots", "PART-DEATH-RULES") {
      var run = $0["deletions"][0]
      run["dots"] = .absent
      $0["deletions"] = .list([run])
    },
  ]
}
