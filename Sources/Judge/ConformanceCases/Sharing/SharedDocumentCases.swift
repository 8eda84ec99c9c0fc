internal import ConformanceKit
internal import ConformanceWire

/// Documents: samples whose bytes come in pieces before them.
enum SharedDocumentCases {
  static let all = cases.map { $0.sendingDocuments() }

  private static let cases = [
    arrives("in-one-piece", count: 1000, pieceLength: 65_536),
    arrives("in-the-longest-pieces", count: 131_072, pieceLength: 65_536),
    arrives("in-short-pieces", count: 1000, pieceLength: 100),
    arrives("in-single-bytes", count: 5, pieceLength: 1),
    arrives("longer-than-a-message", count: 1_300_000, pieceLength: 65_536),
    Case("sharing/document/with-its-sample", "SYNC-DOCUMENT-FIRST") { stage in
      let peer = try stage.peer()
      let (sample, pieces) = document(peer, count: 1000, pieceLength: 400)
      try peer.tell {
        var message = peer.batch(of: [sample])
        message.value["batch"]["documents"] = .list(pieces)
        return [message]
      }
      try expectHeld(sample, pieces, peer)
    },
    Case("sharing/document/pieces-twice", "SYNC-DOCUMENT-FIRST") { stage in
      let peer = try stage.peer()
      let (sample, pieces) = document(peer, count: 1000, pieceLength: 400)
      try peer.tell {
        (pieces + pieces).map { peer.documents([$0]) } + [peer.batch(of: [sample])]
      }
      try expectHeld(sample, pieces, peer)
    },
    Case("sharing/document/cut-and-again", "SYNC-DOCUMENT-FIRST") { stage in
      let peer = try stage.peer()
      let (sample, pieces) = document(peer, count: 1000, pieceLength: 400)
      try peer.tell { pieces.dropLast().map { peer.documents([$0]) } }
      try peer.tell { pieces.map { peer.documents([$0]) } + [peer.batch(of: [sample])] }
      try expectHeld(sample, pieces, peer)
    },
    Case("sharing/document/two-at-once", "SYNC-DOCUMENT-FIRST") { stage in
      let peer = try stage.peer()
      let one = document(peer, count: 1000, pieceLength: 400)
      let two = document(peer, count: 900, pieceLength: 300)
      try peer.tell {
        let both = zip(one.pieces, two.pieces).flatMap { [peer.documents([$0, $1])] }
        return both + [peer.batch(of: [one.sample, two.sample])]
      }
      try peer.look().expect([one.sample, two.sample], "both documents")
      for (sample, pieces) in [one, two] {
        try Deviation.unless(
          try bytes(of: sample, peer) == pieces.flatMap { $0["bytes"].data },
          "the bytes of each document", "others")
      }
    },
    Case("sharing/document/pieces-alone", "SYNC-DOCUMENT-FIRST") { stage in
      let peer = try stage.peer()
      let (_, pieces) = document(peer, count: 1000, pieceLength: 400)
      let other = peer.heartRate()
      try peer.tell { pieces.map { peer.documents([$0]) } + [peer.batch(of: [other])] }
      try peer.look().expect([other], "no sample of bytes alone")
      try Deviation.unless(
        peer.heardBatches.allSatisfy { $0["documents"].items.isEmpty },
        "no pieces of a document without a sample", "pieces")
    },
    Case("sharing/document/piece-lengths", "SYNC-DOCUMENT-PIECE") { stage in
      let peer = try stage.peer()
      let (sample, pieces) = document(peer, count: 200_000, pieceLength: 65_536)
      try peer.tell { pieces.map { peer.documents([$0]) } + [peer.batch(of: [sample])] }
      _ = try peer.look()
      let lengths = peer.heardBatches.flatMap { $0["documents"].items }.map {
        $0["bytes"].data.count
      }
      try Deviation.unless(
        lengths.count >= 4 && lengths.allSatisfy { (1...65_536).contains($0) },
        "pieces of 1 to 65536 bytes", "\(lengths.count) pieces of other lengths")
    },
  ]

  private static func arrives(_ word: String, count: Int, pieceLength: Int) -> Case {
    Case("sharing/document/\(word)", "SYNC-DOCUMENT-FIRST") { stage in
      let peer = try stage.peer()
      let (sample, pieces) = document(peer, count: count, pieceLength: pieceLength)
      try peer.tell { pieces.map { peer.documents([$0]) } + [peer.batch(of: [sample])] }
      try expectHeld(sample, pieces, peer)
    }
  }

  /// A document of bytes that differ, and its pieces.
  static func document(
    _ peer: Peer, count: Int, pieceLength: Int
  ) -> (sample: Sample, pieces: [Value]) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    return document(peer, bytes, pieceLength: pieceLength)
  }

  /// A document of these bytes, and its pieces.
  static func document(
    _ peer: Peer, _ bytes: [UInt8], pieceLength: Int
  ) -> (sample: Sample, pieces: [Value]) {
    let dot = peer.newDot(Sample.documentType)
    return Sample.document(
      dot.incarnation, dot.number, at: peer.floor + 86_400, bytes: bytes, pieceLength: pieceLength)
  }

  /// Sees that the node tells the document, with its bytes before it.
  private static func expectHeld(_ sample: Sample, _ pieces: [Value], _ peer: Peer) throws {
    try peer.look().expect([sample], "the document")
    try Deviation.unless(
      try bytes(of: sample, peer) == pieces.flatMap { $0["bytes"].data }, "the document's bytes",
      "others, or another number of them")
  }

  /// The bytes of a document as the last session had them: from piece 0 on without a gap, and before its
  /// sample.
  static func bytes(of sample: Sample, _ peer: Peer) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var next: UInt64 = 0
    for batch in peer.heardBatches {
      for piece in batch["documents"].items where piece["uuid"].data == sample.uuid.bytes {
        try Deviation.unless(
          piece["ordinal"].word == next, "piece \(next) of the document",
          "piece \(piece["ordinal"].word)")
        next += 1
        bytes += piece["bytes"].data
      }
      let dots = try batch["runs"].items.flatMap { try Run.samples($0) }.map(\.dot)
      if dots.contains(sample.dot) { return bytes }
    }
    throw Deviation(expected: "the document's sample after its pieces", observed: "none")
  }
}
