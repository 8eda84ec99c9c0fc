internal import ConformanceKit
internal import ConformanceWire

/// Each kind of object: told to the node, told by it, and deleted again.
enum ObjectCases {
  /// A kind, and its samples with the one last that the others belong to.
  private struct Kind: Sendable {
    let word: String
    /// Whether an owner can save it.
    var isKnown = true
    let make: @Sendable (Peer) -> [Sample]
  }

  private static let kinds = [
    Kind(word: "quantity") { [$0.heartRate()] },
    Kind(word: "category") { [$0.sleep(2)] },
    Kind(word: "correlation") { peer in
      let number = peer.newDot(Sample.pressureType).number
      return Sample.bloodPressure(peer.incarnation, number, at: peer.floor + 86_400)
    },
    Kind(word: "workout") { peer in
      let dot = peer.newDot(Sample.workoutType)
      return [.workout(dot.incarnation, dot.number, from: peer.floor + 86_400)]
    },
    Kind(word: "route") { peer in
      let dot = peer.newDot(Sample.routeType)
      return [.route(dot.incarnation, dot.number, from: peer.floor + 86_400)]
    },
    Kind(word: "mood") { peer in
      let dot = peer.newDot(Sample.moodType)
      return [.mood(dot.incarnation, dot.number, at: peer.floor + 86_400)]
    },
    Kind(word: "association", isKnown: false) { peer in
      let rate = peer.heartRate(at: peer.floor + 90_000)
      let dot = peer.newDot(Sample.workoutType)
      let workout = Sample.workout(dot.incarnation, dot.number, from: peer.floor + 86_400)
      let own = peer.newDot("DyadAssociation")
      let body = Body.association(workout.uuid, [(rate.type, rate.uuid)])
      return [
        rate, workout,
        Sample(
          own, uuid: Sample.uuid(own), start: workout.start, end: workout.end, .body(body)),
      ]
    },
    Kind(word: "unknown-type", isKnown: false) { peer in
      let dot = peer.newDot("TypeThatNobodyKnows")
      let time = peer.floor + 86_400
      return [
        Sample(dot, uuid: Sample.uuid(dot), start: time, end: time, .quantity(2, unit: "count"))
      ]
    },
    Kind(word: "unknown-body", isKnown: false) { peer in
      let dot = peer.newDot("ObjectThatNobodyKnows")
      let time = peer.floor + 86_400
      // Field 99 with three bytes.
      let body = Value.tree(Tree([], extra: [0x9A, 0x06, 3, 1, 2, 3]))
      return [Sample(dot, uuid: Sample.uuid(dot), start: time, end: time, .body(body))]
    },
    Kind(word: "with-everything") { peer in
      var sample = peer.heartRate(72.5, secondsAgo: 1000)
      sample.start -= 0.125
      sample.source = .init("app.other", "Andere", version: "")
      sample.device = ["name": "Band", "model": "", "local_identifier": "7"]
      sample.metadata = [
        "HKWasUserEntered": .init(.bool, .flag(true)), "note": .init(.string, "日本"),
        "count": .init(.integer, -9), "exact": .init(.double, .double(0.1)),
        "when": .init(.date, .double(sample.start)),
        "weight": .init(.quantity, .double(80.5), unit: "kg"),
      ]
      return [sample]
    },
  ]

  static let all =
    kinds.map(told) + kinds.map(deleted) + kinds.filter(\.isKnown).map(saved)
    + [
      Case("sharing/object/document/saved-and-deleted", "SYNC-INSERT-BY-VECTOR", needs: [.owner]) {
        stage in
        let peer = try stage.peer()
        let (sample, pieces) = SharedDocumentCases.document(
          peer, ClinicalText.bytes(count: 70_000), pieceLength: 65_536)
        let content = pieces.flatMap { $0["bytes"].data }
        var run = Run.value([sample])
        run["dots"] = .absent
        try stage.node().owner(
          "Store/Save",
          [
            "runs": [run],
            "documents": [["uuid": .bytes(sample.uuid.bytes), "content": .bytes(content)]],
          ])
        guard let told = try peer.look().rows.values.first, told.uuid == sample.uuid else {
          throw Deviation(expected: "the document that was saved", observed: "none, or another")
        }
        try Deviation.unless(
          try SharedDocumentCases.bytes(of: told, peer) == content, "its bytes", "others")
        try stage.node().delete(sample)
        let held = try peer.look()
        try held.expect([], "nothing of a document that was deleted")
        try Deviation.unless(
          peer.heardBatches.allSatisfy { $0["documents"].items.isEmpty },
          "no pieces of a document that was deleted", "pieces")
      }.sendingDocuments(),
      Case("sharing/object/document/deleted", "SYNC-DEATH-APPLY") { stage in
        let peer = try stage.peer()
        let (sample, pieces) = SharedDocumentCases.document(peer, count: 1000, pieceLength: 400)
        try peer.tell {
          pieces.map { peer.documents([$0]) } + [peer.batch([sample]), peer.burial([sample])]
        }
        let held = try peer.look()
        try held.expect([], "nothing of a document that died")
        try held.expectDeaths(of: [sample], "the death of the document")
        try Deviation.unless(
          peer.heardBatches.allSatisfy { $0["documents"].items.isEmpty },
          "no pieces of a document that died", "pieces")
      }.sendingDocuments(),
    ]

  private static func told(_ kind: Kind) -> Case {
    Case("sharing/object/\(kind.word)/told", "SYNC-INSERT-APPLY") { stage in
      let peer = try stage.peer()
      let samples = kind.make(peer)
      try peer.tell { [peer.batch(samples)] }
      try peer.look().expect(samples, "what was told, in all that it says")
    }
  }

  private static func deleted(_ kind: Kind) -> Case {
    Case("sharing/object/\(kind.word)/deleted", "SYNC-DEATH-APPLY") { stage in
      let peer = try stage.peer()
      let samples = kind.make(peer)
      guard let last = samples.last else { return }
      try peer.tell { [peer.batch(samples), peer.burial([last])] }
      let held = try peer.look()
      try held.expect(samples.dropLast(), "the object gone, and what belonged to it there")
      try held.expectDeaths(of: [last], "the death of the object")
    }
  }

  /// Saved by the node's owner, told to the peer, and deleted by the owner.
  private static func saved(_ kind: Kind) -> Case {
    Case(
      "sharing/object/\(kind.word)/saved-and-deleted", "SYNC-INSERT-BY-VECTOR", needs: [.owner]
    ) { stage in
      let peer = try stage.peer()
      let samples = kind.make(peer)
      let runs = Peer.runs(of: samples).map { run in
        var run = run
        run["dots"] = .absent
        return run
      }
      try stage.node().save(runs)
      let held = try peer.look()
      let told = try samples.allSatisfy { sample in
        try held.rows.values.contains { row in
          var named = row
          named.dot = sample.dot
          return try named.isSame(as: sample)
        }
      }
      try Deviation.unless(
        told && held.rows.count == samples.count, "what was saved, in all that it says",
        "\(held.rows.count) samples of \(samples.count), or others")
      guard let last = samples.last else { return }
      try stage.node().delete(last)
      let after = try peer.look()
      try Deviation.unless(
        after.rows.count == samples.count - 1 && after.deaths.count == 1
          && !after.rows.values.contains { $0.uuid == last.uuid },
        "the object gone, and what belonged to it there",
        "\(after.rows.count) samples and \(after.deaths.count) deaths")
    }
  }
}
