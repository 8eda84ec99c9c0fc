internal import CDyadMessages
internal import HealthModel
internal import TestSupport
internal import Testing

@testable internal import HealthCodec

// @testable: hostile records are made with the codec's own packing.
struct SyncRecordTests {
  @Test func `equal records have equal bytes, in whatever order they came about`() throws {
    var random = SeededGenerator(seed: 31)
    let types = (0..<40).map { ObjectType("T\($0)") }
    let devices = try (UInt8(0)..<20).map {
      try #require(DeviceID(Array(repeating: $0, count: DeviceID.byteCount)))
    }
    var golden: [UInt8]?
    for round in 0..<20 {
      var record = SyncRecord(role: .phone)
      for type in types.shuffled(using: &random) {
        record.known[type] = 5
        record.settings.scope.set(type, false)
        record.settings.records[type.identifier] = [1]
        record.receipt.cover(1...5, in: .init(incarnation: SyncSamples.phone, type: type))
      }
      for device in devices.shuffled(using: &random) {
        record.peers[device] = PeerRecord(heard: round % 2 == 0 ? 0 : -0.0)
        record.subscribers[device.description] = Subscriber(position: 1, heard: 2)
      }
      for number in (UInt64(0)..<50).shuffled(using: &random) {
        record.settings.answered.insert(number)
      }
      let bytes = try record.encoded()
      #expect(bytes == golden ?? bytes, "\(random), round \(round)")
      golden = bytes
    }
  }

  @Test func `a record from before incarnations of phones were kept is read as it was`() throws {
    // The golden bytes are of such a record, too: nothing that was there has moved.
    var record = SyncSamples.record
    let old = try record.encoded()
    for device in record.peers.keys { record.peers[device]?.incarnation = SyncSamples.phone }
    let new = try record.encoded()
    #expect(try SyncRecord(decoding: new, limits: .syncRecord) == record)
    #expect(try SyncRecord(decoding: old, limits: .syncRecord) == SyncSamples.record)
    // A field's tag and eight bytes, for each of two peers.
    #expect(new.count == old.count + 2 * 9)
  }

  @Test
  func `a record from before trust was kept is one of a watch that was equal when it was heard`()
    throws
  {
    let device = try #require(SyncSamples.record.peers.keys.first)
    let peer = try #require(SyncSamples.record.peers[device])
    #expect(peer.trust.equalAt == peer.heard)
    #expect(peer.trust.incarnations == [SyncSamples.phone])
    var record = SyncSamples.record
    record.peers[device]?.trust.held = SyncSamples.vector([1...5])
    let bytes = try record.encoded()
    #expect(bytes.count > (try SyncSamples.record.encoded().count))
    #expect(try SyncRecord(decoding: bytes, limits: .syncRecord) == record)
  }

  @Test func `the trust in a watch takes no more bytes than it weighs`() throws {
    // What a thief would say: types with the longest names, and dots far apart.
    var trust = WatchTrust(equalAt: 0, scope: .all)
    var number: UInt64 = 0
    var hasGrown = true
    while hasGrown {
      number += 1
      let type = ObjectType("\(number)" + String(repeating: "x", count: Int(number % 1_000)))
      let stream = VersionVector.Stream(
        incarnation: Incarnation(rawValue: number << 40), type: type)
      var dots = VersionVector()
      for sequence in [1 << 62 + number, 1 << 63 + number] {
        dots.cover(sequence...sequence, in: stream)
      }
      let isCounted = trust.allow(1, of: type, atMost: 1, at: 0) == 1
      let isForetold = trust.foretell(dots)
      hasGrown = trust.hold(dots) || isForetold || isCounted
    }
    #expect(trust.weight <= WatchTrust.mostHeldBytes + 2 * WatchTrust.mostOtherBytes)
    // A day later the counts are nothing any more.
    #expect(trust.allow(1, of: ObjectType("another"), atMost: 1, at: 86_399) == 0)
    var later = trust
    #expect(later.allow(1, of: ObjectType("another"), atMost: 1, at: 86_400) == 1)
    #expect(later.allowances.count == 1)
    var record = SyncSamples.record
    let device = try #require(record.peers.keys.first)
    let before = try record.encoded().count
    record.peers[device]?.trust = trust
    let bytes = try record.encoded()
    #expect(bytes.count - before <= trust.weight)
    #expect(try SyncRecord(decoding: bytes, limits: .syncRecord) == record)
  }

  @Test func `a record holds as many intervals of deaths as it may, and no more`() throws {
    var record = SyncSamples.record
    let device = try #require(record.peers.keys.first)
    let stream = VersionVector.Stream(incarnation: SyncSamples.phone, type: SyncSamples.type)
    for number in 1...UInt64(WatchTrust.mostIntervals) {
      record.peers[device]?.trust.held.cover((3 * number)...(3 * number), in: stream)
    }
    let bytes = try record.encoded()
    #expect(try SyncRecord(decoding: bytes, limits: .syncRecord) == record)
    record.peers[device]?.trust.held.cover(1...1, in: stream)
    #expect(throws: CodecError.self) { try record.encoded() }
  }

  @Test func `a record remembers what was decided in 64 incarnations, and no more`() throws {
    var record = SyncSamples.record
    let device = try #require(record.peers.keys.first)
    record.peers[device]?.decided = (1...64).map {
      WatchSettings.Version(number: $0, incarnation: Incarnation(rawValue: $0))
    }
    let bytes = try record.encoded()
    #expect(try SyncRecord(decoding: bytes, limits: .syncRecord) == record)
    record.peers[device]?.decided.append(.none)
    #expect(throws: CodecError.self) { try record.encoded() }
  }

  @Test func `a device that is none, or twice, is refused`() throws {
    try HostileSync.expect(.wrongCount, "peers.device") { record, packing in
      unsafe record.pointee.peers[0]?.pointee.device = packing.bytes([1, 2])
    }
    try HostileSync.expect(.duplicate, "peers.device") { record, _ in
      unsafe record.pointee.peers[0]?.pointee.device =
        record.pointee.peers[1]?.pointee.device
        ?? .init()
    }
  }

  @Test func `numbers that cannot be are refused`() throws {
    try HostileSync.expect(.outOfRange, "ordinal") { record, _ in
      unsafe record.pointee.ordinal = .max
    }
    try HostileSync.expect(.outOfRange, "peers.ordinal") { record, _ in
      unsafe record.pointee.peers[0]?.pointee.ordinal = .max
    }
    try HostileSync.expect(.outOfRange, "peers.acknowledged") { record, _ in
      unsafe record.pointee.peers[0]?.pointee.acknowledged = -1
    }
    try HostileSync.expect(.outOfRange, "subscribers.position") { record, _ in
      unsafe record.pointee.subscribers[0]?.pointee.position = -1
    }
    try HostileSync.expect(.notFinite, "peers.heard") { record, _ in
      unsafe record.pointee.peers[0]?.pointee.heard = .nan
    }
    try HostileSync.expect(.notFinite, "lease_began") { record, _ in
      unsafe record.pointee.lease_began = .infinity
    }
    try HostileSync.expect(.notFinite, "marks.since") { record, _ in
      unsafe record.pointee.marks[0]?.pointee.since = .infinity
    }
    try HostileSync.expect(.notFinite, "subscribers.heard") { record, _ in
      unsafe record.pointee.subscribers[0]?.pointee.heard = -.infinity
    }
  }

  @Test func `marks ascend`() throws {
    try HostileSync.expect(.unordered, "marks.position") { record, _ in
      unsafe record.pointee.marks[0]?.pointee.position = 5
    }
    try HostileSync.expect(.outOfRange, "marks.position") { record, _ in
      unsafe record.pointee.marks[0]?.pointee.position = -5
    }
  }

  @Test func `a subscriber without a name, or twice, is refused`() throws {
    try HostileSync.expect(.malformed, "subscribers.name") { record, packing in
      unsafe record.pointee.subscribers[0]?.pointee.name = try packing.text("")
    }
    try HostileSync.expect(.duplicate, "subscribers.name") { record, packing in
      unsafe record.pointee.subscribers[0]?.pointee.name = try packing.text("b")
    }
  }

  @Test func `what every node has may not be left out`() throws {
    try HostileSync.expect(.malformed, "known") { record, _ in unsafe record.pointee.known = nil }
    try HostileSync.expect(.malformed, "settings") { record, _ in
      unsafe record.pointee.settings = nil
    }
    try HostileSync.expect(.malformed, "peers.settings") { record, _ in
      unsafe record.pointee.peers[0]?.pointee.settings = nil
    }
  }

  @Test func `a record of more than a mebibyte is neither written nor read`() throws {
    var record = SyncRecord(role: .phone)
    record.settings.records["a"] = Array(repeating: 1, count: 1 << 20)
    let error = #expect(throws: CodecError.self) { _ = try record.encoded() }
    #expect(error?.code == .tooLarge)
    #expect(error?.field == "SyncRecord")
    record.settings.records["a"] = Array(repeating: 1, count: 1 << 20 - 1000)
    let decoded = try SyncRecord(decoding: record.encoded(), limits: .syncRecord)
    #expect(decoded == record)
  }

  @Test func `more peers, subscribers or marks than a record has are not written`() throws {
    var record = SyncRecord(role: .phone)
    for number in 0..<257 {
      let bytes = [UInt8(number % 256), UInt8(number / 256)]
      let device = DeviceID(bytes + Array(repeating: 0, count: DeviceID.byteCount - 2))
      record.peers[try #require(device)] = PeerRecord(heard: 0)
    }
    #expect(
      #expect(throws: CodecError.self) { _ = try record.encoded() }?.field == "SyncRecord.peers")
    record = SyncRecord(role: .phone)
    for number in 0..<4097 { record.subscribers["\(number)"] = Subscriber(position: 0, heard: 0) }
    #expect(
      #expect(throws: CodecError.self) { _ = try record.encoded() }?.field
        == "SyncRecord.subscribers")
    record = SyncRecord(role: .phone)
    record.acknowledged = AcknowledgedMarks(
      marks: (0...16_384).map { .init(position: $0, since: 0) })
    #expect(
      #expect(throws: CodecError.self) { _ = try record.encoded() }?.field == "SyncRecord.marks")
  }
}
