internal import Foundation
internal import HealthKit
internal import TestSupport
internal import Testing

/// A clinical document is checked when it is made, saved with its bytes, and found with and without them.
@Suite(.timeLimit(.minutes(5))) struct DocumentQueryTests {
  private static let type = HKDocumentType(.CDA)

  private static func sample(
    _ text: String = CDASample.text
  ) throws -> HKCDADocumentSample {
    try HKCDADocumentSample(
      data: Data(text.utf8), start: .distantPast, end: .distantFuture, metadata: ["note": "mine"])
  }

  @Test func `title, names and date are those of the document`() throws {
    let sample = try Self.sample()
    #expect(sample.document?.title == "Résumé de soins")
    #expect(sample.document?.patientName == "Ada M. Exemple")
    #expect(sample.document?.documentData == Data(CDASample.bytes))
    #expect(sample.startDate == sample.endDate)
    #expect(sample.startDate == ISO8601DateFormatter().date(from: "2026-01-31T11:00:00Z"))
    #expect(sample.metadata?["note"] as? String == "mine")
  }

  @Test func `what is no document says where and why`() throws {
    let wrong = CDASample.text.replacing("</recordTarget>", with: "</oops>")
    let error = try #require(throws: HKError.self) { try Self.sample(wrong) }
    #expect(error.code == .errorInvalidArgument)
    let detail = error.userInfo[HKDetailedCDAValidationErrorKey] as? String
    #expect(detail == "Line 14: an element ends under another name than it began")
    let empty = try #require(throws: HKError.self) { try Self.sample("") }
    #expect(empty.userInfo[HKDetailedCDAValidationErrorKey] as? String == "")
  }

  @Test(arguments: StoreKind.allCases)
  func `documents are found with their bytes where these are asked for`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind, share: [Self.type], read: [Self.type]) { store in
      let first = try Self.sample()
      let second = try Self.sample(CDASample.text.replacing("Résumé", with: "Autre"))
      try await store.save([first, second])
      let known = try #require(
        try await store.samples(Self.type).first as? HKCDADocumentSample)
      #expect(
        known.document?.documentData == nil && known.document?.patientName == "Ada M. Exemple")
      let title = NSPredicate(format: "%K BEGINSWITH %@", HKPredicateKeyPathCDATitle, "Autre")
      let found = try await Self.ask(store, title, withData: true)
      #expect(found.map { $0.map(\.uuid) } == [[second.uuid], []])
      let document = try #require(found.first?.first as? HKCDADocumentSample)
      #expect(document.document?.documentData == second.document?.documentData)
      let plain = try await Self.ask(store, nil, withData: false)
      #expect(plain.map { Set($0) } == [[first, second], []])
    }
  }

  @Test func `the user chooses documents of others when a query asks for them`() async throws {
    let first = try Self.sample()
    let second = try Self.sample(CDASample.text.replacing("Résumé", with: "Autre"))
    let writer = HKHealthStore(.inMemory)
    try await writer.requestAuthorization(toShare: [Self.type], read: [])
    try await writer.save([first, second])
    let (questions, asked) = AsyncStream.makeStream(of: [HKPermissionDocument].self)
    let chosen = first.uuid
    let sheet = HKPermissionSheet { request in
      if request.documents.isEmpty { return HKPermissionAnswer.allowAll }
      asked.yield(request.documents)
      return HKPermissionAnswer.allow(documents: [chosen])
    }
    let store = HKHealthStore(
      sharing: writer, as: HKSource(bundleIdentifier: "com.example.reader", name: "Reader"),
      permissions: sheet)
    try await store.requestAuthorization(toShare: [], read: [Self.type])
    // What is no query for documents asks nobody.
    #expect(try await store.samples(Self.type).isEmpty)
    for _ in 0..<2 {
      let found = try await Self.ask(store, nil, withData: true)
      #expect(found.map { $0.map(\.uuid) } == [[chosen], []])
    }
    asked.finish()
    var all: [[HKPermissionDocument]] = []
    for await documents in questions { all.append(documents) }
    #expect(all.map { Set($0.map(\.uuid)) } == [[first.uuid, second.uuid]])
    let shown = try #require(all.first?.first { $0.uuid == chosen })
    #expect(shown.title == "Résumé de soins" && shown.patientName == "Ada M. Exemple")
    #expect(shown.custodianName == "General & Co" && shown.date == first.startDate)
  }

  /// What the handler of a query gets, call by call, until it is said to be the last.
  private static func ask(
    _ store: HKHealthStore, _ predicate: NSPredicate?, withData: Bool
  ) async throws -> [[HKDocumentSample]] {
    let calls = AsyncThrowingStream<[HKDocumentSample], any Error> { continuation in
      let query = HKDocumentQuery(
        documentType: type, predicate: predicate, limit: HKObjectQueryNoLimit,
        sortDescriptors: nil, includeDocumentData: withData
      ) { _, documents, isLast, error in
        if let documents { continuation.yield(documents) }
        if isLast { continuation.finish(throwing: error) }
      }
      store.execute(query)
    }
    return try await calls.reduce(into: []) { $0.append($1) }
  }

  @Test func `a query keeps what it was made of`() {
    let order = [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)]
    let query = HKDocumentQuery(
      documentType: Self.type, predicate: nil, limit: 3, sortDescriptors: order,
      includeDocumentData: true
    ) { _, _, _, _ in }
    #expect(query.limit == 3 && query.includeDocumentData)
    #expect(query.sortDescriptors == order && query.objectType === Self.type)
  }
}
