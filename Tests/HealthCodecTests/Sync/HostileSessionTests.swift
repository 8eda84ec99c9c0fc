internal import CDyadMessages
internal import HealthModel
internal import TestSupport
internal import Testing

@testable internal import HealthCodec

// @testable: hostile messages are made with the codec's own packing.

/// What a hostile peer may put into the messages that open, keep and end a session.
struct HostileSessionTests {
  @Test func `a message of no kind is refused`() throws {
    for bytes in [[], [0xA2, 0x06, 0x03, 1, 2, 3]] as [[UInt8]] {
      let error = #expect(throws: CodecError.self) {
        _ = try SyncMessage(decoding: bytes, limits: .wire)
      }
      #expect(error?.code == .malformed)
      #expect(error?.field == "SyncMessage.kind")
    }
  }

  @Test func `unknown fields beside the kind are ignored`() throws {
    for kind in SyncKind.allCases {
      let message = try SyncSamples.message(kind)
      let bytes = try message.encoded() + [0xA2, 0x06, 0x03, 1, 2, 3]
      let decoded = try SyncMessage(decoding: bytes, limits: .wire)
      #expect(decoded == message, "\(kind)")
    }
  }

  @Test func `a message of more than a mebibyte is refused`() throws {
    let pieces = (0..<17).map {
      ChangeBatch.DocumentPiece(
        uuid: SampleUUID(high: 0, low: 0), ordinal: $0,
        bytes: Array(repeating: 7, count: 1 << 16))
    }
    HostileSync.expectRefusal(.tooLarge, "", of: .batch(ChangeBatch(documents: pieces)))
    let bytes = try ChangeBatch(documents: pieces).encoded()
    let error = #expect(throws: CodecError.self) {
      _ = try SyncMessage(decoding: bytes, limits: .wire)
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func `versions that are no range are refused`() throws {
    try HostileSync.expect(.outOfRange, "hello.lowest_version", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.lowest_version = 0
    }
    try HostileSync.expect(.unordered, "hello.highest_version", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.lowest_version = 3
    }
    try HostileSync.expect(.outOfRange, "welcome.version", in: .welcome) { message, _ in
      unsafe message.pointee.welcome.pointee.version = 0
    }
  }

  @Test(arguments: [0, 3, 258] as [UInt32])
  func `a role that nobody has is refused`(role: UInt32) throws {
    try HostileSync.expect(.outOfRange, "hello.role", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.role = role
    }
  }

  @Test(arguments: [
    Double.infinity, -.infinity, .nan, 1e300, -63_113_904_001, 252_423_993_600,
  ])
  func `a floor outside the permitted years is refused`(floor: Double) throws {
    try HostileSync.expect(.badDate, "hello.floor", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.floor = floor
    }
    try HostileSync.expect(.badDate, "batch.refill.floor", in: .refill) { message, _ in
      unsafe message.pointee.batch.pointee.refill.pointee.floor = floor
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `a clock or a lease that is not finite is refused`(seconds: Double) throws {
    try HostileSync.expect(.notFinite, "hello.now", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.now = seconds
    }
    try HostileSync.expect(.notFinite, "welcome.now", in: .welcome) { message, _ in
      unsafe message.pointee.welcome.pointee.now = seconds
    }
    try HostileSync.expect(.notFinite, "settings.lease", in: .settings) { message, _ in
      unsafe message.pointee.settings.pointee.lease = seconds
    }
    try HostileSync.expect(.notFinite, "questions.asked_at", in: .questions) { message, _ in
      unsafe message.pointee.questions.pointee.questions[0]?.pointee.asked_at = seconds
    }
  }

  @Test func `claims that are no numbers are refused`() throws {
    try HostileSync.expect(.outOfRange, "hello.known.types_from", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.known.pointee.types_from[0] = .nan
    }
    try HostileSync.expect(.outOfRange, "hello.known.others_from", in: .hello) { message, _ in
      let known = unsafe message.pointee.hello.pointee.known
      unsafe known?.pointee.others_case = DYAD__V1__KNOWN_FROM__OTHERS_OTHERS_FROM
      unsafe known?.pointee.others_from = .nan
    }
    try HostileSync.expect(.wrongCount, "hello.known.types_from", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.known.pointee.n_types_from = 0
    }
    try HostileSync.expect(.duplicate, "hello.known.types", in: .hello) { message, packing in
      let known = unsafe message.pointee.hello.pointee.known
      unsafe known?.pointee.types = try packing.texts(["T", "T"])
      unsafe known?.pointee.n_types = 2
      unsafe known?.pointee.types_from = packing.array([1, 2])
      unsafe known?.pointee.n_types_from = 2
    }
    try HostileSync.expect(.malformed, "hello.known", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.known = nil
    }
  }

  @Test func `a node that leaves out what it claims of other types claims nothing`() throws {
    var hello = SyncSamples.hello
    hello.known = KnownFrom(others: .infinity, types: [SyncSamples.type: -.infinity])
    let bytes = try SyncMessage.hello(hello).encoded()
    guard case .hello(let decoded) = try SyncMessage(decoding: bytes, limits: .wire) else {
      Issue.record("no hello")
      return
    }
    #expect(decoded.known == hello.known)
    #expect(decoded.known[SyncSamples.other] == .infinity)
  }

  @Test func `numbers that may not be counted on are refused`() throws {
    try HostileSync.expect(.outOfRange, "hello.ordinal", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.ordinal = 1 << 63
    }
    try HostileSync.expect(.outOfRange, "settings.version.number", in: .settings) { message, _ in
      unsafe message.pointee.settings.pointee.version.pointee.number = .max
    }
    try HostileSync.expect(
      .outOfRange, "acknowledgement.received", in: .acknowledgement
    ) { message, _ in
      unsafe message.pointee.acknowledgement.pointee.received = 1 << 63
    }
  }

  @Test(arguments: [-1, Int64.min, Int64.max])
  func `a position that cannot be is refused`(position: Int64) throws {
    try HostileSync.expect(.outOfRange, "hello.cursor.position", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.cursor.pointee.position = position
    }
    try HostileSync.expect(.outOfRange, "batch.log.end.position", in: .log) { message, _ in
      unsafe message.pointee.batch.pointee.log.pointee.end.pointee.position = position
    }
  }

  @Test func `a place has a writer exactly where it is none before the first`() throws {
    try HostileSync.expect(.notAllowed, "hello.cursor.writer", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.cursor.pointee.position = 0
    }
    try HostileSync.expect(.notAllowed, "welcome.cursor.writer", in: .welcome) { message, _ in
      unsafe message.pointee.welcome.pointee.cursor.pointee.writer_case =
        DYAD__V1__LOG_PLACE__WRITER__NOT_SET
    }
  }

  @Test func `limits that let nothing through are refused`() throws {
    try HostileSync.expect(.outOfRange, "hello.limits.samples", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.limits.pointee.samples = 0
    }
    try HostileSync.expect(.outOfRange, "hello.limits.bytes", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.limits.pointee.bytes = .max
    }
    try HostileSync.expect(.outOfRange, "welcome.limits.credit", in: .welcome) { message, _ in
      unsafe message.pointee.welcome.pointee.limits.pointee.credit = 1 << 40 + 1
    }
    try HostileSync.expect(.malformed, "welcome.limits", in: .welcome) { message, _ in
      unsafe message.pointee.welcome.pointee.limits = nil
    }
  }

  @Test func `a vector that is told in no way is refused`() throws {
    try HostileSync.expect(.malformed, "vector.news", in: .vector) { message, _ in
      unsafe message.pointee.vector.pointee.news_case = DYAD__V1__VECTOR_NEWS__NEWS__NOT_SET
    }
    try HostileSync.expect(.malformed, "hello.vector", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.vector = nil
    }
    try HostileSync.expect(.malformed, "acknowledgement.vector", in: .acknowledgement) {
      message, _ in
      unsafe message.pointee.acknowledgement.pointee.vector = nil
    }
  }

  @Test func `a stream that is changed and removed is refused`() throws {
    let both = VectorDifference(
      base: 1, changed: SyncSamples.vector([1...2]),
      removed: [SyncSamples.stream(SyncSamples.phone)], result: 2)
    HostileSync.expectRefusal(
      .duplicate, "vector.difference.removed", of: .vector(.difference(both)))
    try HostileSync.expect(.duplicate, "vector.difference.removed", in: .vector) { message, _ in
      unsafe message.pointee.vector.pointee.difference.pointee.removed.pointee.incarnations[0] =
        SyncSamples.phone.rawValue
    }
  }

  @Test func `a summary with a wrong number of digests or streams is refused`() throws {
    try HostileSync.expect(.wrongCount, "vector_wanted.digests", in: .vectorWanted) { message, _ in
      unsafe message.pointee.vector_wanted.pointee.n_digests = 1
    }
    try HostileSync.expect(.tooLarge, "vector_wanted.streams.count", in: .vectorWanted) {
      message, _ in
      unsafe message.pointee.vector_wanted.pointee.streams.pointee.count = .max
    }
    try HostileSync.expect(.duplicate, "vector_wanted.streams.type_indexes", in: .vectorWanted) {
      message, packing in
      let streams = unsafe message.pointee.vector_wanted.pointee.streams
      unsafe streams?.pointee.incarnation_indexes = packing.column([1, 1])
    }
    try HostileSync.expect(
      .outOfRange, "vector_wanted.streams.incarnation_indexes", in: .vectorWanted
    ) { message, packing in
      let streams = unsafe message.pointee.vector_wanted.pointee.streams
      unsafe streams?.pointee.incarnation_indexes = packing.column([0, 2])
    }
    try HostileSync.expect(.tooLarge, "vector_wanted.streams.types", in: .vectorWanted) {
      message, packing in
      let streams = unsafe message.pointee.vector_wanted.pointee.streams
      unsafe streams?.pointee.types = try packing.texts(["T", "U", "V"])
      unsafe streams?.pointee.n_types = 3
    }
  }

  @Test func `a verdict and a reason that nobody knows are refused`() throws {
    for number in [0, 4, 257] as [UInt32] {
      try HostileSync.expect(.outOfRange, "compared.verdict", in: .compared) { message, _ in
        unsafe message.pointee.compared.pointee.verdict = .init(rawValue: number)
      }
    }
    for number in [0, 8, 257] as [UInt32] {
      try HostileSync.expect(.outOfRange, "ended.reason", in: .ended) { message, _ in
        unsafe message.pointee.ended.pointee.reason = .init(rawValue: number)
      }
    }
  }

  @Test func `a type whose claim is refused twice is refused`() throws {
    try HostileSync.expect(.duplicate, "claim_refused", in: .claimRefused) { message, packing in
      unsafe message.pointee.claim_refused.pointee.types = try packing.texts(["T", "T"])
    }
  }

  @Test func `a reason told at length is refused`() throws {
    let long = String(repeating: "x", count: 1025)
    HostileSync.expectRefusal(.tooLarge, "ended.detail", of: .ended(SessionEnd(.brake, long)))
    try HostileSync.expect(.tooLarge, "ended.detail", in: .ended) { message, packing in
      unsafe message.pointee.ended.pointee.detail = try packing.text(long)
    }
  }
}
