internal import ConformanceKit
internal import ConformanceWire

/// The section "trust": how far a phone believes what a watch says is deleted.
enum DeathTrustCases {
  static let all =
    CountedDeathCases.all + HeldDeathCases.all + UnseenDeathCases.all + HeldAnswerCases.all

  static let day = 86_400.0
  static let (heart, steps) = (Sample.heartRateType, "HKQuantityTypeIdentifierStepCount")
}

// What cases about trust begin with.
extension Stage {
  /// A watch that keeps every sample, however old.
  func archivingWatch() throws -> Peer {
    let peer = try peer()
    peer.floor = Instant.beginning
    peer.known = ["others_from": .double(peer.floor)]
    return peer
  }

  /// A watch that has deleted 105 samples that ended a month ago: five more than may go without a question.
  func watchWithHeldDeaths() throws -> (peer: Peer, samples: [Sample]) {
    let peer = try archivingWatch()
    let samples = try peer.hold(105, daysAgo: 30)
    try peer.tell { [peer.burial(samples)] }
    return (peer, samples)
  }

  /// Those of some samples that the node's owner sees.
  func seen(_ samples: [Sample]) throws -> [Sample] {
    let owner = try node().judgedOwner()
    defer { owner.close() }
    return try Self.seen(samples, by: owner)
  }

  /// Those of some samples that a caller sees.
  static func seen(_ samples: [Sample], by caller: LocalCaller) throws -> [Sample] {
    var uuids: Set<[UInt8]> = []
    for type in Set(samples.map(\.type)).sorted() {
      uuids.formUnion(try AppCases.uuids(AppCases.runs(caller, ["type": .text(type)])))
    }
    return samples.filter { uuids.contains($0.uuid.bytes) }
  }

  /// Sees that the node's owner sees so many of some samples.
  func expect(_ count: Int, of samples: [Sample], because reason: String) throws {
    let left = try seen(samples).count
    try Deviation.unless(
      left == count, "\(count) of \(samples.count) samples to stay: \(reason)", "\(left) stay")
  }
}

extension Peer {
  /// Makes both hold so many new heart rates that ended so long ago, and sees that both hold the same.
  func hold(_ count: Int, daysAgo: Double) throws -> [Sample] {
    let samples = (0..<count).map {
      heartRate(secondsAgo: daysAgo * DeathTrustCases.day + Double($0))
    }
    try hold(samples)
    return samples
  }

  /// Makes both hold samples, and sees that both hold the same.
  func hold(_ samples: [Sample]) throws {
    try share(samples)
    try ready().settled(by: self)
  }
}

extension Node {
  /// Answers as the owner what a watch says is deleted.
  func answerHeld(of peer: Peer, accepting: Bool) throws {
    guard let id = DeviceID(ofKey: peer.device.identity.fingerprint) else { return }
    try owner("Operator/AnswerBrake", ["peer": .text("\(id)"), "accept": .flag(accepting)])
  }
}
