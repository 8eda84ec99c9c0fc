internal import HealthModel
internal import StoreAccess
internal import TestSupport
internal import Testing

/// Documents are granted one by one, in this process and with a daemon alike, and there is no way round it.
@Suite(.timeLimit(.minutes(4))) struct DocumentAccessTests {
  /// What an app finds of documents by every way there is.
  private struct Found: Hashable {
    var queried: Set<SampleUUID> = []
    var byUUID: Set<SampleUUID> = []
    var byTitle: Set<SampleUUID> = []
    var changed: Set<SampleUUID> = []
    var deleted: Set<SampleUUID> = []
    var read: Set<SampleUUID> = []
    var sources: Set<String> = []

    static func only(
      _ uuids: Set<SampleUUID>, deleted: Set<SampleUUID> = [], from sources: Set<String>
    ) -> Found {
      Found(
        queried: uuids, byUUID: uuids, byTitle: uuids, changed: uuids, deleted: deleted,
        read: uuids, sources: sources)
    }
  }

  private static func find(
    _ known: Set<SampleUUID>, as app: any AppAccess
  ) async throws -> Found {
    var found = Found()
    found.queried = Set(try await app.seen(.cda))
    for uuid in known {
      let query = SampleQuery(.cda, where: .uuid(UUIDSet([uuid])))
      found.byUUID.formUnion(try await app.samples(query).all().flatMap(\.uuids))
      do {
        if try await app.wholeDocument(uuid) == CDASample.bytes { found.read.insert(uuid) }
      } catch let error as ModelError where error.code == .invalidArgument {
        #expect(error.detail == "there is no such document")
      }
    }
    let title = Predicate.document(.title, .contains, "soins")
    found.byTitle = Set(
      try await app.samples(SampleQuery(.cda, where: title)).all().flatMap(\.uuids))
    var query = StoreChangeQuery([.cda], limit: 1)
    while true {
      let page = try await app.changes(query)
      found.changed.formUnion(page.added.flatMap(\.uuids))
      found.deleted.formUnion(page.deleted.map(\.uuid))
      query.anchor = page.anchor
      guard page.hasMore else { break }
      #expect(page.count > 0, "a page that tells nothing says that something is hidden")
    }
    found.sources = Set(
      try await app.sources(of: .cda, where: .constant(true)).map(\.bundleIdentifier))
    return found
  }

  private static func document() -> (run: SampleRun, uuid: SampleUUID) {
    let run = StoreUnderTest.object(
      .cda,
      .document(
        Document(
          title: "", patientName: "", authorName: "", custodianName: "",
          byteCount: Int64(CDASample.bytes.count))))
    return (run, run.uuids[0])
  }

  /// The owner keeps some documents.
  private static func keep(
    _ count: Int, in store: StoreUnderTest
  ) async throws -> [SampleUUID] {
    var uuids: [SampleUUID] = []
    for _ in 0..<count {
      let (run, uuid) = document()
      try await store.owner.save([run], documents: [uuid: CDASample.bytes])
      uuids.append(uuid)
    }
    return uuids
  }

  private static let stranger = "somebody.else"

  @Test(arguments: StoreKind.allCases)
  func `a grant of the type hands out nothing, and one of a document that one`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind) { store in
      let uuids = try await Self.keep(3, in: store)
      try await store.grant(read: [.cda])
      #expect(try await Self.find(Set(uuids), as: store.app) == Found())
      try await store.decideDocuments([uuids[1]: true, uuids[2]: false])
      let one = Found.only([uuids[1]], from: [Self.stranger])
      #expect(try await Self.find(Set(uuids), as: store.app) == one)
      // Another app has its own grants.
      let error = await #expect(throws: ModelError.self) { try await store.other.seen(.cda) }
      #expect(error?.code == .authorizationNotDetermined)
      #expect(Set(try await store.owner.seen(.cda)) == Set(uuids))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a document that was revoked is gone`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      let uuids = try await Self.keep(2, in: store)
      try await store.grant(read: [.cda])
      try await store.decideDocuments([uuids[0]: true, uuids[1]: true])
      let both = Found.only(Set(uuids), from: [Self.stranger])
      #expect(try await Self.find(Set(uuids), as: store.app) == both)
      try await store.revokeDocument(uuids[0])
      let one = Found.only([uuids[1]], from: [Self.stranger])
      #expect(try await Self.find(Set(uuids), as: store.app) == one)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the app's own documents need no grant, and hide no others`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.cda], read: [.cda])
      let (run, own) = Self.document()
      try await store.app.save([run], documents: [own: CDASample.bytes])
      let uuids = try await Self.keep(2, in: store)
      let all = Set(uuids + [own])
      let alone = Found.only([own], from: [StoreUnderTest.appName])
      #expect(try await Self.find(all, as: store.app) == alone)
      try await store.decideDocuments([uuids[0]: true, uuids[1]: false])
      let two = Found.only([own, uuids[0]], from: [StoreUnderTest.appName, Self.stranger])
      #expect(try await Self.find(all, as: store.app) == two)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a reader of changes hears of what is granted, and of no other deletion`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind) { store in
      let uuids = try await Self.keep(3, in: store)
      try await store.grant(read: [.cda])
      var query = StoreChangeQuery([.cda])
      let before = try await store.app.changes(query)
      #expect(before.count == 0 && !before.hasMore)
      query.anchor = before.anchor
      try await store.decideDocuments([uuids[0]: true, uuids[1]: false, uuids[2]: true])
      let granted = try await store.app.changes(query)
      #expect(Set(granted.added.flatMap(\.uuids)) == [uuids[0], uuids[2]])
      query.anchor = granted.anchor
      // An update is a new object, which is not granted.
      let (run, new) = Self.document()
      try await store.owner.replace(
        [.cda: [uuids[0]]], by: [run], documents: [new: CDASample.bytes])
      try await store.owner.delete([uuids[1]])
      let page = try await store.app.changes(query)
      #expect(page.added.isEmpty)
      #expect(page.deleted == [DeletedObject(uuid: uuids[0], type: .cda)])
      #expect(try await store.app.seen(.cda) == [uuids[2]])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a query asks about new documents alone, and at once about none`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind) { store in
      let error = await #expect(throws: ModelError.self) {
        try await store.app.requestDocuments(waits: true)
      }
      #expect(error?.code == .authorizationNotDetermined)
      try await store.grant(read: [.cda])
      try await store.app.requestDocuments(waits: true)
      let uuids = try await Self.keep(2, in: store)
      try await store.decideDocuments([uuids[0]: true, uuids[1]: false])
      try await store.app.requestDocuments(waits: true)
      #expect(try await store.app.seen(.cda) == [uuids[0]])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `nobody is asked where the type was denied`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { store in
      let uuids = try await Self.keep(1, in: store)
      try await store.grant(denyingRead: [.cda])
      try await store.app.requestDocuments(waits: true)
      #expect(try await Self.find(Set(uuids), as: store.app) == Found())
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `what was granted before the type was revoked is not granted again with it`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind) { store in
      let uuids = try await Self.keep(1, in: store)
      try await store.grant(read: [.cda])
      try await store.decideDocuments([uuids[0]: true])
      try await store.revokeDocument(nil)
      #expect(try await Self.find(Set(uuids), as: store.app) == Found())
      if kind == .daemon {
        try await store.grant(read: [.cda])
        #expect(try await Self.find(Set(uuids), as: store.app) == Found())
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func
    `who follows or observes hears nothing of what is hidden, neither that it came nor that it went`(
      kind: StoreKind
    ) async throws
  {
    try await StoreUnderTest.run(kind) { store in
      try await store.grant(share: [.cda, .stepCount], read: [.cda, .stepCount])
      var pages = try await store.app.follow(StoreChangeQuery([.cda])).makeAsyncIterator()
      _ = try await pages.next()
      var news = try await store.app.observe(
        [.cda, .stepCount], where: .constant(true)
      ).makeAsyncIterator()
      #expect(Set([try await news.next(), try await news.next()]) == [.cda, .stepCount])
      let hidden = try await Self.keep(2, in: store)
      try await store.owner.delete([hidden[0]])
      // Had anything of that been told, it would stand before this.
      try await store.app.save([StoreUnderTest.run(.stepCount, [1])])
      #expect(try await news.next() == .stepCount)
      let (run, own) = Self.document()
      try await store.app.save([run], documents: [own: CDASample.bytes])
      #expect(try await news.next() == .cda)
      let saved = try #require(try await pages.next())
      #expect(saved.added.flatMap(\.uuids) == [own] && saved.deleted.isEmpty)
      try await store.decideDocuments([hidden[1]: true])
      let granted = try #require(try await pages.next())
      #expect(granted.added.flatMap(\.uuids) == [hidden[1]] && granted.deleted.isEmpty)
      try await store.revokeDocument(hidden[1])
      try await store.owner.delete([hidden[1]])
      try await store.app.delete([.cda: [own]])
      let gone = try #require(try await pages.next())
      #expect(gone.added.isEmpty && gone.deleted.map(\.uuid) == [own])
    }
  }
}
