internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// Objects that two nodes have saved: two dots with one UUID, or two versions of one thing.
enum TwinCases {
  static let all = [
    Case("sharing/twin/both-covered", "SYNC-TWIN") { stage in
      let (peer, twins) = try twins(stage, lowerFirst: true)
      let vector = try peer.vector(of: peer.begin().introduction)
      try Deviation.unless(
        twins.allSatisfy { vector.covers($0.dot) }, "both dots of one UUID, covered",
        "one of them, or none")
    },
    holds("lower-first", lowerFirst: true), holds("higher-first", lowerFirst: false),
    seen("lower-first", lowerFirst: true), seen("higher-first", lowerFirst: false),
    dies("lower", lowerFirst: true) { [$0[0]] }, dies("higher", lowerFirst: true) { [$0[1]] },
    dies("lower-of-late", lowerFirst: false) { [$0[0]] },
    dies("higher-of-late", lowerFirst: false) { [$0[1]] },
    dies("both", lowerFirst: true) { $0 }, dies("both-in-one-batch", lowerFirst: false) { $0 },
    stillborn("higher", dead: 0), stillborn("lower", dead: 1),
    Case("sharing/twin/deleted-by-the-owner", "SYNC-TWIN", needs: [.owner]) { stage in
      let (peer, twins) = try twins(stage, lowerFirst: false)
      try stage.node().delete(twins[0])
      let held = try peer.look()
      try held.expect([], "neither of two dots whose object was deleted")
      try Deviation.unless(
        twins.allSatisfy { held.deaths[$0.dot] != nil }, "the deaths of both dots",
        "\(held.deaths.count) deaths")
    },
    version("lower-first", [1, 2]), version("higher-first", [2, 1]),
    version("between", [2, 3, 1]),
    Case("sharing/version/kept-by-a-watch", "SYNC-VERSION", of: .watch) { stage in
      let peer = try stage.peer()
      let versions = versions([1, 2], peer)
      try peer.tell { versions.map { peer.batch(of: [$0]) } }
      try peer.look().expect(versions, "all that the phone gave")
    },
  ]

  /// Versions of one thing, which come one after the other.
  private static func version(_ word: String, _ numbers: [Int64]) -> Case {
    Case("sharing/version/\(word)", "SYNC-VERSION", of: .phone) { stage in
      let peer = try stage.peer()
      let versions = versions(numbers, peer)
      try peer.tell { versions.map { peer.batch(of: [$0]) } }
      let held = try peer.look()
      let highest = numbers.indices.max { numbers[$0] < numbers[$1] }
      try held.expect(highest.map { [versions[$0]] } ?? [], "the highest version")
      try Deviation.unless(
        versions.indices.allSatisfy { $0 == highest || held.deaths[versions[$0].dot] != nil },
        "the deaths of the others", "\(held.deaths.count) deaths")
    }
  }

  private static func versions(_ numbers: [Int64], _ peer: Peer) -> [Sample] {
    numbers.map { number in
      var sample = peer.heartRate()
      sample.metadata["HKMetadataKeySyncIdentifier"] = .init(.string, .text("thing"))
      sample.metadata["HKMetadataKeySyncVersion"] = .init(.integer, .integer(number))
      return sample
    }
  }

  /// Two dots with one UUID, the lower one first, both sent to the node.
  private static func twins(_ stage: Stage, lowerFirst: Bool) throws -> (Peer, [Sample]) {
    let peer = try stage.peer()
    let twins = twins(peer)
    try peer.tell {
      (lowerFirst ? twins : twins.reversed()).map { peer.batch(of: [$0]) }
    }
    return (peer, twins)
  }

  private static func twins(_ peer: Peer) -> [Sample] {
    let time = peer.floor + 86_400
    // The number does not decide, and is one that nobody has heard of.
    let number = Entropy.word() >> 1
    let lower = Sample.heartRate(21, number + 6, at: time, value: 70)
    var higher = Sample.heartRate(22, number, at: time, value: 80)
    higher.uuid = lower.uuid
    return [lower, higher]
  }

  private static func holds(_ word: String, lowerFirst: Bool) -> Case {
    Case("sharing/twin/passed-on/\(word)", "SYNC-TWIN") { stage in
      let (peer, twins) = try twins(stage, lowerFirst: lowerFirst)
      let held = try peer.look()
      try Deviation.unless(
        held.dots == Set(twins.map(\.dot))
          && held.rows.values.allSatisfy { $0.uuid == twins[0].uuid },
        "both dots, with their one UUID", "\(held.rows.count) dots")
      try Deviation.unless(
        held.rows[twins[0].dot] == twins[0], "the row of the lower dot as it was told",
        "another row")
    }
  }

  private static func seen(_ word: String, lowerFirst: Bool) -> Case {
    Case("sharing/twin/seen-once/\(word)", "SYNC-TWIN", needs: [.owner]) { stage in
      let (_, twins) = try twins(stage, lowerFirst: lowerFirst)
      let call = try stage.node().ownerStream("Store/Query", ["type": .text(twins[0].type)])
      var values: [Double] = []
      while let answer = try call.next(by: Deadline(after: .seconds(10))) {
        for run in answer["runs"].items {
          let count = Int(clamping: run["count"].word)
          values += try Column.doubles(run["quantities"], "values", rows: count)
        }
      }
      try Deviation.unless(
        values == [70], "one object, with the value of the lower dot",
        values == [80] ? "that of the higher one" : "\(values.count) objects")
    }
  }

  private static func dies(
    _ word: String, lowerFirst: Bool, _ who: @escaping @Sendable ([Sample]) -> [Sample]
  ) -> Case {
    Case("sharing/twin/deleted/\(word)", "SYNC-TWIN") { stage in
      let (peer, twins) = try twins(stage, lowerFirst: lowerFirst)
      try peer.tell { [peer.burial(who(twins))] }
      let held = try peer.look()
      try held.expect([], "neither of two dots whose object died")
      try Deviation.unless(
        who(twins).allSatisfy { held.deaths[$0.dot] != nil }, "the death that was told, passed on",
        "\(held.deaths.count) other deaths")
    }
  }

  /// One twin is dead when the other one comes.
  private static func stillborn(_ word: String, dead: Int) -> Case {
    Case("sharing/twin/comes-after-the-death/\(word)", "SYNC-TWIN") { stage in
      let peer = try stage.peer()
      let twins = twins(peer)
      try peer.tell {
        [
          peer.batch(of: [twins[dead]]), peer.burial([twins[dead]]),
          peer.batch(of: [twins[1 - dead]]),
        ]
      }
      try peer.look().expect([], "an object that died under one dot is dead under the other")
    }
  }
}
