internal import ConformanceKit
internal import ConformanceWire

/// Batches that break no rule: what the broken ones are made of.
///
/// Each may be about the sample that the node has already.
enum WellFormed {
  /// What makes such a batch.
  typealias Making = @Sendable (_ peer: Peer, _ witness: Sample) -> Message

  private static let sources = [
    Sample.Source.app, Sample.Source("app.other", "Other", version: nil), .app,
  ]

  /// Heart rates with two sources, a device and metadata, every column in a plain form.
  static func heartSamples(_ peer: Peer, count: Int = 3) -> [Sample] {
    (0..<count).map { index in
      var sample = peer.heartRate(60 + Double(index % 50), secondsAgo: 60 + Double(index))
      sample.source = sources[index % 3]
      if index == 1 { sample.device = ["name": "Strap", "model": "S1"] }
      if index != 1, count <= 3 { sample.metadata["note"] = .init(.string, .text("n\(index)")) }
      return sample
    }
  }

  static func hearts(_ peer: Peer, _ witness: Sample) -> Message {
    peer.batch(of: heartSamples(peer))
  }

  /// The same with UUIDs told by bases.
  static func based(_ peer: Peer, _ witness: Sample) -> Message {
    let samples = heartSamples(peer)
    var message = peer.batch(of: samples)
    message.value["batch"]["runs"][0]["uuids"] = Column.uuids(samples.map(\.uuid), isRaw: false)
    return message
  }

  /// As many rows as a message may have.
  static func most(_ peer: Peer, _ witness: Sample) -> Message {
    peer.batch(of: heartSamples(peer, count: Run.mostRows))
  }

  /// Two runs of different types, of so many rows together as a message may have.
  static func mostInTwo(_ peer: Peer, _ witness: Sample) -> Message {
    let sleep = Sample.category(peer.newDot(Sample.sleepType), 1)
    return peer.batch(of: [sleep] + heartSamples(peer, count: Run.mostRows - 1))
  }

  static func sleeps(_ peer: Peer, _ witness: Sample) -> Message {
    peer.batch(of: (0..<3).map { Sample.category(peer.newDot(Sample.sleepType), $0) })
  }

  /// One metadata key with a value of each kind.
  static func metadata(_ peer: Peer, _ witness: Sample) -> Message {
    peer.batch(of: metadataSamples(peer))
  }

  static func metadataSamples(_ peer: Peer) -> [Sample] {
    let values: [Sample.Metadatum] = [
      .init(.string, "a"), .init(.integer, 5), .init(.double, 1.5), .init(.bool, true),
      .init(.date, .double(Sample.someday)), .init(.quantity, 70.5, unit: "kg"),
    ]
    return values.map { value in
      var sample = peer.heartRate()
      sample.metadata["key"] = value
      return sample
    }
  }

  /// As many entries of metadata as a message may have.
  static func mostMetadata(_ peer: Peer, _ witness: Sample) -> Message {
    var message = most(peer, witness)
    let rows = Int64(Run.mostRows)
    let columns = (0..<64).map { key -> Value in
      [
        "key": .text("key \(key)"), "count": .integer(rows),
        "rows": ["transform": 1, "start": -1, "values": [1], "counts": [.integer(rows)]],
        "indexes": ["values": [0], "counts": [.integer(rows)]], "value_count": 1,
        "kinds": ["values": [1]], "integers": ["values": [7]],
      ]
    }
    message.value["batch"]["runs"][0]["metadata"] = .list(columns)
    return message
  }

  static func correlation(_ peer: Peer, _ witness: Sample) -> Message {
    peer.batch(of: [correlationSample(peer)])
  }

  static func correlationSample(_ peer: Peer) -> Sample {
    let body = Body.correlation(members(peer))
    return Sample.object(peer.newDot(Sample.pressureType), body)
  }

  private static func members(_ peer: Peer) -> [(type: String, uuid: UUID)] {
    [Sample.systolicType, Sample.diastolicType].map { ($0, Sample.uuid(peer.newDot($0))) }
  }

  static func association(_ peer: Peer, _ witness: Sample) -> Message {
    peer.batch(of: [associationSample(peer)])
  }

  static func associationSample(_ peer: Peer) -> Sample {
    let container = Sample.uuid(peer.newDot(Sample.workoutType))
    return Sample.object(
      peer.newDot("dyad.test.Association"), Body.association(container, members(peer)))
  }

  static func workout(_ peer: Peer, _ witness: Sample) -> Message {
    peer.batch(of: [workoutSample(peer)])
  }

  static func workoutSample(_ peer: Peer) -> Sample {
    let start = (Instant.now - 3600).rounded(.down)
    var body = Body.workout(
      activity: 37, duration: 1800.25, energy: 250.5, events: [start + 60, start + 90],
      eventMetadata: [["note": .init(.string, "up")], ["note": .init(.string, "down")]],
      legs: [
        Body.leg(
          Sample.uuid(peer.newDot(Sample.workoutType)), activity: 46, from: start, to: start + 600,
          ["HKIndoorWorkout": .init(.bool, true)]),
        Body.leg(
          Sample.uuid(peer.newDot(Sample.workoutType)), activity: 13, from: start + 660.5,
          to: start + 1800),
      ])
    body["workout"]["total_distance"] = ["value": 5.25, "unit": "km"]
    body["workout"]["total_swimming_stroke_count"] = ["value": 12, "unit": "count"]
    return Sample.object(peer.newDot(Sample.workoutType), body)
  }

  static func details(_ peer: Peer, _ witness: Sample) -> Message {
    peer.batch(of: [detailsSample(peer)])
  }

  static func detailsSample(_ peer: Peer) -> Sample {
    Sample.object(
      peer.newDot(Sample.moodType),
      Body.details(
        values: ["kind": .init(.integer, 1), "valence": .init(.double, .double(-0.25))],
        series: [("labels", [7, 17]), ("associations", [1])]))
  }

  /// A document with one piece.
  static func document(_ peer: Peer, _ witness: Sample) -> Message {
    document(peer, [[1, 2, 3]]).message
  }

  static func document(
    _ peer: Peer, _ pieces: [[UInt8]]
  ) -> (sample: Sample, message: Message) {
    let sample = Sample.object(
      peer.newDot(Sample.documentType),
      Body.document(title: "Report", byteCount: pieces.reduce(0) { $0 + $1.count }))
    var message = peer.batch(of: [sample])
    message.value["batch"]["documents"] = .list(
      pieces.enumerated().map { ordinal, bytes in
        [
          "uuid": .bytes(sample.uuid.bytes), "ordinal": .integer(Int64(ordinal)),
          "bytes": .bytes(bytes),
        ]
      })
    return (sample, message)
  }

  /// As many pieces as a batch may have.
  static func mostPieces(_ peer: Peer, _ witness: Sample) -> Message {
    document(peer, Array(repeating: [7], count: 4096)).message
  }

  /// The death of the sample that the node has.
  static func burial(_ peer: Peer, _ witness: Sample) -> Message { peer.burial([witness]) }

  /// As many deaths as a message may have, that of the sample that the node has among them.
  static func mostDeaths(_ peer: Peer, _ witness: Sample) -> Message {
    peer.burial([witness] + heartSamples(peer, count: Run.mostRows - 1))
  }

  /// The last batch of a refill with one row.
  static func refill(_ peer: Peer, _ witness: Sample) -> Message {
    var message = peer.batch(of: [peer.heartRate()])
    message.value["batch"]["covers"] = .absent
    message.value["batch"]["refill"] = [
      "floor": .double(peer.floor), "types": ["is_exclusion": true],
    ]
    return message
  }
}

extension Sample {
  /// A category of a moment ago.
  static func category(_ dot: Dot, _ value: Int64) -> Self {
    let time = (Instant.now - 60).rounded(.down)
    return Self(dot, uuid: uuid(dot), start: time - 30, end: time, .category(value))
  }

  /// An object of a moment ago.
  static func object(_ dot: Dot, _ body: Value) -> Self {
    let time = (Instant.now - 60).rounded(.down)
    return Self(dot, uuid: uuid(dot), start: time - 1800, end: time, .body(body))
  }
}
