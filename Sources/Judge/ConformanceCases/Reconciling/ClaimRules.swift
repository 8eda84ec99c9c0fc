internal import ConformanceKit
internal import ConformanceWire

/// How a claim breaks the rules of its fields.
enum ClaimRules {
  static let all: [Case] = [
    .part("claim-without-a-vector", "PART-CLAIM-VECTOR") { $0["claim"]["vector"] = .absent },
    .part("claim-with-no-form-of-a-vector", "VECTOR-NEWS") { $0["claim"]["vector"] = [:] },
    .part("claim-by-an-unknown-digest", "SYNC-VECTOR-UNKNOWN", reason: .unknownVector) {
      $0["claim"]["vector"] = ["digest": 0x1234_5678_9ABC_DEF1]
    },
    .part("claim-by-an-unknown-difference", "SYNC-VECTOR-UNKNOWN", reason: .unknownVector) {
      let vector = Vector([Dot(5, Sample.heartRateType, 1)])
      $0["claim"]["vector"] = ["difference": Vector().difference(from: vector)]
    },
    .part("claim-without-a-known-from", "PART-CLAIM-KNOWN") { $0["claim"]["known"] = .absent },
    .part("claim-known-from-no-number", "VECTOR-KNOWN-NAN") {
      $0["claim"]["known"] = ["others_from": .double(.nan)]
    },
    .part("claim-known-of-a-type-from-no-number", "VECTOR-KNOWN-NAN") {
      $0["claim"]["known"] = ["types": ["a"], "types_from": .list([.double(.nan)])]
    },
    .part("claim-known-of-a-type-twice", "VECTOR-KNOWN-TYPE-ONCE") {
      $0["claim"]["known"] = ["types": ["a", "a"], "types_from": Value([1.0, 2.0])]
    },
    .part("claim-known-without-a-number", "VECTOR-KNOWN-COUNT") {
      $0["claim"]["known"] = ["types": ["a", "b"], "types_from": Value([1.0])]
    },
    .part("claim-scope-with-a-type-twice", "SETTINGS-SCOPE-ONCE") {
      $0["claim"]["scope"] = ["types": ["a", "a"]]
    },
    .part("claim-floor-no-number", "PART-CLAIM-FLOOR") {
      $0["claim"]["floor"] = .double(.nan)
    },
    .part("claim-floor-minus-infinity", "PART-CLAIM-FLOOR") {
      $0["claim"]["floor"] = .double(-.infinity)
    },
    .part("claim-floor-before-year-1", "PART-CLAIM-FLOOR") {
      $0["claim"]["floor"] = .double(Instant.beginning - 1)
    },
    .part("claim-floor-beyond-year-9999", "PART-CLAIM-FLOOR") {
      $0["claim"]["floor"] = .double(Instant.end)
    },
    .part("claim-head-below-0", "BATCH-PLACE-BOUND") {
      $0["claim"]["head"] = ["position": -1, "incarnation": 5]
    },
    .part("claim-head-without-a-writer", "BATCH-PLACE-WRITER") {
      $0["claim"]["head"] = ["position": 3]
    },
    .part("claim-head-of-nothing-with-a-writer", "BATCH-PLACE-BEGINNING") {
      $0["claim"]["head"] = ["position": 0, "incarnation": 5]
    },
    vector("intervals-that-touch", "VECTOR-GAPS") {
      $0["interval_counts"] = Column.ints([2, 1])
      $0["gaps"] = Column.ints([1, 1, 1])
      $0["lengths"] = Column.ints([0, 0, 0])
    },
    vector("interval-without-a-length", "VECTOR-LENGTHS") { $0["lengths"] = Column.ints([0]) },
    vector("interval-beyond-64-bits", "VECTOR-INTERVAL-BOUND") {
      $0["lengths"] = Column.ints([-1, 0])
    },
    vector("stream-without-intervals", "VECTOR-INTERVAL-COUNT") {
      $0["interval_counts"] = Column.ints([2, 0])
      $0["gaps"] = Column.ints([1, 2])
    },
    vector("stream-twice", "VECTOR-STREAM-ONCE") { $0["type_indexes"] = Column.ints([0, 0]) },
    vector("stream-of-no-type", "VECTOR-TYPE-INDEX") { $0["type_indexes"] = Column.ints([0, 2]) },
    vector("stream-of-no-incarnation", "VECTOR-INCARNATION-INDEX") {
      $0["incarnation_indexes"] = Column.ints([0, -1])
    },
    vector("more-types-than-streams", "VECTOR-TYPES") { $0["types"] = ["a", "b", "c"] },
    vector("more-incarnations-than-streams", "VECTOR-INCARNATIONS") {
      $0["incarnations"] = Value([UInt64(1), 2, 3])
    },
  ]

  private static func vector(
    _ path: String, _ clause: String, _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Case {
    .part("claim-vector-" + path, clause) {
      var vector = $0["claim"]["vector"]["whole"]
      change(&vector)
      $0["claim"]["vector"] = ["whole": vector]
    }
  }
}
