internal import ConformanceKit
internal import ConformanceWire

/// What a scope filters, and what it does not.
enum SharedScopeCases {
  static let all = [
    Case("sharing/scope/filters-what-is-sent", "SYNC-SCOPE-OWN", of: .phone, needs: [.owner]) {
      stage in
      let peer = try stage.peer()
      let (rate, sleep) = (peer.heartRate(), peer.sleep())
      try peer.tell { [peer.batch([rate, sleep])] }
      try stage.node().restrict(peer, to: [Sample.heartRateType])
      try Deviation.unless(
        try told(to: peer).map(\.dot) == [rate.dot], "samples of the one type of the scope",
        "others")
    },
    Case("sharing/scope/whatever-the-hello-says", "SYNC-SCOPE-OWN", of: .phone, needs: [.owner]) {
      stage in
      let peer = try stage.peer()
      let (rate, sleep) = (peer.heartRate(), peer.sleep())
      try peer.tell { [peer.batch([rate, sleep])] }
      try stage.node().restrict(peer, to: [Sample.heartRateType])
      // The record is that of the phone by its number and writer, and not by its scope.
      try peer.tell { [] }
      peer.settings["scope"] = ["is_exclusion": true]
      try Deviation.unless(
        try told(to: peer).map(\.dot) == [rate.dot],
        "samples of the one type that the phone's record has", "others")
    },
    Case("sharing/scope/upload-of-any-type", "SYNC-UPLOAD-ANY-TYPE", of: .phone, needs: [.owner]) {
      stage in
      let peer = try stage.peer()
      let (rate, sleep) = (peer.heartRate(), peer.sleep())
      try peer.tell { [] }
      try stage.node().restrict(peer, to: [Sample.heartRateType])
      try peer.tell { [peer.batch([rate, sleep])] }
      try stage.node().restrict(peer, to: [Sample.heartRateType, Sample.sleepType])
      try peer.look().expect([rate, sleep], "also what is of a type that is out of scope")
    },
    Case("sharing/scope/deaths-of-any-type", "SYNC-UPLOAD-ANY-TYPE", of: .phone, needs: [.owner]) {
      stage in
      let peer = try stage.peer()
      let (rate, sleep) = (peer.heartRate(), peer.sleep())
      try peer.tell { [peer.batch([rate, sleep])] }
      try stage.node().restrict(peer, to: [Sample.heartRateType])
      try peer.tell { [peer.burial([sleep])] }
      try stage.node().restrict(peer, to: [Sample.heartRateType, Sample.sleepType])
      try peer.look().expect([rate], "what is left, as deaths of any type count")
    },
    Case("sharing/scope/upload-of-unknown-types", "SYNC-UPLOAD-ANY-TYPE", of: .phone) { stage in
      let peer = try stage.peer()
      let time = peer.floor + 86_400
      let samples = ["", "A type with spaces", "型"].map { type -> Sample in
        let dot = peer.newDot(type)
        return Sample(dot, uuid: Sample.uuid(dot), start: time, end: time, .category(1))
      }
      try peer.tell { [peer.batch(Array(samples[1...]))] }
      try peer.look().expect(Array(samples[1...]), "samples of types that nobody knows")
    },
    Case(
      "sharing/scope/watch-sends-every-type", "SYNC-INSERT-BY-VECTOR", of: .watch,
      needs: [.owner]
    ) { stage in
      let peer = try stage.peer()
      peer.decide(["types": [.text(Sample.heartRateType)]])
      try peer.tell { [] }
      let sleep = peer.sleep()
      try stage.node().save(sleep)
      let session = try peer.ready()
      while try peer.heardSamples.isEmpty {
        try peer.take(try session.hear("the sample that is out of scope"), in: session)
      }
      try Deviation.unless(
        try peer.heardSamples.map(\.uuid) == [sleep.uuid], "what the watch saved, out of scope",
        "another sample")
    },
  ]

  /// What a new device in the peer's place is told until it has all.
  private static func told(to peer: Peer) throws -> [Sample] {
    _ = try peer.look()
    return try peer.heardSamples
  }
}

extension Node {
  /// Chooses which types a watch gets.
  func restrict(_ peer: Peer, to types: [String]) throws {
    guard let id = DeviceID(ofKey: peer.device.identity.fingerprint) else { return }
    try owner("Operator/SetScope", ["peer": .text("\(id)"), "types": Value(types)])
  }
}
