internal import HealthModel
internal import HealthStorage

/// The samples of a node, as commands work with them: in a store of their own process, or in that of a
/// daemon.
protocol HealthData: Sendable {
  /// Whether nobody else can change anything meanwhile.
  var isExclusive: Bool { get }

  /// How many samples there are of each type that has any.
  func counts() async throws -> [ObjectType: Int]

  /// The earliest date at which a sample may end to be saved.
  func earliestPermittedSampleDate() async throws -> Double

  /// Saves all of the samples or none; they are durable when this returns.
  func save(_ save: Change.Save) async throws

  /// Deletes all of the samples, or none where one is not there; returns how many.
  func delete(_ uuids: [SampleUUID]) async throws -> Int

  /// Deletes whatever of the type matches; returns how many.
  func delete(_ type: ObjectType, where predicate: Predicate) async throws -> Int

  /// The samples that a query asks for, as they are read.
  func samples(_ query: SampleQuery) async throws -> any AsyncSequence<SampleRun, any Error>

  /// All bytes of a document.
  func document(_ uuid: SampleUUID) async throws -> [UInt8]

  /// Who saved samples of `type` that match.
  func sources(of type: ObjectType, where predicate: Predicate) async throws -> [Source]

  /// What the samples of a query come to: one answer, or one for each bucket that has any, in order.
  func statistics(_ query: StatisticsQuery) async throws -> [Statistics]

  /// The unit in which the owner wants to see a type; `nil` where none was chosen.
  func preferredUnit(of type: ObjectType) async throws -> Unit?

  /// Whose samples of a type come first: bundle identifiers, the first of them first.
  func sourceOrder(of type: ObjectType) async throws -> [String]

  /// What happened since the query's anchor: one page.
  func changes(_ query: ChangeQuery) async throws -> ChangePage

  /// Hands on what happens after the query's anchor, until it is interrupted.
  func follow(
    _ query: ChangeQuery, _ body: (ChangePage) async throws -> Void
  ) async throws

  /// Reads everything and says whether it is sound, and meanwhile how far it is, where that is known.
  func verify(_ progress: Progress) async throws -> Verification

  /// Erases what is deleted from the disk.
  func maintain() async throws
}

extension HealthData {
  /// All that a query asks for; for answers that are known to be small.
  func all(_ query: SampleQuery) async throws -> [SampleRun] {
    var runs: [SampleRun] = []
    for try await run in try await samples(query) { runs.append(run) }
    return runs
  }
}
