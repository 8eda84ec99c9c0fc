internal import ConformanceKit
internal import ConformanceWire

/// Bodies of objects that break a rule.
enum BrokenObjectCases {
  static let all = members + workouts + details + documents

  private static let members: [Case] = [
    .batchRun("object/body-missing", "OBJECT-BODIES", WellFormed.workout) {
      $0["objects"]["bodies"] = []
    },
    .batchRun("object/body-too-many", "OBJECT-BODIES", WellFormed.workout) {
      let body = $0["objects"]["bodies"][0]
      $0["objects"]["bodies"].append(body)
    },
    .batchBody("object/too-many-members", "OBJECT-MEMBER-BOUND", WellFormed.correlation) {
      let most: Value = 65_537
      $0["correlation"]["count"] = most
      $0["correlation"]["type_indexes"] = ["values": [0], "counts": [most]]
      $0["correlation"]["types"] = [.text(Sample.systolicType)]
      $0["correlation"]["uuids"] = [
        "bases": [1], "base_indexes": ["values": [1]], "counts": ["values": [most]],
        "steps": ["values": [1]],
      ]
    },
    .batchBody("object/too-many-member-types", "OBJECT-MEMBER-TYPES", WellFormed.correlation) {
      $0["correlation"]["types"].append(.text(Sample.heartRateType))
    },
    .batchBody("object/member-type-beyond", "OBJECT-MEMBER-TYPE-INDEX", WellFormed.correlation) {
      $0["correlation"]["type_indexes"]["values"] = [0, 2]
    },
    .batchBody("object/member-type-missing", "OBJECT-MEMBER-TYPE-INDEX", WellFormed.correlation) {
      $0["correlation"]["type_indexes"]["values"] = [0]
    },
    .batchBody("object/member-uuid-missing", "OBJECT-MEMBER-UUIDS", WellFormed.correlation) {
      $0["correlation"]["uuids"]["counts"]["values"] = [1]
      $0["correlation"]["uuids"]["raw"] = .bytes(
        Array($0["correlation"]["uuids"]["raw"].data.prefix(16)))
    },
    .batchBody("object/container-too-short", "OBJECT-CONTAINER", WellFormed.association) {
      $0["association"]["container"] = .bytes(Array(repeating: 1, count: 15))
    },
    .batchBody("object/container-missing", "OBJECT-CONTAINER", WellFormed.association) {
      $0["association"]["container"] = .absent
    },
  ]

  private static let workouts: [Case] = [
    .batchBody("object/duration-infinite", "OBJECT-DURATION-FINITE", WellFormed.workout) {
      $0["workout"]["duration"] = .double(.infinity)
    },
    .batchBody("object/energy-no-number", "OBJECT-QUANTITY-FINITE", WellFormed.workout) {
      $0["workout"]["total_energy_burned"]["value"] = .double(.nan)
    },
    .batchBody("object/distance-infinite", "OBJECT-QUANTITY-FINITE", WellFormed.workout) {
      $0["workout"]["total_distance"]["value"] = .double(.infinity)
    },
    .batchBody("object/unit-that-is-none", "RUN-UNIT-TEXT", WellFormed.workout) {
      $0["workout"]["total_distance"]["unit"] = "far away"
    },
    .batchBody("object/too-many-events", "OBJECT-EVENT-BOUND", WellFormed.workout) {
      let most: Value = 65_537
      $0["workout"]["event_count"] = most
      $0["workout"]["event_kinds"] = ["values": [1], "counts": [most]]
      $0["workout"]["event_dates"] = [
        "ticks_per_second": 1, "ticks": ["values": [0], "counts": [most]],
      ]
    },
    .batchBody("object/event-kind-missing", "OBJECT-EVENT-KIND", WellFormed.workout) {
      $0["workout"]["event_kinds"]["values"] = [1]
    },
    .batchBody("object/event-date-missing", "OBJECT-EVENT-DATE", WellFormed.workout) {
      $0["workout"]["event_dates"]["seconds"]["raw"] = [0.5]
    },
    .batchBody("object/event-of-year-0", "OBJECT-EVENT-DATE", WellFormed.workout) {
      $0["workout"]["event_dates"]["seconds"]["raw"][0] = .double(Instant.beginning - 1)
    },
    .batchBody("object/event-metadata-key-twice", "OBJECT-EVENT-METADATA", WellFormed.workout) {
      let column = $0["workout"]["event_metadata"][0]
      $0["workout"]["event_metadata"].append(column)
    },
    .batchBody("object/too-many-legs", "OBJECT-EVENT-BOUND", WellFormed.workout) {
      $0["workout"]["legs"] = .list(
        (0..<65_535).map { number in
          var uuid = [UInt8](repeating: 0, count: 16)
          (uuid[0], uuid[1]) = (UInt8(number >> 8), UInt8(number & 255))
          return ["uuid": .bytes(uuid)]
        })
    },
    .batchBody("object/leg-uuid-too-long", "OBJECT-LEG-UUID", WellFormed.workout) {
      $0["workout"]["legs"][0]["uuid"] = .bytes(Array(repeating: 1, count: 17))
    },
    .batchBody("object/leg-uuid-twice", "OBJECT-LEG-UUID", WellFormed.workout) {
      $0["workout"]["legs"][1]["uuid"] = $0["workout"]["legs"][0]["uuid"]
    },
    .batchBody("object/leg-of-year-0", "OBJECT-LEG-DATES", WellFormed.workout) {
      $0["workout"]["legs"][0]["start"] = .double(Instant.beginning - 1)
    },
    .batchBody("object/leg-without-an-end", "OBJECT-LEG-DATES", WellFormed.workout) {
      $0["workout"]["legs"][0]["end"] = .double(.nan)
    },
    .batchBody("object/leg-ends-first", "OBJECT-LEG-DATES", WellFormed.workout) {
      $0["workout"]["legs"][0]["end"] = .double($0["workout"]["legs"][0]["start"].real - 1)
    },
    .batchBody("object/leg-metadata-key-twice", "OBJECT-LEG-METADATA", WellFormed.workout) {
      let column = $0["workout"]["legs"][0]["metadata"][0]
      $0["workout"]["legs"][0]["metadata"].append(column)
    },
    .batchBody("object/leg-metadata-without-a-row", "OBJECT-LEG-METADATA", WellFormed.workout) {
      $0["workout"]["legs"][1]["metadata"] = .list([["key": "nothing"]])
    },
    .batchBody("object/event-metadata-beyond", "METADATA-ROWS-THERE", WellFormed.workout) {
      $0["workout"]["event_metadata"][0]["rows"]["values"] = [0, 2]
    },
  ]

  private static let details: [Case] = [
    .batchBody("object/details-value-twice", "DETAILS-VALUES", WellFormed.details) {
      let column = $0["details"]["values"][0]
      $0["details"]["values"].append(column)
    },
    .batchBody("object/details-value-without-a-row", "DETAILS-VALUES", WellFormed.details) {
      $0["details"]["values"].append(["key": "nothing"])
    },
    .batchBody("object/details-value-beyond", "METADATA-ROWS-THERE", WellFormed.details) {
      $0["details"]["values"][0]["rows"] = Column.ints([1])
    },
    .batchBody("object/details-series-twice", "DETAILS-SERIES-ONCE", WellFormed.details) {
      let series = $0["details"]["series"][0]
      $0["details"]["series"].append(series)
    },
    .batchBody("object/details-too-many-numbers", "DETAILS-BOUND", WellFormed.details) {
      let most: Value = 262_143
      $0["details"]["series"][0] = [
        "name": "many", "count": most,
        "numbers": ["scaled": ["values": [1], "counts": [most]]],
      ]
      // With the one number of the other series it is as many as there may be, and with this one more.
      $0["details"]["series"].append([
        "name": "one more", "count": 1, "numbers": Column.doubles([0]),
      ])
    },
    .batchBody("object/details-number-infinite", "DETAILS-FINITE", WellFormed.details) {
      $0["details"]["series"][0]["numbers"] = Column.doubles([1, .infinity])
    },
    .batchBody("object/details-number-missing", "COLUMN-ROWS", WellFormed.details) {
      $0["details"]["series"][0]["numbers"] = Column.doubles([1])
    },
  ]

  private static let documents: [Case] = [
    .batchBody("object/document-too-long", "OBJECT-DOCUMENT-LENGTH", WellFormed.document) {
      $0["document"]["byte_count"] = .unsigned(1 << 63)
    },
    .batch("piece/uuid-too-short", "PIECE-UUID", WellFormed.document) {
      $0["documents"][0]["uuid"] = .bytes(Array(repeating: 1, count: 15))
    },
    .batch("piece/uuid-missing", "PIECE-UUID", WellFormed.document) {
      $0["documents"][0]["uuid"] = .absent
    },
    .batch("piece/ordinal-too-high", "PIECE-ORDINAL-BOUND", WellFormed.document) {
      $0["documents"][0]["ordinal"] = .unsigned(1 << 31)
    },
    .batch("piece/empty", "PIECE-EMPTY", WellFormed.document) {
      $0["documents"][0]["bytes"] = .bytes([])
    },
    .batch("piece/too-long", "PIECE-LENGTH", WellFormed.document) {
      $0["documents"][0]["bytes"] = .bytes(Array(repeating: 1, count: 65_537))
    },
    .batch("piece/too-many", "PIECE-BOUND", WellFormed.mostPieces) {
      var piece = $0["documents"][0]
      piece["ordinal"] = 4096
      $0["documents"].append(piece)
    },
    .batch("piece/twice", "PIECE-ONCE", WellFormed.document) {
      let piece = $0["documents"][0]
      $0["documents"].append(piece)
    },
  ]
}
