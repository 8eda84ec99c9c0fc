internal import HealthModel
internal import TestSupport
internal import Testing

@testable internal import LocalStore

// @testable: the checks are the store's own.

@Suite(.timeLimit(.minutes(2))) struct DocumentChecksTests {
  /// A run of one document, and its bytes.
  private static func document(
    _ number: UInt64, _ bytes: [UInt8]
  ) -> (run: SampleRun, documents: [SampleUUID: [UInt8]]) {
    let uuid = SampleUUID(high: 1, low: number)
    let body = Document(
      title: "", patientName: "", authorName: "", custodianName: "",
      byteCount: Int64(bytes.count))
    let run = SampleRun(
      Sample(
        uuid: uuid, type: .cda, start: 0, end: 0, value: .object(.document(body)),
        source: AppSessionFixture.source("a")))
    return (run, [uuid: bytes])
  }

  /// Checks a document for a caller.
  private static func check(
    _ checks: DocumentChecks, _ bytes: [UInt8], number: UInt64 = 1, of caller: String
  ) async throws {
    let (run, documents) = document(number, bytes)
    _ = try await checks.checked([run], documents, of: caller, to: "save the objects")
  }

  /// Waits until so many saves wait or are checked.
  private static func wait(for count: Int, in checks: DocumentChecks) async {
    while checks.count < count { await Task.yield() }
  }

  /// A document of many pieces.
  private static let long = CDASample.bytes(count: 6 << 20)

  @Test func `a short document does not wait for a long one of another caller`() async throws {
    let checks = DocumentChecks()
    try await withThrowingTaskGroup(of: String.self) { group in
      group.addTask {
        try await Self.check(checks, Self.long, of: "a")
        return "long"
      }
      await Self.wait(for: 1, in: checks)
      group.addTask {
        try await Self.check(checks, CDASample.bytes, of: "b")
        return "short"
      }
      let (first, second) = (try await group.next(), try await group.next())
      #expect(first == "short" && second == "long")
    }
    #expect(checks.count == 0)
  }

  @Test func `a caller has few saves that wait, and others have theirs`() async throws {
    let checks = DocumentChecks()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<UInt64(DocumentChecks.mostOfCaller) {
        group.addTask {
          try await Self.check(checks, Self.long, number: number, of: "a")
        }
      }
      await Self.wait(for: DocumentChecks.mostOfCaller, in: checks)
      let error = await #expect(throws: ModelError.self) {
        try await Self.check(checks, CDASample.bytes, of: "a")
      }
      #expect(error?.code == .databaseInaccessible)
      try await Self.check(checks, CDASample.bytes, of: "b")
      group.cancelAll()
      while let result = await group.nextResult() {
        #expect(throws: CancellationError.self) { try result.get() }
      }
    }
    #expect(checks.count == 0)
    // The turn of those who are gone is free.
    try await Self.check(checks, CDASample.bytes, of: "a")
  }

  @Test func `a save that is cancelled ends its check`() async throws {
    let checks = DocumentChecks()
    // Read to its end it would be refused, as the end is missing.
    let bytes = Array(Self.long.dropLast())
    let save = Task { try await Self.check(checks, bytes, of: "a") }
    await Self.wait(for: 1, in: checks)
    save.cancel()
    await #expect(throws: CancellationError.self) { try await save.value }
    #expect(checks.count == 0)
  }
}
