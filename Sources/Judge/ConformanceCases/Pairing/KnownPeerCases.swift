internal import ConformanceKit
internal import ConformanceWire

/// Who can be a pair with a node that has, or had, another one.
enum KnownPeerCases {
  static let all = peers + histories

  private static let peers = [
    Case("pairing/known/watch-has-its-phone", "PAIR-PEER-KNOWN", of: .watch, needs: [.owner]) {
      stage in
      try stage.stranger().pair()
      // It may say so to its owner, or to who comes.
      do {
        let (owner, _, opened) = try stage.judgedWindow()
        let call = try stage.stranger().exchange(code: opened["code"].string)
        try call.run(until: 1)
        try call.expectRefusal(.alreadyPaired)
        owner.close()
      } catch let failure as CallFailure
        where failure.end.trailer(PairingRefusal.trailer) == "already-paired"
      {
        return
      }
    },
    Case("pairing/known/phone-pairs-a-watch-again", "PAIR-PEER-KNOWN", of: .phone, needs: [.owner])
    { stage in
      let device = try stage.pairedDevice()
      try device.pair()
      try Peer(device, stage.scene).ready().end()
    },
    Case("pairing/known/phone-takes-a-second-watch", "PAIR-PEER-KNOWN", of: .phone, needs: [.owner])
    { stage in
      let devices = [try stage.stranger(), try stage.stranger()]
      for device in devices { try device.pair() }
      for device in devices { try device.expectPeer() }
    },
    Case("pairing/known/id-of-a-peer", "PAIR-PEER-KNOWN", of: .phone, needs: [.owner]) { stage in
      let device = try stage.pairedDevice()
      let id = try device.description().id
      let (other, code) = try stage.window()
      let call = try other.exchange(code: code)
      try call.run(breaking: 1) { message, _ in message["hello"]["device"]["id"] = .text(id) }
      try call.expectRefusal(.alreadyPaired)
    },
  ]

  /// A watch that has one sample of another phone; that phone, and the sample.
  private static func watchWithHistory(_ stage: Stage) throws -> (Device, Sample) {
    let (peer, session) = try stage.ready()
    let sample = peer.heartRate()
    try peer.deliver(peer.batch([sample]), in: session)
    try session.end()
    try peer.device.connect().unpair()
    return (peer.device, sample)
  }

  /// What the watch holds, as another phone learns that pairs it.
  private static func rows(_ stage: Stage, policy: String) throws -> Set<Dot> {
    let (owner, _, opened) = try stage.judgedWindow(rows: policy)
    let device = try stage.stranger()
    try device.becomeHalfPair(code: opened["code"].string)
    // The window goes with it.
    owner.close()
    try device.expectPeer()
    let peer = Peer(device, stage.scene)
    let session = try peer.open()
    // The log that the watch had before is no use to a phone that is new.
    try peer.welcome(session, mustReconcile: true)
    try peer.settleEither(session)
    return Set(peer.rows.keys)
  }

  private static let histories = [
    Case("pairing/history/refused", "PAIR-PEER-HISTORY", of: .watch, needs: [.owner]) { stage in
      let (phone, _) = try watchWithHistory(stage)
      let code = try stage.node().pairingCode()
      let device = stage.mends ? phone : try stage.stranger()
      let call = try device.exchange(code: code)
      try call.run(until: 1)
      try call.expectRefusal(.otherHistory)
    },
    Case("pairing/history/same-phone-again", "PAIR-PEER-HISTORY", of: .watch, needs: [.owner]) {
      stage in
      let (phone, _) = try watchWithHistory(stage)
      try phone.becomeHalfPair(code: stage.node().pairingCode())
    },
    Case("pairing/history/kept", "PAIR-PEER-HISTORY", of: .watch, needs: [.owner]) { stage in
      let (_, sample) = try watchWithHistory(stage)
      try Deviation.unless(
        rows(stage, policy: "ROWS_KEEP") == [sample.dot], "the sample of the phone before",
        "none, or another one")
    },
    Case("pairing/history/erased", "PAIR-PEER-HISTORY", of: .watch, needs: [.owner]) { stage in
      _ = try watchWithHistory(stage)
      try Deviation.unless(
        rows(stage, policy: "ROWS_ERASE").isEmpty, "no samples", "the sample of the phone before")
    },
  ]
}
