internal import CDyadMessages
package import HealthModel

extension SyncRecord: Message {
  /// The record's bytes, which are the same for equal records; throws for a value that the message
  /// cannot hold.
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("SyncRecord") { () throws(CodecError) in
      let packing = Packing(expecting: 4096 + 1024 * peers.count)
      let bytes = try unsafe packing.bytes(of: packing.record(self))
      try packing.rules.count(bytes.count, atMost: CodecBound.syncRecordBytes)
      return bytes
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("SyncRecord") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.record(
          unpacking.message(bytes, dyad__v1__sync_record__unpack))
      }
    }
  }
}

extension Packing {
  fileprivate func record(
    _ record: SyncRecord
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__SyncRecord> {
    let message = unsafe make(dyad__v1__sync_record__init)
    unsafe message.pointee.known = try at("known") { () throws(CodecError) in
      try unsafe known(record.known)
    }
    unsafe message.pointee.settings = try at("settings") { () throws(CodecError) in
      try unsafe settings(record.settings)
    }
    if let began = record.leaseBegan {
      unsafe message.pointee.lease_case = DYAD__V1__SYNC_RECORD__LEASE_LEASE_BEGAN
      unsafe message.pointee.lease_began = try at("lease_began") { () throws(CodecError) in
        try rules.finite(began)
      }
    }
    unsafe message.pointee.receipt = try at("receipt") { () throws(CodecError) in
      try unsafe vector(record.receipt)
    }
    unsafe message.pointee.ordinal = try at("ordinal") { () throws(CodecError) in
      try rules.ordinal(record.ordinal)
    }
    unsafe message.pointee.questions = try at("questions") { () throws(CodecError) in
      try unsafe questions(record.questions)
    }
    unsafe message.pointee.n_questions = record.questions.count
    unsafe message.pointee.peers = try at("peers") { () throws(CodecError) in
      try rules.count(record.peers.count, atMost: CodecBound.peers)
      let peers = record.peers.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
      return try unsafe array(peers) { entry throws(CodecError) in
        try unsafe peer(entry.key, entry.value)
      }
    }
    unsafe message.pointee.n_peers = record.peers.count
    try unsafe fillMarks(of: message, with: record.acknowledged.marks)
    unsafe message.pointee.subscribers = try at("subscribers") { () throws(CodecError) in
      try rules.count(record.subscribers.count, atMost: CodecBound.subscribers)
      return try unsafe array(record.subscribers.sorted { $0.key < $1.key }) {
        entry throws(CodecError) in
        try unsafe subscriber(entry.key, entry.value)
      }
    }
    unsafe message.pointee.n_subscribers = record.subscribers.count
    return unsafe message
  }

  private func fillMarks(
    of message: UnsafeMutablePointer<Dyad__V1__SyncRecord>, with marks: [AcknowledgedMarks.Mark]
  ) throws(CodecError) {
    unsafe message.pointee.marks = try at("marks") { () throws(CodecError) in
      try marks.check(rules)
      return try unsafe array(marks) { mark throws(CodecError) in
        let entry = unsafe make(dyad__v1__acknowledged_mark__init)
        unsafe entry.pointee.position = mark.position
        unsafe entry.pointee.since = try at("since") { () throws(CodecError) in
          try rules.finite(mark.since)
        }
        return unsafe entry
      }
    }
    unsafe message.pointee.n_marks = marks.count
  }

  private func peer(
    _ device: DeviceID, _ peer: PeerRecord
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__PeerRecord> {
    let message = unsafe make(dyad__v1__peer_record__init)
    unsafe message.pointee.device = bytes(device.bytes)
    unsafe message.pointee.cursor = try at("cursor") { () throws(CodecError) in
      try unsafe place(peer.cursor)
    }
    unsafe message.pointee.acknowledged = try at("acknowledged") { () throws(CodecError) in
      try rules.position(peer.acknowledged)
    }
    unsafe message.pointee.heard = try at("heard") { () throws(CodecError) in
      try rules.finite(peer.heard)
    }
    unsafe message.pointee.settings = try at("settings") { () throws(CodecError) in
      try unsafe settings(peer.settings)
    }
    unsafe message.pointee.questions = try at("questions") { () throws(CodecError) in
      try unsafe questions(peer.questions)
    }
    unsafe message.pointee.n_questions = peer.questions.count
    unsafe message.pointee.ordinal = try at("ordinal") { () throws(CodecError) in
      try rules.ordinal(peer.ordinal)
    }
    unsafe message.pointee.refused = try at("refused") { () throws(CodecError) in
      try unsafe sampleTypes(peer.refused)
    }
    unsafe message.pointee.n_refused = peer.refused.count
    if let incarnation = peer.incarnation {
      unsafe message.pointee.life_case = DYAD__V1__PEER_RECORD__LIFE_INCARNATION
      unsafe message.pointee.incarnation = incarnation.rawValue
    }
    unsafe message.pointee.decided = try at("decided") { () throws(CodecError) in
      try rules.count(peer.decided.count, atMost: CodecBound.decided)
      return try unsafe array(peer.decided) { version throws(CodecError) in
        unsafe self.version(version)
      }
    }
    unsafe message.pointee.n_decided = peer.decided.count
    if peer.trust != peer.firstTrust {
      unsafe message.pointee.trust = try at("trust") { () throws(CodecError) in
        try unsafe trust(peer.trust)
      }
    }
    return unsafe message
  }

  private func subscriber(
    _ name: String, _ subscriber: Subscriber
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Subscriber> {
    let message = unsafe make(dyad__v1__subscriber__init)
    unsafe message.pointee.name = try at("name") { () throws(CodecError) in
      try unsafe text(rules.name(name))
    }
    unsafe message.pointee.position = try at("position") { () throws(CodecError) in
      try rules.position(subscriber.position)
    }
    unsafe message.pointee.heard = try at("heard") { () throws(CodecError) in
      try rules.finite(subscriber.heard)
    }
    return unsafe message
  }
}

extension Unpacking {
  fileprivate func record(
    _ message: UnsafeMutablePointer<Dyad__V1__SyncRecord>
  ) throws(CodecError) -> SyncRecord {
    var record = SyncRecord(role: nil)
    record.known = try at("known") { () throws(CodecError) in
      try unsafe known(message.pointee.known)
    }
    record.settings = try at("settings") { () throws(CodecError) in
      try unsafe settings(message.pointee.settings)
    }
    if unsafe message.pointee.lease_case == DYAD__V1__SYNC_RECORD__LEASE_LEASE_BEGAN {
      record.leaseBegan = try at("lease_began") { () throws(CodecError) in
        try rules.finite(unsafe message.pointee.lease_began)
      }
    }
    record.receipt = try at("receipt") { () throws(CodecError) in
      guard let receipt = unsafe message.pointee.receipt else { return VersionVector() }
      return try unsafe vector(receipt)
    }
    record.ordinal = try at("ordinal") { () throws(CodecError) in
      try rules.ordinal(unsafe message.pointee.ordinal)
    }
    record.questions = try at("questions") { () throws(CodecError) in
      try unsafe questions(message.pointee.n_questions, message.pointee.questions)
    }
    record.peers = try at("peers") { () throws(CodecError) in
      try unsafe peers(message.pointee.n_peers, message.pointee.peers)
    }
    record.acknowledged = AcknowledgedMarks(
      marks: try at("marks") { () throws(CodecError) in
        try unsafe marks(message.pointee.n_marks, message.pointee.marks)
      })
    record.subscribers = try at("subscribers") { () throws(CodecError) in
      try unsafe subscribers(message.pointee.n_subscribers, message.pointee.subscribers)
    }
    return record
  }

  private func peers(
    _ count: Int, _ messages: UnsafeMutablePointer<UnsafeMutablePointer<Dyad__V1__PeerRecord>?>?
  ) throws(CodecError) -> [DeviceID: PeerRecord] {
    try rules.count(count, atMost: CodecBound.peers)
    let entries = try unsafe values(count, messages) { peer throws(CodecError) in
      try unsafe self.peer(peer)
    }
    _ = try at("device") { () throws(CodecError) in
      try rules.distinct(entries.map(\.device), "a device")
    }
    return Dictionary(uniqueKeysWithValues: entries.map { ($0.device, $0.peer) })
  }

  private func peer(
    _ message: UnsafeMutablePointer<Dyad__V1__PeerRecord>
  ) throws(CodecError) -> (device: DeviceID, peer: PeerRecord) {
    guard let device = unsafe DeviceID(bytes(message.pointee.device)) else {
      throw CodecError(.wrongCount, "device", "it has not \(DeviceID.byteCount) bytes")
    }
    return (
      device,
      PeerRecord(
        cursor: try at("cursor") { () throws(CodecError) in
          try unsafe place(message.pointee.cursor)
        },
        acknowledged: try at("acknowledged") { () throws(CodecError) in
          try rules.position(unsafe message.pointee.acknowledged)
        },
        heard: try at("heard") { () throws(CodecError) in
          try rules.finite(unsafe message.pointee.heard)
        },
        settings: try at("settings") { () throws(CodecError) in
          try unsafe settings(message.pointee.settings)
        },
        questions: try at("questions") { () throws(CodecError) in
          try unsafe questions(message.pointee.n_questions, message.pointee.questions)
        },
        ordinal: try at("ordinal") { () throws(CodecError) in
          try rules.ordinal(unsafe message.pointee.ordinal)
        },
        refused: try at("refused") { () throws(CodecError) in
          try unsafe sampleTypes(message.pointee.n_refused, message.pointee.refused)
        },
        incarnation: unsafe message.pointee.life_case == DYAD__V1__PEER_RECORD__LIFE_INCARNATION
          ? Incarnation(rawValue: message.pointee.incarnation) : nil,
        decided: try at("decided") { () throws(CodecError) in
          let count = try unsafe rules.count(message.pointee.n_decided, atMost: CodecBound.decided)
          return try unsafe values(count, message.pointee.decided) { version throws(CodecError) in
            unsafe self.version(version)
          }
        },
        trust: try at("trust") { () throws(CodecError) in
          guard let trust = unsafe message.pointee.trust else { return nil }
          return try unsafe self.trust(trust)
        })
    )
  }

  private func marks(
    _ count: Int,
    _ messages: UnsafeMutablePointer<UnsafeMutablePointer<Dyad__V1__AcknowledgedMark>?>?
  ) throws(CodecError) -> [AcknowledgedMarks.Mark] {
    let marks = try unsafe values(count, messages) { mark throws(CodecError) in
      AcknowledgedMarks.Mark(
        position: unsafe mark.pointee.position,
        since: try at("since") { () throws(CodecError) in
          try rules.finite(unsafe mark.pointee.since)
        })
    }
    try marks.check(rules)
    return marks
  }

  private func subscribers(
    _ count: Int, _ messages: UnsafeMutablePointer<UnsafeMutablePointer<Dyad__V1__Subscriber>?>?
  ) throws(CodecError) -> [String: Subscriber] {
    try rules.count(count, atMost: CodecBound.subscribers)
    let entries = try unsafe values(count, messages) { entry throws(CodecError) in
      (
        name: try at("name") { () throws(CodecError) in
          try rules.name(unsafe text(entry.pointee.name))
        },
        subscriber: Subscriber(
          position: try at("position") { () throws(CodecError) in
            try rules.position(unsafe entry.pointee.position)
          },
          heard: try at("heard") { () throws(CodecError) in
            try rules.finite(unsafe entry.pointee.heard)
          })
      )
    }
    _ = try at("name") { () throws(CodecError) in
      try rules.distinct(entries.map(\.name), "a name")
    }
    return Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.subscriber) })
  }
}

extension [AcknowledgedMarks.Mark] {
  fileprivate func check(_ rules: FieldRules) throws(CodecError) {
    try rules.count(count, atMost: CodecBound.marks)
    for mark in self {
      _ = try at("position") { () throws(CodecError) in try rules.position(mark.position) }
    }
    guard zip(self, dropFirst()).allSatisfy({ $0.position < $1.position }) else {
      throw rules.error(.unordered, "positions do not ascend").inside("position")
    }
  }
}
