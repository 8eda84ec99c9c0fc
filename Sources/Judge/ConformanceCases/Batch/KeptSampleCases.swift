internal import ConformanceKit
internal import ConformanceWire

/// Samples of every kind, which have to come back as they were told.
enum KeptSampleCases {
  static let all = (runs + objects) + messages

  private static let runs: [Case] = [
    .kept("run/kept/everything", "RUN-KEPT", { WellFormed.heartSamples($0) }),
    .kept(
      "run/kept/rows-4096", "RUN-COUNT",
      { WellFormed.heartSamples($0, count: Run.mostRows) }),
    .kept(
      "run/kept/rows-4096-in-two-runs", "BATCH-RUN-ROWS",
      { peer in
        [.category(peer.newDot(Sample.sleepType), 1)]
          + WellFormed.heartSamples(peer, count: Run.mostRows - 1)
      }),
    .kept(
      "run/kept/unknown-type", "RUN-TYPE-UNKNOWN",
      { peer in
        ["example.unknown.Type", "Ä", "HKQuantityTypeIdentifierOfTomorrow"].map {
          .quantity(
            peer.newDot($0), at: (Instant.now - 60).rounded(.down), value: 1.5, unit: "kg")
        }
      }),
    .kept(
      "run/kept/every-property-of-a-device", "RUN-DEVICE-INDEX",
      { peer in
        Run.deviceFields.map { field in
          var sample = peer.heartRate()
          sample.device = [field: "It's \(field)"]
          return sample
        } + [peer.heartRate()]
      }),
    .kept(
      "run/kept/several-units", "RUN-UNIT-INDEX",
      { peer in
        ["count/min", "count/s", "count/min"].map { unit in
          var sample = peer.heartRate()
          sample.payload = .quantity(1.25, unit: unit)
          return sample
        }
      }),
    .kept(
      "column/kept/text-absent-or-empty", "COLUMN-TEXT-ABSENT",
      { peer in
        let versions: [String?] = [nil, "", "1"]
        let devices: [[String: String]?] = [nil, [:], ["name": ""]]
        return zip(versions, devices).map { version, device in
          var sample = peer.heartRate()
          sample.source.version = version
          sample.device = device
          return sample
        }
      }),
    .kept(
      "column/kept/text-of-the-world", "COLUMN-TEXT-UTF8",
      { peer in
        ["e\u{301}", "é", "\u{10FFFF}", "\u{FEFF}日本", "\u{1}\n\u{7F}"].map { text in
          var sample = peer.heartRate()
          sample.source = Sample.Source(text, text, version: text)
          sample.metadata[text] = .init(.string, .text(text))
          return sample
        }
      }),
    .kept("metadata/kept/every-kind", "METADATA-KIND", WellFormed.metadataSamples),
    .kept(
      "metadata/kept/every-double", "METADATA-DOUBLE-ANY",
      { peer in
        let patterns: [UInt64] = [
          0x7FF8_0000_0000_0000, 0x7FF8_0000_0000_0001, 0xFFF8_0000_0000_0000,
          0x7FF0_0000_0000_0000, 0xFFF0_0000_0000_0000, 0x8000_0000_0000_0000, 1,
          0x7FF0_0000_0000_0001,
        ]
        return patterns.map { pattern in
          var sample = peer.heartRate()
          sample.metadata["value"] = .init(.double, .double(Double(bitPattern: pattern)))
          return sample
        }
      }),
    .kept(
      "metadata/kept/integers-of-64-bits", "METADATA-INDEX",
      { peer in
        [.min, .max, 0, -1, .min].map { (number: Int64) in
          var sample = peer.heartRate()
          sample.metadata["number"] = .init(.integer, .integer(number))
          return sample
        }
      }),
    .kept(
      "metadata/kept/both-truths", "METADATA-BOOL",
      { peer in
        [true, false, true].map { truth in
          var sample = peer.heartRate()
          sample.metadata["truth"] = .init(.bool, .flag(truth))
          return sample
        }
      }),
  ]

  private static let objects: [Case] = [
    .kept(
      "object/kept/correlation", "OBJECT-MEMBER-TYPE-INDEX", { [WellFormed.correlationSample($0)] }),
    .kept(
      "object/kept/member-twice", "OBJECT-MEMBER-UUIDS",
      { peer in
        let uuid = Sample.uuid(peer.newDot(Sample.systolicType))
        let body = Body.correlation([(Sample.systolicType, uuid), (Sample.diastolicType, uuid)])
        return [.object(peer.newDot(Sample.pressureType), body)]
      }),
    .kept(
      "object/kept/association", "OBJECT-CONTAINER", { [WellFormed.associationSample($0)] }),
    .kept("object/kept/workout", "OBJECT-EVENT-METADATA", { [WellFormed.workoutSample($0)] }),
    .kept("object/kept/details", "DETAILS-VALUES", { [WellFormed.detailsSample($0)] }),
    .kept(
      "object/kept/details-that-no-type-has", "DETAILS-SERIES-ONCE",
      { peer in
        let body = Body.details(
          values: ["": .init(.string, ""), "when": .init(.date, .double(peer.hourAgo))],
          series: [("b", []), ("a", [-0.0, 1e-300, .greatestFiniteMagnitude])])
        return [.object(peer.newDot("example.unknown.Details"), body)]
      }),
    .kept(
      "object/kept/legs-in-disorder", "OBJECT-LEG-DATES",
      { peer in
        let uuids = (0..<3).map { _ in Sample.uuid(peer.newDot(Sample.workoutType)) }
        let body = Body.workout(
          activity: 82, duration: 1,
          legs: [
            Body.leg(uuids[0], activity: 99_999, from: 200.5, to: 200.5),
            Body.leg(uuids[1], activity: .min, from: 100, to: 300, ["": .init(.string, "é")]),
            Body.leg(uuids[2], activity: 0, from: Instant.beginning, to: 0),
          ])
        return [.object(peer.newDot(Sample.workoutType), body)]
      }),
    .kept(
      "object/kept/event-of-an-unknown-kind", "OBJECT-EVENT-KIND",
      { peer in
        var sample = WellFormed.workoutSample(peer)
        guard case .body(var body) = sample.payload else { return [] }
        body["workout"]["event_kinds"]["values"] = [99, .integer(.min)]
        sample.payload = .body(body)
        return [sample]
      }),
    .kept(
      "object/kept/unknown-kind", "OBJECT-UNKNOWN",
      { peer in
        [WireWriter.field(77, [1, 2, 3, 0, 255]), WireWriter.field(500, 7), []].map { extra in
          var body: Value = [:]
          body.extra = extra
          return .object(peer.newDot("example.unknown.Object"), body)
        }
      }),
  ]

  private static let messages: [Case] = [
    Case("batch/message/as-long-as-permitted", "SYNC-MALFORMED") { stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate()
      var message = peer.batch([sample])
      message.pad(to: 1_048_576)
      try peer.deliver(message, in: session)
      try session.end()
      try peer.expect([sample])
    },
    Case("batch/message/unknown-fields", "SYNC-UNKNOWN-FIELD") { stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate()
      var message = peer.batch([sample])
      // Of every wire type that protobuf has.
      let extra: [UInt8] =
        WireWriter.field(200, 5) + WireWriter.field(201, [9, 9])
        + [0xD1, 0x0C] + Array(repeating: 1, count: 8) + [0xDD, 0x0C, 1, 2, 3, 4]
      message.value.extra = extra
      message.value["batch"].extra = extra
      message.value["batch"]["covers"].extra = extra
      message.value["batch"]["runs"][0].extra = extra
      message.value["batch"]["runs"][0]["quantities"].extra = extra
      message.value["batch"]["runs"][0]["sources"][0].extra = extra
      message.value["batch"]["runs"][0]["starts"].extra = extra
      try peer.deliver(message, in: session)
      try session.end()
      try peer.expect([sample])
    },
  ]
}
