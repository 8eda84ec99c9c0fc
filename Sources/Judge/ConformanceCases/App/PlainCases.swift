internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// What is saved and told in plain words, and what may be left out.
enum PlainCases {
  private static let heart = AppCases.heart

  static let all = [
    AppCases.owned("app/plain/query", "STORE-PLAIN") { owner, node in
      let samples = [30, 10, 20].map { Sample.news(70, secondsAgo: $0) }
      try node.save(Run.savable(samples))
      let request: Value = ["type": .text(heart), "order": [["key": 1]], "plain": true]
      let messages = try owner.all("Store/Query", request)
      try Deviation.unless(
        messages.allSatisfy { !$0["runs"].isPresent }, "no runs", "\(messages.map(\.keys))")
      try expect(samples.sorted { $0.start < $1.start }, messages.flatMap { $0["samples"].items })
    },
    AppCases.owned("app/plain/changes", "STORE-PLAIN") { owner, node in
      let sample = Sample.news(70)
      try node.save(Run.savable([sample]))
      let page = try owner.call("Store/Changes", ["types": [.text(heart)], "plain": true])
      try Deviation.unless(!page["added"].isPresent, "no runs", "\(page.keys)")
      try expect([sample], page["samples"].items)
    },
    AppCases.owned("app/plain/follow", "STORE-PLAIN") { owner, node in
      let feed = try owner.start("Store/Follow", ["types": [.text(heart)], "plain": true])
      _ = try feed.following()
      let sample = Sample.news(70)
      try node.save(Run.savable([sample]))
      let page = try feed.following()
      try Deviation.unless(!page["added"].isPresent, "no runs", "\(page.keys)")
      try expect([sample], page["samples"].items)
    },
    AppCases.owned("app/plain/objects", "STORE-SAVE-PLAIN") { owner, _ in
      let start = Instant.now.rounded(.down) - 600
      let pressures = ["Systolic", "Diastolic"].map { name -> Value in
        [
          "type": .text("bloodPressure" + name), "quantity": 80.0, "unit": "mmHg",
          "start": .double(start),
        ]
      }
      let members = try owner.call("Store/Save", ["samples": .list(pressures)])["uuids"].items
      let named = zip(pressures, members).map { pressure, uuid -> Value in
        ["type": pressure["type"], "uuid": uuid]
      }
      let workout: Value = [
        "type": "workout", "start": .double(start), "end": .double(start + 300),
        "workout": ["activity": 37, "duration": 300.0],
      ]
      let both: Value = [
        "samples": [
          [
            "type": "bloodPressure", "start": .double(start),
            "correlation": ["members": .list(named)],
          ], workout,
        ]
      ]
      let uuids = try owner.call("Store/Save", both)["uuids"].items.map(\.string)
      let told = try ["bloodPressure", "workout"].flatMap { type in
        try owner.all("Store/Query", ["type": .text(type), "plain": true])
          .flatMap { $0["samples"].items }
      }
      try Deviation.unless(
        told.map { $0["uuid"].string } == uuids, "both under their UUIDs", "\(told.count)")
      let held = Set(told[0]["correlation"]["members"].items.map { $0["uuid"].string })
      try Deviation.unless(
        held == Set(members.map(\.string)) && told[1]["workout"]["activity"].number == 37
          && told[1]["workout"]["duration"].real == 300,
        "its members, and a run of 300 s", "\(told.map(\.keys))")
    },
    AppCases.owned("app/plain/add-to-workout", "STORE-SAVE-PLAIN") { owner, _ in
      let start = Instant.now.rounded(.down) - 600
      let workout: Value = [
        "type": "workout", "start": .double(start), "end": .double(start + 300),
        "workout": ["activity": 37, "duration": 300.0],
      ]
      let uuid = try owner.call("Store/Save", ["samples": [workout]])["uuids"][0].string
      let rate: Value = ["type": "heartRate", "quantity": 2.5, "start": .double(start + 30)]
      let uuids = try owner.call(
        "Store/AddToWorkout", ["workout": .bytes(bytes(of: uuid)), "samples": [rate]])["uuids"]
      let told = try owner.all("Store/Query", ["type": .text(heart), "plain": true])
        .flatMap { $0["samples"].items }
      try Deviation.unless(
        told.count == 1 && told[0]["quantity"].real == 2.5
          && uuids.items.map(\.string) == [told[0]["uuid"].string],
        "one sample, under the UUID that the answer told", "\(uuids.items.count), \(told.count)")
    },
    AppCases.owned("app/plain/save", "STORE-SAVE-PLAIN") { owner, _ in
      let start = Instant.now.rounded(.down) - 60
      let plain: Value = ["type": .text(heart), "quantity": 1.5, "start": .double(start)]
      let uuids = try owner.call("Store/Save", ["samples": [plain]])["uuids"].items
      let told = try owner.all("Store/Query", ["type": .text(heart), "plain": true])
        .flatMap { $0["samples"].items }
      try Deviation.unless(
        uuids.count == 1 && told.count == 1 && told[0]["uuid"].string == uuids[0].string,
        "one sample, under the UUID that the answer told", "\(uuids.count), and \(told.count)")
      try Deviation.unless(
        told[0]["start"].real == start && told[0]["end"].real == start
          && told[0]["quantity"].real == 1.5 && told[0]["unit"].string == "count/s",
        "its start as its end, and the canonical unit", "\(told[0].keys)")
    },
    AppCases.owned("app/plain/left-out", "STORE-SAVE-LEFT-OUT") { owner, _ in
      let samples = [30, 10].map { Sample.news(70, secondsAgo: $0) }
      var run = Run.savable(samples)[0]
      for name in ["sources", "source_indexes", "device_indexes"] { run[name] = .absent }
      run["quantities"]["unit_indexes"] = .absent
      _ = try owner.call("Store/Save", ["runs": [run]])
      let request: Value = ["type": .text(heart), "plain": true]
      try expect(samples, try owner.all("Store/Query", request).flatMap { $0["samples"].items })
    },
    AppCases.owned("app/plain/short-name", "STORE-TYPE-NAME") { owner, _ in
      let start = Instant.now.rounded(.down) - 60
      let plain: Value = ["type": "heartRate", "quantity": 1.5, "start": .double(start)]
      _ = try owner.call("Store/Save", ["samples": [plain]])
      let told = try owner.all("Store/Query", ["type": "heartRate", "plain": true])
        .flatMap { $0["samples"].items }
      try Deviation.unless(
        told.count == 1 && told[0]["type"].string == heart,
        "one sample, of the type by its identifier", "\(told.map(\.keys))")
    },
  ]

  /// Sees that samples are told as they were saved.
  private static func expect(_ samples: [Sample], _ told: [Value]) throws {
    try Deviation.unless(
      told.count == samples.count, "\(samples.count) samples", "\(told.count)")
    for (sample, plain) in zip(samples, told) {
      try Deviation.unless(
        plain["type"].string == sample.type
          && plain["uuid"].string.lowercased().filter { $0 != "-" } == hex(sample.uuid.bytes),
        "the samples in their order", "another one")
      try Deviation.unless(
        plain["start"].real == sample.start && plain["end"].real == sample.end
          && plain["quantity"].real == 70 && plain["unit"].string == "count/min",
        "its dates, value and unit", "\(plain.keys)")
    }
  }

  /// The bytes of a UUID in its printed form.
  private static func bytes(of uuid: String) -> [UInt8] {
    let digits = uuid.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
