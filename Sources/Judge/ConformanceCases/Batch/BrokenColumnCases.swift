internal import ConformanceKit
internal import ConformanceWire

/// Columns that break a rule.
enum BrokenColumnCases {
  static let all = (ints + doubles + times + uuids + dots + texts)

  private static let beyond: Int64 = 1 << 53 + 1

  private static let ints: [Case] = [
    .batchRun("column/rows/too-few", "COLUMN-ROWS") { $0["source_indexes"]["values"] = [0, 1] },
    .batchRun("column/rows/too-many", "COLUMN-ROWS") {
      $0["source_indexes"]["values"] = [0, 1, 0, 0]
    },
    .batchRun("column/rows/left-out", "COLUMN-ROWS") { $0["source_indexes"] = .absent },
    .batchRun("column/rows/too-many-by-counts", "COLUMN-ROWS", WellFormed.sleeps) {
      $0["categories"]["values"] = ["values": [1], "counts": [0xFFFF_FFFF]]
    },
    .batchRun("column/rows/doubles-too-few", "COLUMN-ROWS") {
      $0["quantities"]["values"]["raw"] = [1.0, 2.0]
    },
    .batchRun("column/int/transform-unknown", "COLUMN-INT-TRANSFORM") {
      $0["source_indexes"]["transform"] = 3
    },
    .batchRun("column/int/counts-too-few", "COLUMN-INT-COUNTS", WellFormed.sleeps) {
      $0["categories"]["values"] = ["values": [1, 2], "counts": [3]]
    },
    .batchRun("column/int/counts-too-many", "COLUMN-INT-COUNTS", WellFormed.sleeps) {
      $0["categories"]["values"] = ["values": [1], "counts": [3, 1]]
    },
    .batchRun("column/int/count-zero", "COLUMN-INT-COUNT-ONE", WellFormed.sleeps) {
      $0["categories"]["values"] = ["values": [1, 2], "counts": [3, 0]]
    },
  ]

  private static let doubles: [Case] = [
    .batchRun("column/double/two-forms", "COLUMN-DOUBLE-FORM") {
      $0["quantities"]["values"]["scaled"] = ["values": [1, 2, 3]]
    },
    .batchRun("column/double/scaled-and-bits", "COLUMN-DOUBLE-FORM") {
      $0["quantities"]["values"] = [
        "scaled": ["values": [1, 2, 3]], "bits": ["values": [1, 2, 3]],
      ]
    },
    .batchRun("column/double/no-form", "COLUMN-DOUBLE-FORM") { $0["quantities"]["values"] = [:] },
    .batchRun("column/double/decimals-ten", "COLUMN-DOUBLE-DECIMALS") {
      $0["quantities"]["values"] = ["decimals": 10, "scaled": ["values": [1, 2, 3]]]
    },
    .batchRun("column/double/scaled-too-high", "COLUMN-DOUBLE-SCALED-BOUND") {
      $0["quantities"]["values"] = ["scaled": ["values": [1, 2, .integer(beyond)]]]
    },
    .batchRun("column/double/scaled-too-low", "COLUMN-DOUBLE-SCALED-BOUND") {
      $0["quantities"]["values"] = ["scaled": ["values": [1, 2, .integer(-beyond)]]]
    },
    .batchRun("column/double/shift-64", "COLUMN-DOUBLE-SHIFT") {
      $0["quantities"]["values"] = ["shift": 64, "bits": ["values": [1, 2, 3]]]
    },
  ]

  private static let times: [Case] = [
    .batchRun("column/time/two-forms", "COLUMN-TIME-FORM") {
      $0["starts"]["ticks"] = ["values": [1, 2, 3]]
      $0["starts"]["ticks_per_second"] = 1
    },
    .batchRun("column/time/no-form", "COLUMN-TIME-FORM") { $0["ends"] = [:] },
    .batchRun("column/time/no-number", "COLUMN-TIME-RANGE") {
      $0["ends"]["seconds"]["raw"][1] = .double(.nan)
    },
    .batchRun("column/time/infinite", "COLUMN-TIME-RANGE") {
      $0["ends"]["seconds"]["raw"][1] = .double(.infinity)
    },
    .batchRun("column/time/ticks-of-year-0", "COLUMN-TIME-RANGE") {
      $0["starts"] = ["ticks_per_second": 1, "ticks": ["values": [0, 0, -63_113_904_001]]]
    },
    .batchRun("column/time/hundred-ticks", "COLUMN-TIME-SCALE") {
      $0["starts"] = ["ticks_per_second": 100, "ticks": ["values": [0, 0, 0]]]
    },
    .batchRun("column/time/no-ticks-per-second", "COLUMN-TIME-SCALE") {
      $0["starts"] = ["ticks": ["values": [0, 0, 0]]]
    },
    .batchRun("column/time/seconds-with-a-scale", "COLUMN-TIME-SCALE") {
      $0["starts"]["ticks_per_second"] = 1
    },
    .batchRun("column/time/ticks-too-many", "COLUMN-TIME-TICKS-BOUND") {
      $0["starts"] = [
        "ticks_per_second": 8_388_608, "ticks": ["values": [0, 0, .integer(-beyond)]],
      ]
    },
  ]

  private static let uuids: [Case] = [
    .batchRun("column/uuid/rows-left", "COLUMN-UUID-SPANS") {
      $0["uuids"]["counts"]["values"] = [2]
      $0["uuids"]["raw"] = .bytes(Array($0["uuids"]["raw"].data.prefix(32)))
    },
    .batchRun("column/uuid/rows-beyond", "COLUMN-UUID-SPANS", WellFormed.based) {
      $0["uuids"]["counts"]["values"] = [4]
    },
    .batchRun("column/uuid/too-many-bases", "COLUMN-UUID-BASES", WellFormed.based) {
      let base = $0["uuids"]["bases"][0].word
      $0["uuids"]["bases"] = Value((0..<4).map { base &+ UInt64($0) })
    },
    .batchRun("column/uuid/base-index-beyond", "COLUMN-UUID-BASE-INDEX", WellFormed.based) {
      $0["uuids"]["base_indexes"]["values"] = [2]
    },
    .batchRun("column/uuid/base-index-negative", "COLUMN-UUID-BASE-INDEX", WellFormed.based) {
      $0["uuids"]["base_indexes"]["values"] = [-1]
    },
    .batchRun("column/uuid/empty-span", "COLUMN-UUID-COUNTS", WellFormed.based) {
      $0["uuids"]["base_indexes"]["values"] = [1, 1]
      $0["uuids"]["counts"]["values"] = [3, 0]
      $0["uuids"]["steps"]["values"] = [1, 5]
    },
    .batchRun("column/uuid/negative-span", "COLUMN-UUID-COUNTS", WellFormed.based) {
      $0["uuids"]["base_indexes"]["values"] = [1, 1]
      $0["uuids"]["counts"]["values"] = [4, -1]
      $0["uuids"]["steps"]["values"] = [1, 5]
    },
    .batchRun("column/uuid/step-missing", "COLUMN-UUID-STEPS", WellFormed.based) {
      $0["uuids"]["steps"] = .absent
    },
    .batchRun("column/uuid/step-for-raw", "COLUMN-UUID-STEPS") {
      $0["uuids"]["steps"] = ["values": [1]]
    },
    .batchRun("column/uuid/counter-too-high", "COLUMN-UUID-COUNTER-BOUND", WellFormed.based) {
      $0["uuids"]["steps"]["values"] = [.integer(1 << 58 - 2)]
    },
    .batchRun("column/uuid/counter-negative", "COLUMN-UUID-COUNTER-BOUND", WellFormed.based) {
      $0["uuids"]["steps"]["values"] = [-1]
    },
    .batchRun("column/uuid/raw-too-short", "COLUMN-UUID-RAW") {
      $0["uuids"]["raw"] = .bytes(Array($0["uuids"]["raw"].data.dropLast()))
    },
    .batchRun("column/uuid/raw-too-long", "COLUMN-UUID-RAW") {
      $0["uuids"]["raw"] = .bytes($0["uuids"]["raw"].data + [0])
    },
  ]

  private static let dots: [Case] = [
    .batchRun("column/dot/twice", "COLUMN-DOT-ONCE") {
      let first = $0["dots"]["steps"]["values"][0].number
      $0["dots"] = [
        "incarnations": $0["dots"]["incarnations"], "incarnation_indexes": ["values": [0, 0]],
        "counts": ["values": [2, 1]], "steps": ["values": [.integer(first), -1]],
      ]
    },
    .batchRun("column/dot/rows-left", "COLUMN-DOT-SPANS") { $0["dots"]["counts"]["values"] = [2] },
    .batchRun("column/dot/rows-beyond", "COLUMN-DOT-SPANS") {
      $0["dots"]["counts"]["values"] = [4]
    },
    .batchRun("column/dot/too-many-incarnations", "COLUMN-DOT-INCARNATIONS") {
      let own = $0["dots"]["incarnations"][0].word
      $0["dots"]["incarnations"] = Value((0..<4).map { own &+ UInt64($0) })
    },
    .batchRun("column/dot/incarnation-index-beyond", "COLUMN-DOT-INCARNATION-INDEX") {
      $0["dots"]["incarnation_indexes"]["values"] = [1]
    },
    .batchRun("column/dot/incarnation-index-negative", "COLUMN-DOT-INCARNATION-INDEX") {
      $0["dots"]["incarnation_indexes"]["values"] = [-1]
    },
    .batchRun("column/dot/empty-span", "COLUMN-DOT-COUNTS") {
      let first = $0["dots"]["steps"]["values"][0].number
      $0["dots"]["incarnation_indexes"]["values"] = [0, 0]
      $0["dots"]["counts"]["values"] = [3, 0]
      $0["dots"]["steps"]["values"] = [.integer(first), 5]
    },
    .batchRun("column/dot/step-missing", "COLUMN-DOT-STEPS") { $0["dots"]["steps"] = .absent },
    .batch("column/dot/number-too-high", "COLUMN-DOT-BOUND") { batch in
      // 2^64 - 3 is the first of three, so that the last is 2^64 - 1.
      batch["runs"][0]["dots"]["steps"]["values"] = [-3]
      batch["covers"]["gaps"]["values"] = [-3]
      batch["covers"]["lengths"]["values"] = [2]
    },
  ]

  private static let texts: [Case] = [
    .batchRun("column/text/source-no-utf8", "COLUMN-TEXT-UTF8") {
      $0["sources"][0]["name"] = .absent
      $0["sources"][0].extra = WireWriter.field(2, [0x61, 0xC3, 0x28])
    },
    .batchRun("column/text/surrogate", "COLUMN-TEXT-UTF8") {
      $0["devices"][0]["name"]["value"] = .absent
      $0["devices"][0]["name"].extra = WireWriter.field(1, [0xED, 0xA0, 0x80])
    },
    .batchMetadata("column/text/metadata-no-utf8", "COLUMN-TEXT-UTF8") {
      $0["strings"] = .absent
      $0.extra = WireWriter.field(7, [0xFF])
    },
    .batchRun("column/text/type-with-nul", "COLUMN-TEXT-NUL") {
      $0["type"] = .text("a\u{0}b")
    },
    .batchRun("column/text/device-with-nul", "COLUMN-TEXT-NUL") {
      $0["devices"][0]["name"]["value"] = .text("a\u{0}")
    },
    .batchRun("column/text/source-with-nul", "COLUMN-TEXT-NUL") {
      $0["sources"][0]["name"] = .text("\u{0}")
    },
    .batchMetadata("column/text/key-with-nul", "COLUMN-TEXT-NUL") { $0["key"] = .text("k\u{0}") },
    .batchMetadata("column/text/metadata-with-nul", "COLUMN-TEXT-NUL") {
      $0["strings"] = [.text("\u{0}a")]
    },
    .batchBody("column/text/title-with-nul", "COLUMN-TEXT-NUL", WellFormed.document) {
      $0["document"]["title"] = .text("a\u{0}")
    },
  ]
}
