internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// What becomes of what apps save and delete.
enum SavingCases {
  private static let heart = AppCases.heart

  static let all = [
    AppCases.granted("app/save/source-is-the-app", "STORE-SAVE-SOURCE") { _, permissions, _ in
      let app = try permissions.app(version: "7.1")
      var sample = Sample.news()
      sample.source = Sample.Source("app.other", "Another", version: "9")
      _ = try app.call("Store/Save", AppCases.save([sample]))
      let run = try AppCases.runs(app, ["type": .text(heart)]).first ?? [:]
      let source = run["sources"][0]
      try Deviation.unless(
        source["bundle_identifier"].string == "app.first"
          && source["version"]["value"].string == "7.1" && run["sources"].items.count == 1,
        "the app as the source, with its version", "\(run["sources"])")
    },
    AppCases.granted("app/save/source-without-a-version", "STORE-SAVE-SOURCE") { app, _, _ in
      _ = try app.call("Store/Save", AppCases.save([.news()]))
      let run = try AppCases.runs(app, ["type": .text(heart)]).first ?? [:]
      try Deviation.unless(
        run["sources"][0]["bundle_identifier"].string == "app.first"
          && run["sources"][0]["version"]["value"].string == "",
        "the app as the source, without a version", "\(run["sources"])")
    },
    AppCases.owned("app/save/all-or-none", "STORE-SAVE-ALL") { owner, node in
      let (there, new) = (Sample.news(), Sample.nap())
      try node.save(Run.savable([there]))
      try owner.expect(
        .argument, of: "Store/Save", AppCases.save([new, there]), insteadOf: AppCases.save([new]))
      let left = try ScopeSettingCases.held(owner, new.type).count
      try Deviation.unless(left == 0, "nothing of a save that was refused", "\(left)")
    },
    AppCases.owned("app/save/many-as-one", "STORE-SAVE-MANY") { owner, node in
      let (first, second, there) = (Sample.nap(), Sample.news(), Sample.news(80))
      try node.save(Run.savable([there]))
      let refused = try saveMany([first], then: [there], owner)
      try refused.expect(.argument)
      let left = try ScopeSettingCases.held(owner, first.type).count
      try Deviation.unless(left == 0, "nothing of a save that was refused", "\(left)")
      _ = try saveMany([first], then: [second], owner).following()
      let held = try [first, second].map { try ScopeSettingCases.held(owner, $0.type) }
      try Deviation.unless(
        held == [[first.uuid.bytes], [second.uuid.bytes, there.uuid.bytes]]
          || held == [[first.uuid.bytes], [there.uuid.bytes, second.uuid.bytes]],
        "what both messages had", "\(held.map(\.count)) samples")
    },
    AppCases.owned("app/save/many-cut-short", "STORE-SAVE-MANY-CUT") { owner, node in
      let sample = Sample.nap()
      let call = try owner.start("Store/SaveMany", AppCases.save([sample]))
      // A node that answers a later call has seen the earlier one.
      _ = try owner.call("Store/GetCoverage")
      try call.cancel()
      _ = try owner.call("Store/GetCoverage")
      let held = try ScopeSettingCases.held(owner, sample.type)
      try Deviation.unless(held.isEmpty, "nothing of a call that was cut", "\(held.count) samples")
    },
    AppCases.owned("app/save/many-one-at-a-time", "STORE-DOCUMENT-ONE") { owner, node in
      let first = try node.ownerStream("Store/SaveMany", AppCases.save([.nap()]))
      // A node that answers a later call has seen the earlier one.
      _ = try node.owner("Store/GetCoverage")
      let second = try owner.start("Store/SaveMany", AppCases.save([.news()]))
      try second.finish()
      try second.expect(.exhausted)
      try first.cancel()
    },
    Case("app/save/durable", "STORE-SAVE-DURABLE", needs: [.owner, .restart]) { stage in
      let sample = Sample.news()
      try stage.node().save(Run.savable([sample]))
      try stage.node().restart(kill: true)
      let held = try ScopeSettingCases.held(stage.node().judgedOwner(), sample.type)
      try Deviation.unless(
        held == [sample.uuid.bytes], "the sample after a crash", "\(held.count) samples")
    },
    Case("app/delete/durable", "STORE-SAVE-DURABLE", needs: [.owner, .restart]) { stage in
      let node = try stage.node()
      let sample = Sample.news()
      try node.save(Run.savable([sample]))
      try node.owner("Store/Delete", ["objects": [["uuids": .bytes(sample.uuid.bytes)]]])
      try node.restart(kill: true)
      let held = try ScopeSettingCases.held(node.judgedOwner(), sample.type)
      try Deviation.unless(held.isEmpty, "no sample that was deleted", "\(held.count) samples")
    },
    AppCases.granted("app/save/later-version", "STORE-SAVE-VERSION") { app, _, _ in
      let (first, second) = (version(1), version(2))
      _ = try app.call("Store/Save", AppCases.save([first]))
      _ = try app.call("Store/Save", AppCases.save([second, version(1, of: "another")]))
      let held = try ScopeSettingCases.held(app, heart)
      try Deviation.unless(
        held.count == 2 && held.contains(second.uuid.bytes),
        "the later version in place of the first", "\(held.count) samples")
    },
    AppCases.granted("app/save/earlier-version", "STORE-SAVE-VERSION-OLD") { app, _, _ in
      let first = version(2)
      _ = try app.call("Store/Save", AppCases.save([first]))
      for number in [1, 2] as [Int64] {
        _ = try app.call("Store/Save", AppCases.save([version(number)]))
      }
      let held = try ScopeSettingCases.held(app, heart)
      try Deviation.unless(
        held == [first.uuid.bytes], "the version that was there", "\(held.count) samples")
    },
    Case("app/save/later-version-in-its-place", "STORE-SAVE-VERSION-PLACE", needs: [.owner, .app]) {
      stage in
      let permissions = Permissions(stage)
      try permissions.set(
        [Sample.systolicType, Sample.diastolicType].map {
          Accesses.Row("app.first", $0, share: 2, read: 2)
        })
      let app = try permissions.app()
      var samples = Sample.bloodPressure(Entropy.word(), 1, at: Instant.now - 60)
      samples[0].metadata = version(1).metadata
      _ = try app.call("Store/Save", AppCases.save(samples))
      var later = samples[0]
      later.uuid = Sample.uuid(Dot(Entropy.word(), later.type, 2))
      later.metadata = version(2).metadata
      _ = try app.call("Store/Save", AppCases.save([later]))
      let told = try app.all("Store/Query", ["type": "bloodPressure", "plain": true])
        .flatMap { $0["samples"].items }
      let held = told.flatMap {
        $0["correlation"]["members"].items.map { UUID(text: $0["uuid"].string) }
      }
      try Deviation.unless(
        told.count == 1 && Set(held) == [later.uuid, samples[1].uuid],
        "one correlation, of the later version and the other sample",
        "\(told.count), of \(held.count)")
    },
    AppCases.owned("app/save/to-a-workout", "STORE-SAVE-WORKOUT") { owner, _ in
      let workout = Sample.workout(
        Entropy.word(), 1, from: (Instant.now - 600).rounded(.down), lasting: 300)
      _ = try owner.call("Store/Save", AppCases.save([workout]))
      let samples = [Sample.news(), .news()]
      var first = AppCases.save([samples[0]])
      first["workout"] = .bytes(workout.uuid.bytes)
      let call = try owner.start("Store/SaveMany", first)
      try call.send(AppCases.save([samples[1]]))
      try call.finish()
      _ = try call.following()
      let request: Value = [
        "type": .text(heart), "plain": true,
        "predicate": ["terms": [["workout_member": .bytes(workout.uuid.bytes)]]],
      ]
      let held = try owner.all("Store/Query", request).flatMap { $0["samples"].items }
      try Deviation.unless(
        Set(held.map { UUID(text: $0["uuid"].string) }) == Set(samples.map(\.uuid)),
        "the samples of both messages as the workout's", "\(held.count)")
    },
    AppCases.granted("app/save/replaced", "STORE-SAVE-REPLACED") { app, _, _ in
      let (old, new) = (Sample.news(), Sample.news())
      _ = try app.call("Store/Save", AppCases.save([old]))
      var request = AppCases.save([new])
      request["replaced"] = object(old)["objects"]
      _ = try app.call("Store/Save", request)
      let held = try ScopeSettingCases.held(app, heart)
      try Deviation.unless(
        held == [new.uuid.bytes], "the new sample in place of the old one", "\(held.count) samples")
      // It is gone, so that nothing can take its place any more.
      var again = AppCases.save([.news()])
      again["replaced"] = object(old)["objects"]
      try app.expect(.argument, of: "Store/Save", again)
      let left = try ScopeSettingCases.held(app, heart)
      try Deviation.unless(left == held, "nothing of a save that was refused", "\(left.count)")
    },
    AppCases.granted("app/save/base-of-another-app", "STORE-SAVE-BASE") { app, _, stage in
      let base = Entropy.word()
      func sample(_ counter: UInt64) -> Sample {
        var sample = Sample.news()
        sample.uuid = UUID(base: base, counter: counter)
        return sample
      }
      try stage.node().save(Run.savable([sample(5)]))
      let used = try app.expect(
        .argument, of: "Store/Save", AppCases.save([sample(5)]), insteadOf: AppCases.save([.news()])
      )
      let free = try app.expect(.argument, of: "Store/Save", AppCases.save([sample(900)]))
      try Deviation.unless(
        used.message == free.message, "the same words for a counter that is free",
        "'\(free.message)'")
    },
    Case("app/save/uuid-that-is-hidden", "STORE-SAVE-UUID-HIDDEN", needs: [.owner, .app]) { stage in
      let permissions = Permissions(stage)
      try permissions.set([Accesses.Row("app.first", heart)])
      let app = try permissions.app()
      var (hidden, sample) = (Sample.nap(), Sample.news())
      // Of version 4, which belongs to nobody.
      let uuid = UUID(
        high: Entropy.word() & ~0xF000 | 0x4000, low: Entropy.word() >> 2 | 1 << 63)
      (hidden.uuid, sample.uuid) = (uuid, uuid)
      try stage.node().save(Run.savable([hidden]))
      _ = try app.call("Store/Save", AppCases.save([sample]))
      let held = try ScopeSettingCases.held(app, heart)
      try Deviation.unless(
        held == [uuid.bytes], "the sample, under the UUID that the app said",
        "\(held.count) samples, under another one")
    },
    AppCases.granted("app/delete/own", "STORE-DELETE-OWN") { app, _, _ in
      let sample = Sample.news()
      _ = try app.call("Store/Save", AppCases.save([sample]))
      let count = try app.call("Store/Delete", object(sample))["count"].number
      let left = try ScopeSettingCases.held(app, heart).count
      try Deviation.unless(
        count == 1 && left == 0, "one object that is deleted", "\(count), and \(left) left")
    },
    AppCases.granted("app/delete/of-another-app", "STORE-DELETE-OWN") { app, _, stage in
      let sample = Sample.news()
      let before = try app.expect(.argument, of: "Store/Delete", object(sample))
      try stage.node().save(Run.savable([sample]))
      let after = try app.expect(.argument, of: "Store/Delete", object(sample))
      try Deviation.unless(
        before.message == after.message, "the same words as for an object that is not there",
        "'\(after.message)'")
      let left = try ScopeSettingCases.held(app, heart).count
      try Deviation.unless(left == 1, "the sample of the other app", "\(left) samples")
    },
    AppCases.granted("app/delete/meant-are-own", "STORE-DELETE-OWN") { app, _, stage in
      try stage.node().save(Run.savable([.news()]))
      _ = try app.call("Store/Save", AppCases.save([.news(), .news()]))
      let count = try app.call("Store/Delete", ["type": .text(heart)])["count"].number
      let left = try ScopeSettingCases.held(app, heart).count
      try Deviation.unless(
        count == 2 && left == 1, "the two that the app saved to be deleted, and no other",
        "\(count), and \(left) left")
    },
    AppCases.owned("app/delete/counted", "STORE-DELETE-COUNT") { owner, node in
      try node.save(Run.savable((0..<3).map { _ in .news() } + [.nap()]))
      let count = try owner.call("Store/Delete", ["type": .text(heart)])["count"].number
      try Deviation.unless(count == 3, "three objects", "\(count)")
    },
    Case("app/save/correlation-by-members", "STORE-SAVE-CORRELATION", needs: [.owner, .app]) {
      stage in
      let permissions = Permissions(stage)
      try permissions.set(
        [Sample.systolicType, Sample.diastolicType].map { Accesses.Row("app.first", $0) })
      let app = try permissions.app()
      let samples = Sample.bloodPressure(Entropy.word(), 1, at: Instant.now - 60)
      _ = try app.call("Store/Save", AppCases.save(samples))
      let told = try ScopeSettingCases.held(app, Sample.pressureType).count
      try Deviation.unless(told == 1, "the correlation", "\(told)")
    },
    Case("app/save/correlation-without-a-member", "STORE-SAVE-CORRELATION", needs: [.owner, .app]) {
      stage in
      let permissions = Permissions(stage)
      try permissions.set([
        Accesses.Row("app.first", Sample.systolicType),
        Accesses.Row("app.first", Sample.diastolicType, share: 1, read: 2),
      ])
      let samples = Sample.bloodPressure(Entropy.word(), 1, at: Instant.now - 60)
      try permissions.app().expect(.denied, of: "Store/Save", AppCases.save(samples))
    },
  ]

  /// Saves what two messages have.
  private static func saveMany(
    _ first: [Sample], then second: [Sample], _ caller: LocalCaller
  ) throws -> LocalCall {
    let call = try caller.start("Store/SaveMany", AppCases.save(first))
    try call.send(AppCases.save(second))
    try call.finish()
    return call
  }

  /// A new sample that is a version of something.
  private static func version(_ number: Int64, of identifier: String = "one") -> Sample {
    var sample = Sample.news()
    sample.metadata["HKMetadataKeySyncIdentifier"] = Sample.Metadatum(.string, .text(identifier))
    sample.metadata["HKMetadataKeySyncVersion"] = Sample.Metadatum(.integer, .integer(number))
    return sample
  }

  static func object(_ sample: Sample) -> Value {
    ["objects": [["type": .text(sample.type), "uuids": .bytes(sample.uuid.bytes)]]]
  }
}
