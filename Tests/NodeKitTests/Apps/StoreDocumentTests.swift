internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import RPCCore
internal import TestSupport
internal import Testing

@testable internal import NodeApps

// The daemon alone is made of these parts, so that none of them is `package`.

@Suite(.timeLimit(.minutes(2))) struct StoreDocumentTests {
  private static func message(
    _ fixture: StoreFixture, of byteCount: Int
  ) throws -> (
    uuid: SampleUUID, run: [UInt8]
  ) {
    let run = fixture.object(
      .cda,
      .document(
        Document(
          title: "T", patientName: "", authorName: "", custodianName: "",
          byteCount: Int64(byteCount))))
    return (run.uuids[0], try #require(try SampleRun.messages(of: [run]).first))
  }

  private static func piece(_ content: [UInt8], run: [UInt8]? = nil) -> SaveDocumentRequest {
    var request = SaveDocumentRequest()
    request.run = run
    request.content = content
    return request
  }

  /// Sends messages and reads the answer.
  private static func save(
    _ pieces: [SaveDocumentRequest], _ client: Client, _ options: CallOptions
  ) async throws {
    try await client.withCall(StoreMethods.saveDocument, options: options) { call in
      for piece in pieces { try await call.send(piece) }
      call.finishSending()
      _ = try await call.receiveOnly()
    }
  }

  private static func bytes(of uuid: SampleUUID, in store: LocalStore) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    var number = 0
    while let piece = try await store.document(uuid, piece: number) {
      bytes += piece
      number += 1
    }
    return bytes
  }

  @Test func `a document that is longer than a message is saved in pieces`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(share: [.cda: true])
    let bytes = CDASample.bytes(count: 5_000_001)
    let (uuid, run) = try Self.message(fixture, of: bytes.count)
    var pieces = stride(from: 0, to: bytes.count, by: 900_000).map {
      Self.piece(Array(bytes[$0..<min($0 + 900_000, bytes.count)]))
    }
    pieces[0].run = run
    try await fixture.asApp(token) { [pieces] client, options in
      try await Self.save(pieces, client, options)
      // It is the app's own, whatever the run says.
      let samples = try await client.samples(.cda, options)
      #expect(samples.map(\.uuid) == [uuid])
      #expect(samples[0].source.source.bundleIdentifier == StoreFixture.app)
    }
    #expect(try await Self.bytes(of: uuid, in: fixture.store) == bytes)
  }

  enum Flaw: CaseIterable, Sendable {
    case nothing, noRun, twoRuns, short, long, empty, tooLong, noDocument, twoDocuments, notXML
  }

  private static let whole = CDASample.bytes
  private static let half = Array(whole.prefix(1_000))
  private static let rest = Array(whole.dropFirst(1_000))

  @Test(arguments: Flaw.allCases)
  func `what is not one whole document leaves nothing`(flaw: Flaw) async throws {
    let fixture = try await StoreFixture()
    let (uuid, run) = try Self.message(fixture, of: Self.whole.count)
    let pieces =
      switch flaw {
      case .nothing: [SaveDocumentRequest]()
      case .noRun: [Self.piece(Self.whole)]
      case .twoRuns: [Self.piece(Self.half, run: run), Self.piece(Self.rest, run: run)]
      case .short: [Self.piece(Self.half, run: run), Self.piece(Self.rest.dropLast())]
      case .long: [Self.piece(Self.half, run: run), Self.piece(Self.rest + [32])]
      case .empty: [Self.piece([], run: try Self.message(fixture, of: 0).run)]
      case .tooLong:
        [Self.piece([1], run: try Self.message(fixture, of: StoreBounds.documentBytes + 1).run)]
      case .notXML:
        [Self.piece([UInt8](repeating: 60, count: Self.whole.count), run: run)]
      case .noDocument:
        [Self.piece([1], run: try SampleRun.messages(of: [fixture.run(.heartRate, [60])])[0])]
      case .twoDocuments:
        [
          Self.piece(
            [1],
            run: try SampleRun.messages(of: [fixture.run(.heartRate, [60, 61])])[0])
        ]
      }
    try await fixture.asOwner { client, options in
      let error = try await refusal { try await Self.save(pieces, client, options) }
      #expect(error.code == .invalidArgument)
      #expect(try await client.samples(.cda, options).isEmpty)
      // The place is free again.
      try await Self.save([Self.piece(Self.whole, run: run)], client, options)
    }
    #expect(try await Self.bytes(of: uuid, in: fixture.store) == Self.whole)
  }

  @Test func `a call that breaks leaves nothing, and its place to the next`() async throws {
    let fixture = try await StoreFixture()
    let (uuid, run) = try Self.message(fixture, of: Self.whole.count)
    try await fixture.asOwner { client, options in
      // While that one goes on, there is no second; which of two is the first, nobody decides.
      var isRefused = false
      while !isRefused {
        try Task.checkCancellation()
        try await client.withCall(StoreMethods.saveDocument, options: options) { call in
          try await call.send(Self.piece([1, 2], run: run))
          // Too short: were it the first, it would leave nothing either.
          let error = try await refusal {
            try await Self.save([Self.piece([1], run: run)], client, options)
          }
          isRefused = error.code == .resourceExhausted
          #expect(isRefused || error.code == .invalidArgument)
        }
      }
      #expect(try await Self.bytes(of: uuid, in: fixture.store).isEmpty)
      // The call was cancelled; the node may not know of it yet.
      var isSaved = false
      while !isSaved {
        do {
          try await Self.save([Self.piece(Self.whole, run: run)], client, options)
          isSaved = true
        } catch let error as RPCError where error.code == .resourceExhausted {
          await Task.yield()
        }
      }
    }
    #expect(try await Self.bytes(of: uuid, in: fixture.store) == Self.whole)
  }

  @Test func `who may not share documents saves none`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(share: [.cda: false])
    let (uuid, run) = try Self.message(fixture, of: 1)
    let error = try await fixture.asApp(token) { client, options in
      try await refusal { try await Self.save([Self.piece([1], run: run)], client, options) }
    }
    #expect(error.code == .permissionDenied)
    #expect(try await Self.bytes(of: uuid, in: fixture.store).isEmpty)
  }

  @Test func `all that comes in pieces at once has a bound`() throws {
    let room = SavesInPieces()
    let callers = (0..<4).map { StoreCaller.app(SubscriptionFixture.app("app.\($0)")) }
    for caller in callers { try room.enter(caller) }
    #expect(throws: RPCError.self) { try room.enter(callers[0]) }
    try room.take(StoreBounds.documentBytes, for: callers[0])
    try room.take(StoreBounds.documentBytes, for: callers[1])
    let error = #expect(throws: RPCError.self) { try room.take(1, for: callers[2]) }
    #expect(error?.code == .resourceExhausted)
    #expect(error?.detail.contains("others") == true)
    room.leave(callers[0])
    try room.take(StoreBounds.documentBytes, for: callers[2])
    try room.enter(callers[0])
    room.leave(callers[2])
    // What is too much alone is not for others to make room for.
    let alone = #expect(throws: RPCError.self) {
      try room.take(SavesInPieces.mostBytes - StoreBounds.documentBytes + 1, for: callers[1])
    }
    #expect(alone?.code == .resourceExhausted && alone?.detail.contains("others") == false)
  }
}
