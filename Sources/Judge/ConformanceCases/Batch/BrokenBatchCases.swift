internal import ConformanceKit
internal import ConformanceWire

/// Batches whose parts do not fit together, and messages that are none.
enum BrokenBatchCases {
  static let all = (runs + deaths + log + refills + messages)

  private static let runs: [Case] = [
    .batch("whole/runs-too-long-together", "BATCH-RUN-ROWS", WellFormed.mostInTwo) { batch in
      let sleep = batch["runs"][0]
      var other = sleep
      other["type"] = "HKCategoryTypeIdentifierMindfulSession"
      other["uuids"]["raw"] = .bytes(Array(repeating: 3, count: 16))
      batch["runs"].append(other)
      var covers = (try? Vector(batch["covers"])) ?? Vector()
      let stream = Stream(
        other["dots"]["incarnations"][0].word, "HKCategoryTypeIdentifierMindfulSession")
      let number = UInt64(bitPattern: other["dots"]["steps"]["values"][0].number)
      covers.insert(number...number, in: stream)
      batch["covers"] = covers.value
    },
    .batch("whole/dot-not-covered", "BATCH-COVERS-RUNS") {
      $0["covers"]["lengths"]["values"] = [1]
    },
    .batch("whole/nothing-covered", "BATCH-COVERS-RUNS") { $0["covers"] = .absent },
    .batch("whole/dot-in-two-runs", "BATCH-DOT-ONCE") {
      let run = $0["runs"][0]
      $0["runs"].append(run)
    },
  ]

  private static let deaths: [Case] = [
    .batchDeath("death/count-too-high", "DEATH-COUNT", WellFormed.mostDeaths) {
      let count = Int64(Run.mostRows) + 1
      $0["count"] = .integer(count)
      let end = $0["ends"]["seconds"]["raw"][0]
      $0["ends"]["seconds"]["raw"].append(end)
      $0["source_indexes"]["values"].append(0)
      let raw = $0["uuids"]["raw"].data
      $0["uuids"]["raw"] = .bytes(raw + Array(raw[..<16]))
      $0["uuids"]["counts"]["values"] = [.integer(count)]
      $0["dots"]["counts"]["values"] = [.integer(count)]
    },
    .batch("whole/deaths-too-many-together", "BATCH-DEATH-ROWS", WellFormed.mostDeaths) {
      var other = Deletions.value([])
      other["type"] = .text(Sample.sleepType)
      other["count"] = 1
      let uuid = UUID(high: 1, low: 2)
      other = Deletions.value([Death(Dot(5, Sample.sleepType, 1), uuid: uuid, end: 0)])
      $0["deletions"].append(other)
    },
    .batchDeath("death/uuid-missing", "DEATH-UUID-TWICE") { $0["uuids"] = .absent },
    .batchDeath("death/end-missing", "DEATH-END-RANGE") { $0["ends"] = .absent },
    .batchDeath("death/end-of-year-0", "DEATH-END-RANGE") {
      $0["ends"]["seconds"]["raw"] = [.double(Instant.beginning - 1)]
    },
    .batchDeath("death/end-no-number", "DEATH-END-RANGE") {
      $0["ends"]["seconds"]["raw"] = [.double(.nan)]
    },
    .batchDeath("death/too-many-sources", "DEATH-SOURCES") {
      $0["sources"].append(["bundle_identifier": "app.more", "name": "More"])
    },
    .batchDeath("death/source-index-beyond", "DEATH-SOURCE-INDEX") {
      $0["source_indexes"]["values"] = [1]
    },
    .batchDeath("death/no-dots", "DEATH-DOTS") { $0["dots"] = .absent },
    .batchDeath("death/positions", "DEATH-POSITIONS") { $0["positions"] = Column.counters([1]) },
    .batchDeath("death/type-with-nul", "COLUMN-TEXT-NUL") { $0["type"] = .text("\u{0}") },
  ]

  private static let log: [Case] = [
    .batch("log/position-negative", "BATCH-PLACE-BOUND", WellFormed.burial) {
      $0["log"]["start"] = ["position": -1, "incarnation": 5]
    },
    .batch("log/position-too-high", "BATCH-PLACE-BOUND", WellFormed.burial) {
      $0["log"]["end"]["position"] = .integer(.max)
    },
    .batch("log/writer-missing", "BATCH-PLACE-WRITER", WellFormed.burial) {
      $0["log"]["end"]["incarnation"] = .absent
    },
    .batch("log/beginning-with-a-writer", "BATCH-PLACE-BEGINNING", WellFormed.burial) {
      $0["log"]["start"] = ["position": 0, "incarnation": 5]
    },
    .batch("log/end-before-start", "BATCH-LOG-ORDER", WellFormed.burial) {
      let end = $0["log"]["end"]
      $0["log"]["start"] = end
      $0["log"]["start"]["position"] = 2
    },
  ]

  private static let refills: [Case] = [
    .batch("refill/floor-no-number", "BATCH-REFILL-FLOOR", of: .watch, WellFormed.refill) {
      $0["refill"]["floor"] = .double(.nan)
    },
    .batch("refill/floor-of-year-0", "BATCH-REFILL-FLOOR", of: .watch, WellFormed.refill) {
      $0["refill"]["floor"] = .double(Instant.beginning - 1)
    },
    .batch("refill/floor-of-year-10000", "BATCH-REFILL-FLOOR", of: .watch, WellFormed.refill) {
      $0["refill"]["floor"] = .double(Instant.end)
    },
  ]

  private static let messages: [Case] = [
    .batch("message/transform-unknown-in-covers", "SYNC-UNKNOWN-VALUE") {
      $0["covers"]["gaps"]["transform"] = 7
    },
    .batch("message/field-cut-off", "SYNC-MALFORMED") {
      $0.extra = [0x1A, 0x7F, 0x01]
    },
    .batch("message/field-of-another-wire-type", "SYNC-MALFORMED") {
      // `view` as a varint.
      $0["view"] = .absent
      $0.extra = WireWriter.field(1, 5)
    },
    .batch("message/number-without-end", "SYNC-MALFORMED") {
      $0.extra = [0xF8, 0x07] + Array(repeating: 0xFF, count: 11)
    },
    .batch("message/wire-type-seven", "SYNC-MALFORMED") { $0.extra = [0x0F, 0x00] },
    .batch(message: "message/too-long", "SYNC-MALFORMED", WellFormed.hearts) {
      $0.pad(to: 1_048_577)
    },
  ]
}

extension Message {
  /// Makes it as long as told, by a field that nobody knows.
  ///
  /// - Parameter count: Between 20 KiB and 2 MiB.
  mutating func pad(to count: Int) {
    value.extra = []
    // Two bytes of tag and three of length come before the field's bytes.
    value.extra = WireWriter.field(
      99, Array(repeating: 0, count: count - encoded().count - 5))
  }
}
