internal import ConformanceKit
internal import ConformanceWire

/// What cannot be saved or deleted.
enum SavingRules {
  static let all =
    rules.map { rule in
      AppCases.owned("app/save/\(rule.path)", rule.clause) { owner, _ in
        let valid = AppCases.save([.news()])
        try owner.expect(.argument, of: "Store/Save", rule.changed(valid), insteadOf: valid)
      }
    } + others

  private static let rules = [
    Rule("with-dots", "STORE-SAVE-DOTS") { $0["runs"] = .list([Run.value([.news()])]) },
    Rule("with-positions", "RUN-POSITIONS") {
      $0["runs"][0]["positions"] = ["counts": Column.ints([1]), "steps": Column.ints([5])]
    },
    run("unit-of-another-kind", "STORE-SAVE-UNIT") { $0["quantities"]["units"] = ["kg"] },
    run("unit-of-nobody", "STORE-SAVE-UNIT") { $0["quantities"]["units"] = ["beats"] },
    run("no-payload", "RUN-PAYLOAD") { $0["quantities"] = .absent },
    run("value-no-number", "RUN-QUANTITY-FINITE") {
      $0["quantities"]["values"] = Column.doubles([.nan])
    },
    run("end-before-start", "RUN-END-ORDER") { $0["ends"] = Column.times([0]) },
    Rule("uuid-twice-in-a-run", "STORE-SAVE-UUID") {
      let sample = Sample.news()
      $0["runs"] = .list(Run.savable([sample, sample]))
    },
    Rule("uuid-twice-in-runs", "STORE-SAVE-UUID") {
      let run = Run.savable([.news()])[0]
      $0["runs"] = .list([run, run])
    },
    Rule("too-many-rows", "STORE-LIMIT-ROWS") {
      $0["runs"] = .list(Run.savable((1...4097).map { .heartRate(5, $0, at: Instant.now - 60) }))
    },
    Rule("members-not-there", "STORE-SAVE-MEMBERS") {
      $0["runs"] = .list(
        Run.savable(Sample.bloodPressure(5, 1, at: Instant.now - 60).suffix(1)))
    },
    details("details-without-a-series", .route(5, 1, from: Instant.now - 60)) {
      $0["details"]["series"][1] = .absent
    },
    details("details-with-another-series") { $0["details"]["series"][0]["name"] = "feelings" },
    details("details-without-a-value") { $0["details"]["values"][1] = .absent },
    details("details-with-another-value") {
      $0["details"]["values"].append(Metadata.columns([["mood": .init(.integer, 1)]])[0])
    },
    Rule("details-beyond-their-range", "STORE-SAVE-DETAILS") {
      $0["runs"] = .list(Run.savable([.mood(5, 1, at: Instant.now - 60, valence: 1.5)]))
    },
    Rule("document-without-bytes", "STORE-SAVE-DOCUMENT") { $0 = document(extra: nil) },
    Rule("document-too-short", "STORE-SAVE-DOCUMENT") { $0 = document(extra: -1) },
    Rule("document-too-long", "STORE-SAVE-DOCUMENT") { $0 = document(extra: 1) },
  ]

  private static let others = [
    AppCases.owned("app/save/uuid-that-is-there", "STORE-SAVE-UUID") { owner, node in
      let sample = Sample.news()
      try node.save(Run.savable([sample]))
      try owner.expect(
        .argument, of: "Store/Save", AppCases.save([sample]), insteadOf: AppCases.save([.news()]))
    },
    AppCases.owned("app/save/uuid-that-was-deleted", "STORE-SAVE-UUID") { owner, node in
      let sample = Sample.news()
      try node.save(Run.savable([sample]))
      try node.owner("Store/Delete", ["objects": [["uuids": .bytes(sample.uuid.bytes)]]])
      try owner.expect(
        .argument, of: "Store/Save", AppCases.save([sample]), insteadOf: AppCases.save([.news()]))
    },
    AppCases.owned("app/delete/named-and-meant", "STORE-ERROR-ARGUMENT") { owner, node in
      let sample = Sample.news()
      try node.save(Run.savable([sample]))
      let valid: Value = ["objects": [["uuids": .bytes(sample.uuid.bytes)]]]
      var broken = valid
      broken["type"] = .text(sample.type)
      try owner.expect(.argument, of: "Store/Delete", broken, insteadOf: valid)
    },
    AppCases.owned("app/delete/one-is-not-there", "STORE-DELETE-ALL") { owner, node in
      let sample = Sample.news()
      try node.save(Run.savable([sample]))
      let both = sample.uuid.bytes + Sample.news().uuid.bytes
      try owner.expect(
        .argument, of: "Store/Delete", ["objects": [["uuids": .bytes(both)]]],
        insteadOf: ["objects": [["uuids": .bytes(sample.uuid.bytes)]]])
      let left = try ScopeSettingCases.held(owner, sample.type).count
      try Deviation.unless(left == 1, "the sample that is there, not deleted", "\(left)")
    },
    Case(
      "app/save/below-the-cutoff", "STORE-SAVE-CUTOFF", of: .watch, needs: [.owner]
    ) { stage in
      let owner = try stage.node().judgedOwner()
      let from = try owner.call("Store/GetCoverage")["coverage"]["from"].real
      let old = Sample.heartRate(7, 1, at: from - 1)
      try owner.expect(
        .argument, of: "Store/Save", AppCases.save([old]), insteadOf: AppCases.save([.news()]))
    },
    AppCases.granted("app/save/type-of-tomorrow", "STORE-SAVE-TYPE") { app, permissions, stage in
      let dot = Dot(5, "HKQuantityTypeIdentifierOfTomorrow", 1)
      let sample = Sample.quantity(dot, at: Instant.now - 60, value: 5, unit: "count")
      try app.expect(
        .argument, of: "Store/Save", AppCases.save([sample]), insteadOf: AppCases.save([.news()]))
    },
  ]

  /// A rule of the first run.
  private static func run(
    _ path: String, _ clause: String, _ change: @escaping Rule.Change
  ) -> Rule {
    Rule(path, clause) { change(&$0["runs"][0]) }
  }

  /// An object whose body is changed; how somebody felt, where none is told.
  private static func details(
    _ path: String, _ sample: Sample = .mood(5, 1, at: Instant.now - 60),
    _ change: @escaping Rule.Change
  ) -> Rule {
    Rule(path, "STORE-SAVE-DETAILS") {
      var run = Run.savable([sample])[0]
      change(&run["objects"]["bodies"][0])
      $0["runs"] = .list([run])
    }
  }

  /// A document that comes with so many bytes more than it says, or with none.
  private static func document(extra: Int?) -> Value {
    let bytes = ClinicalText().bytes
    let (sample, _) = Sample.document(5, 1, at: Instant.now - 60, bytes: bytes)
    var request = AppCases.save([sample])
    if let extra {
      let content =
        extra < 0 ? Array(bytes.dropLast(-extra)) : bytes + [UInt8](repeating: 32, count: extra)
      request["documents"] = [
        ["uuid": .bytes(sample.uuid.bytes), "content": .bytes(content)]
      ]
    }
    return request
  }
}
