internal import Foundation
internal import HealthKit
internal import TestSupport
internal import Testing

/// Where the store is that a test runs over.
enum StoreKind: CaseIterable, Sendable {
  case memory, file, daemon
}

/// A store and its user.
struct StoreUnderTest: Sendable {
  static let start = Date(timeIntervalSinceReferenceDate: 785_000_000)

  let store: HKHealthStore
  /// The daemon's folder and the app's token, where it has one.
  let daemon: (folder: String, token: String)?

  /// Runs `body` over a store of a kind, without any permission.
  static func run(
    _ kind: StoreKind, _ body: (StoreUnderTest) async throws -> Void
  ) async throws {
    switch kind {
    case .memory: try await body(StoreUnderTest(store: HKHealthStore(.inMemory), daemon: nil))
    case .file:
      let folder = try TemporaryFolder()
      let store = HKHealthStore(
        at: URL(fileURLWithPath: folder.file("store")), permissions: .allowing)
      try await body(StoreUnderTest(store: store, daemon: nil))
    case .daemon:
      let folder = try TemporaryFolder()
      let program = try RunningProgram(
        try RunningProgram.builtPath("dyadd"),
        ["--state", folder.path, "--listen", "127.0.0.1:0", "--print-addresses"])
      _ = try program.waitForLine("listening operator ")
      let added = try dyad(
        folder.path, "apps", "add", "app.under.test", "--name", "App", "--reading", "To show it.",
        "--sharing", "To keep it.", "--show-token", "--json")
      let answer = try JSONSerialization.jsonObject(with: Data(added.utf8)) as? [String: Any]
      let token = try #require(answer?["token"] as? String)
      let store = HKHealthStore(daemon: URL(fileURLWithPath: folder.path), token: token)
      try await body(StoreUnderTest(store: store, daemon: (folder.path, token)))
    }
  }

  /// The same with everything permitted that a test names.
  static func run(
    _ kind: StoreKind, share: Set<HKSampleType>, read: Set<HKObjectType>,
    _ body: (HKHealthStore) async throws -> Void
  ) async throws {
    try await run(kind) { test in
      try await test.authorize(share: share, read: read)
      try await body(test.store)
    }
  }

  /// Asks for permission, which the user gives, or of a daemon's store its owner.
  func authorize(share: Set<HKSampleType>, read: Set<HKObjectType>) async throws {
    guard let daemon else {
      return try await store.requestAuthorization(toShare: share, read: read)
    }
    async let request: Void = store.requestAuthorization(toShare: share, read: read)
    var id: String?
    while id == nil {
      // The programs are waited for on a thread that the request needs as well.
      await Task.yield()
      let open = try Self.dyad(daemon.folder, "requests", "--json")
      let answer = try? JSONSerialization.jsonObject(with: Data(open.utf8)) as? [String: Any]
      id = answer?["id"] as? String
    }
    _ = try Self.dyad(daemon.folder, "approve", try #require(id), "--all")
    try await request
  }

  /// Does something as the owner of the daemon.
  func owner(_ words: String...) throws {
    let folder = try #require(daemon?.folder)
    let ending = try RunningProgram.run(
      try RunningProgram.builtPath("dyad"), words + ["--state", folder])
    try #require(ending.exitCode == 0)
  }

  private static func dyad(_ state: String, _ words: String...) throws -> String {
    let ending = try RunningProgram.run(
      try RunningProgram.builtPath("dyad"), words + ["--state", state])
    try #require(ending.exitCode == 0)
    return ending.output
  }
}

/// Samples as apps make them.
enum Samples {
  static func quantity(
    _ identifier: HKQuantityTypeIdentifier, _ value: Double, _ unit: HKUnit,
    at start: Date = StoreUnderTest.start, lasting seconds: Double = 60,
    device: HKDevice? = nil, metadata: [String: Any]? = nil
  ) -> HKQuantitySample {
    HKQuantitySample(
      type: HKQuantityType(identifier), quantity: HKQuantity(unit: unit, doubleValue: value),
      start: start, end: start + seconds, device: device, metadata: metadata)
  }

  /// Counts of steps, a minute each, an hour apart.
  static func steps(_ counts: [Double], from start: Date = StoreUnderTest.start) -> [HKSample] {
    counts.enumerated().map { index, count in
      quantity(.stepCount, count, .count(), at: start + Double(index) * 3_600)
    }
  }
}

extension HKHealthStore {
  /// The samples that a query of the old form finds.
  func samples(
    _ type: HKSampleType, _ predicate: NSPredicate? = nil, limit: Int = HKObjectQueryNoLimit,
    sort: [NSSortDescriptor]? = nil
  ) async throws -> [HKSample] {
    try await withCheckedThrowingContinuation { continuation in
      execute(
        HKSampleQuery(
          sampleType: type, predicate: predicate, limit: limit, sortDescriptors: sort
        ) { _, samples, error in
          if let samples {
            continuation.resume(returning: samples)
          } else {
            continuation.resume(throwing: error ?? HKError(.unknownError))
          }
        })
    }
  }
}
