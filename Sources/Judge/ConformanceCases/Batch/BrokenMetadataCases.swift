internal import ConformanceKit
internal import ConformanceWire

/// Metadata that breaks a rule.
enum BrokenMetadataCases {
  static let all: [Case] = [
    .batchRun("metadata/too-many-entries", "METADATA-BOUND", WellFormed.mostMetadata) {
      $0["metadata"].append([
        "key": "one more", "count": 1, "rows": ["values": [0]], "indexes": ["values": [0]],
        "value_count": 1, "kinds": ["values": [1]], "integers": ["values": [7]],
      ])
    },
    .batchMetadata("metadata/rows-descend", "METADATA-ROWS-ASCEND") {
      $0["rows"]["values"] = [0, 1, 3, 2, 4, 5]
    },
    .batchMetadata("metadata/row-twice", "METADATA-ROWS-ASCEND") {
      $0["rows"]["values"] = [0, 1, 2, 2, 4, 5]
    },
    .batchMetadata("metadata/row-beyond", "METADATA-ROWS-THERE") {
      $0["rows"]["values"] = [0, 1, 2, 3, 4, 6]
    },
    .batchMetadata("metadata/row-negative", "METADATA-ROWS-THERE") {
      $0["rows"]["values"] = [-1, 1, 2, 3, 4, 5]
    },
    .batchMetadata("metadata/index-beyond", "METADATA-INDEX") {
      $0["indexes"]["values"] = [0, 1, 2, 3, 4, 6]
    },
    .batchMetadata("metadata/too-many-values", "METADATA-VALUES") {
      $0["value_count"] = 7
      $0["kinds"]["values"].append(1)
      $0["integers"]["values"].append(9)
    },
    .batchMetadata("metadata/kind-unknown", "METADATA-KIND") {
      $0["kinds"]["values"] = [0, 1, 2, 3, 4, 6]
    },
    .batchMetadata("metadata/kind-missing", "METADATA-KIND") {
      $0["kinds"]["values"] = [0, 1, 2, 3, 4]
    },
    .batchMetadata("metadata/string-missing", "METADATA-KIND-COUNT") { $0["strings"] = .absent },
    .batchMetadata("metadata/integer-too-many", "METADATA-KIND-COUNT") {
      $0["integers"]["values"].append(8)
    },
    .batchMetadata("metadata/double-missing", "METADATA-KIND-COUNT") { $0["doubles"] = .absent },
    .batchMetadata("metadata/truth-two", "METADATA-BOOL") { $0["bools"]["values"] = [2] },
    .batchMetadata("metadata/truth-negative", "METADATA-BOOL") { $0["bools"]["values"] = [-1] },
    .batchMetadata("metadata/date-no-number", "METADATA-DATE-FINITE") {
      $0["dates"]["raw"] = [.double(.nan)]
    },
    .batchMetadata("metadata/date-infinite", "METADATA-DATE-FINITE") {
      $0["dates"]["raw"] = [.double(.infinity)]
    },
    .batchMetadata("metadata/quantity-infinite", "METADATA-QUANTITY-FINITE") {
      $0["quantities"]["raw"] = [.double(-.infinity)]
    },
    .batchMetadata("metadata/unit-missing", "METADATA-QUANTITY-UNIT") {
      $0["quantity_units"] = .absent
    },
    .batchMetadata("metadata/unit-too-many", "METADATA-QUANTITY-UNIT") {
      $0["quantity_units"].append("kg")
    },
    .batchMetadata("metadata/unit-that-is-none", "RUN-UNIT-TEXT") {
      $0["quantity_units"] = ["stones throw"]
    },
  ]
}
