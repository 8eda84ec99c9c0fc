internal import ConformanceKit
internal import ConformanceWire

/// Deaths, and pieces of documents, that break no rule.
enum KeptDeathCases {
  static let all = deaths + documents

  private static let deaths: [Case] = [
    Case("batch/death/kept/rows-4096", "BATCH-DEATH-ROWS") { stage in
      let (peer, session) = try stage.ready()
      let samples = WellFormed.heartSamples(peer, count: Run.mostRows)
      try peer.deliver(peer.burial(samples), in: session)
      try session.end()
      try peer.expectDead(samples)
    },
    Case("batch/death/kept/two-of-one-uuid", "DEATH-UUID-TWICE") { stage in
      let (peer, session) = try stage.ready()
      var samples = [peer.heartRate(), peer.heartRate()]
      samples[1].uuid = samples[0].uuid
      try peer.deliver(peer.burial(samples), in: session)
      try session.end()
      try peer.expectDead(samples)
    },
    Case("batch/death/kept/without-log", "BATCH-DEATH-LOG") { stage in
      let (peer, session) = try stage.ready()
      let sample = peer.heartRate()
      try peer.deliver(peer.batch([sample]), in: session)
      var message = peer.burial([sample])
      message.value["batch"]["log"] = .absent
      try peer.deliver(message, in: session)
      try session.end()
      try peer.expectOnly(sample)
    },
  ]

  private static let documents: [Case] = [
    document("one-byte", "PIECE-EMPTY", [[0xAB]]),
    document(
      "longest-piece", "PIECE-LENGTH", [Array(repeating: 0x5A, count: 65_536), [1]]),
    document("three-pieces", "PIECE-ORDINAL-ZERO", [[1, 2], [3], [4, 5, 6]]),
    document("pieces-4096", "PIECE-BOUND", Array(repeating: [7], count: 4096)),
  ]

  private static func document(_ name: String, _ clause: String, _ pieces: [[UInt8]]) -> Case {
    Case("batch/piece/kept/" + name, clause) { stage in
      let (peer, session) = try stage.ready()
      let (sample, message) = WellFormed.document(peer, pieces)
      try peer.deliver(message, in: session)
      try session.end()
      let found = try peer.observeDocument(of: sample)
      try Deviation.unless(
        found == pieces.flatMap(\.self),
        "the \(pieces.reduce(0) { $0 + $1.count }) bytes of the document",
        "\(found.count) bytes, or others")
    }.sendingDocuments()
  }
}

extension Peer {
  /// Sees that the node has deaths, and nothing else.
  func expectDead(_ samples: [Sample]) throws {
    let (held, _) = try observe()
    try Deviation.unless(
      held.rows.isEmpty && Set(held.deaths.keys) == Set(samples.map(\.dot)),
      "\(samples.count) deaths and no sample",
      "\(held.deaths.count) deaths and \(held.rows.count) samples")
  }

  /// What the node tells a peer that knows nothing of a document: its pieces, one after the other.
  func observeDocument(of sample: Sample) throws -> [UInt8] {
    forget()
    if device.role == .watch {
      floor = Instant.beginning
      known = ["others_from": .double(floor)]
    }
    let session = try ready()
    var pieces: [Int64: [UInt8]] = [:]
    while rows[sample.dot] == nil {
      let message = try session.hear("the document's sample")
      for piece in message["batch"]["documents"].items
      where piece["uuid"].data == sample.uuid.bytes {
        pieces[piece["ordinal"].number] = piece["bytes"].data
      }
      try take(message, in: session)
    }
    return pieces.sorted { $0.key < $1.key }.flatMap(\.value)
  }
}
