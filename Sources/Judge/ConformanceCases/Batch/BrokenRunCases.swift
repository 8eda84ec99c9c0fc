internal import ConformanceKit
internal import ConformanceWire

/// Runs of samples that break a rule.
enum BrokenRunCases {
  static let all = (rows + lists + payloads)

  private static let rows: [Case] = [
    .batch("run/count-too-high", "RUN-COUNT", WellFormed.most) { batch in
      let count = Int64(Run.mostRows) + 1
      batch["runs"][0]["count"] = .integer(count)
      for field in ["starts", "ends"] {
        batch["runs"][0][field]["seconds"]["raw"].append(
          batch["runs"][0][field]["seconds"]["raw"][0])
      }
      batch["runs"][0]["quantities"]["values"]["raw"].append(72.0)
      batch["runs"][0]["quantities"]["unit_indexes"]["values"].append(0)
      batch["runs"][0]["source_indexes"]["values"].append(0)
      batch["runs"][0]["device_indexes"]["values"].append(0)
      batch["runs"][0]["uuids"]["counts"]["values"] = [.integer(count)]
      batch["runs"][0]["uuids"]["raw"] = .bytes(
        batch["runs"][0]["uuids"]["raw"].data + Array(repeating: 9, count: 16))
      batch["runs"][0]["dots"]["counts"]["values"] = [.integer(count)]
      batch["covers"]["lengths"]["values"] = [.integer(count - 1)]
    },
    .batchRun("run/count-of-nothing", "COLUMN-ROWS") { $0["count"] = 0xFFFF_FFFF },
    .batchRun("run/uuid-twice", "RUN-UUID-ONCE") {
      let raw = $0["uuids"]["raw"].data
      $0["uuids"]["raw"] = .bytes(Array(raw[..<32] + raw[..<16]))
    },
    .batchRun("run/start-of-year-0", "RUN-START-RANGE") {
      $0["starts"]["seconds"]["raw"][1] = .double(Instant.beginning - 1)
    },
    .batchRun("run/start-of-year-10000", "RUN-START-RANGE") {
      $0["starts"]["seconds"]["raw"][1] = .double(Instant.end)
      $0["ends"]["seconds"]["raw"][1] = .double(Instant.end)
    },
    .batchRun("run/end-of-year-10000", "RUN-END-RANGE") {
      $0["ends"]["seconds"]["raw"][1] = .double(Instant.end)
    },
    .batchRun("run/end-before-start", "RUN-END-ORDER") {
      let start = $0["starts"]["seconds"]["raw"][1].real
      $0["ends"]["seconds"]["raw"][1] = .double(start.nextDown)
    },
    .batchRun("run/end-ticks-negative", "RUN-END-ORDER") {
      $0["starts"] = ["ticks_per_second": 1, "ticks": ["values": [9, 9, 9]]]
      $0["ends"] = ["ticks_per_second": 1, "ticks": ["values": [0, 0, -1]]]
    },
    .batchRun("run/end-ticks-of-another-scale", "RUN-END-TICKS") {
      $0["starts"] = ["ticks_per_second": 1, "ticks": ["values": [9, 9, 9]]]
      $0["ends"] = ["ticks_per_second": 1000, "ticks": ["values": [0, 0, 0]]]
    },
    .batchRun("run/end-ticks-without-start-ticks", "RUN-END-TICKS") {
      $0["ends"] = ["ticks_per_second": 1, "ticks": ["values": [0, 0, 0]]]
    },
    .batchRun("run/dots-too-few", "RUN-DOTS") {
      $0["dots"]["counts"]["values"] = [2]
    },
    .batchRun("run/positions", "RUN-POSITIONS") { $0["positions"] = Column.counters([1, 2, 3]) },
    .batch("run/no-dots", "BATCH-ROW-DOT") { $0["runs"][0]["dots"] = .absent },
  ]

  private static let lists: [Case] = [
    .batchRun("run/source-index-beyond", "RUN-SOURCE-INDEX") {
      $0["source_indexes"]["values"] = [0, 1, 2]
    },
    .batchRun("run/source-index-negative", "RUN-INDEX") {
      $0["source_indexes"]["values"] = [0, 1, -1]
    },
    .batchRun("run/too-many-sources", "RUN-SOURCES") {
      for index in 2..<4 {
        $0["sources"][index] = [
          "bundle_identifier": .text("app.more.\(index)"), "name": .text("More"),
        ]
      }
    },
    .batchRun("run/device-index-beyond", "RUN-DEVICE-INDEX") {
      $0["device_indexes"]["values"] = [0, 1, 2]
    },
    .batchRun("run/device-index-negative", "RUN-INDEX") {
      $0["device_indexes"]["values"] = [0, 1, -1]
    },
    .batchRun("run/too-many-devices", "RUN-DEVICES") {
      for index in 1..<4 { $0["devices"][index] = ["name": ["value": .text("Strap \(index)")]] }
    },
    .batchRun("run/metadata-key-twice", "RUN-METADATA-KEY") {
      let column = $0["metadata"][0]
      $0["metadata"].append(column)
    },
  ]

  private static let payloads: [Case] = [
    .batchRun("run/no-payload", "RUN-PAYLOAD") { $0["quantities"] = .absent },
    .batchRun("run/unknown-payload", "RUN-PAYLOAD") {
      $0["quantities"] = .absent
      $0.extra = WireWriter.field(99, [])
    },
    .batchRun("run/value-no-number", "RUN-QUANTITY-FINITE") {
      $0["quantities"]["values"]["raw"][1] = .double(.nan)
    },
    .batchRun("run/value-infinite", "RUN-QUANTITY-FINITE") {
      $0["quantities"]["values"]["raw"][1] = .double(-.infinity)
    },
    .batchRun("run/too-many-units", "RUN-UNITS") {
      $0["quantities"]["units"] = ["count/min", "count/s", "count/hr", "Hz"]
    },
    .batchRun("run/unit-that-is-none", "RUN-UNIT-TEXT") {
      $0["quantities"]["units"] = ["beats per minute"]
    },
    .batchRun("run/unit-index-beyond", "RUN-UNIT-INDEX") {
      $0["quantities"]["unit_indexes"]["values"] = [0, 0, 1]
    },
    .batchRun("run/unit-index-negative", "RUN-UNIT-INDEX") {
      $0["quantities"]["unit_indexes"]["values"] = [0, 0, -1]
    },
  ]
}
