internal import CommandLineCore
internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import RPCCore
internal import RemoteStore

/// The samples in the store of the daemon, which other processes change meanwhile.
struct DaemonData: HealthData {
  private let client: Client
  private let store: RemoteStore

  /// Reaches them through the owner's socket.
  init(_ client: Client) {
    self.client = client
    store = RemoteStore(client)
  }

  var isExclusive: Bool { false }

  func counts() async throws -> [ObjectType: Int] {
    let answer = try await client.call(OperatorMethods.listTypes, ListTypesRequest())
    var counts: [ObjectType: Int] = [:]
    for type in answer.types { counts[ObjectType(type.type)] = Int(clamping: type.count) }
    return counts
  }

  func earliestPermittedSampleDate() async throws -> Double {
    try await store.coverage().from
  }

  func save(_ save: Change.Save) async throws {
    try await store.save(save.runs, documents: save.documents)
  }

  func delete(_ uuids: [SampleUUID]) async throws -> Int {
    try await store.delete(uuids)
  }

  func delete(_ type: ObjectType, where predicate: Predicate) async throws -> Int {
    try await store.delete(type, where: predicate)
  }

  func samples(_ query: SampleQuery) async throws -> any AsyncSequence<SampleRun, any Error> {
    try await store.samples(query)
  }

  func document(_ uuid: SampleUUID) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in try store.document(uuid) { bytes += piece }
    return bytes
  }

  func sources(of type: ObjectType, where predicate: Predicate) async throws -> [Source] {
    try await store.sources(of: type, where: predicate)
  }

  func statistics(_ query: StatisticsQuery) async throws -> [Statistics] {
    try await store.statistics(query).statistics
  }

  func preferredUnit(of type: ObjectType) async throws -> Unit? {
    try await store.preferredUnits(of: [type])[type]
  }

  func sourceOrder(of type: ObjectType) async throws -> [String] {
    var request = OrderSourcesRequest()
    request.type = type.identifier
    return try await client.call(OperatorMethods.orderSources, request).bundleIdentifiers
  }

  func changes(_ query: ChangeQuery) async throws -> ChangePage {
    try await store.changes(query).page
  }

  func follow(
    _ query: ChangeQuery, _ body: (ChangePage) async throws -> Void
  ) async throws {
    for try await changes in try store.follow(query) { try await body(try changes.page) }
    throw RPCError(.unavailable, "the daemon tells no more")
  }

  func verify(_ progress: Progress) async throws -> Verification {
    Verification(try await client.call(OperatorMethods.verifyStore, VerifyStoreRequest()))
  }

  func maintain() async throws {
    _ = try await client.call(OperatorMethods.maintainStore, MaintainStoreRequest())
  }
}
