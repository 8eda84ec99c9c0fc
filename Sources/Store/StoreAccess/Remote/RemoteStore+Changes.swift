internal import DyadServices
package import HealthModel
internal import RPCCore

extension RemoteStore {
  /// What happened since an anchor: one page.
  ///
  /// - Throws: `RPCError` whose `isStartOver` is true, where the anchor is of no use.
  package func changes(_ query: StoreChangeQuery) async throws -> StoreChanges {
    try await call(StoreMethods.changes, ChangesRequest(query)) { try StoreChanges($0) }
  }

  /// What happened since an anchor, and then what happens, until nobody holds the answer.
  ///
  /// - Throws: Where the call cannot be made; the answer throws what else goes wrong.
  package func follow(_ query: StoreChangeQuery) throws -> StoreStream<StoreChanges> {
    let call = try open(StoreMethods.follow, ChangesRequest(query))
    return StoreStream(call, endingWith: RPCError(.unavailable, "the daemon tells no more")) {
      [try StoreChanges($0)]
    }
  }

  /// The type of each thing that happens; the first one of each type says that it is being watched.
  package func observe(
    _ types: [ObjectType], where predicate: Predicate = .constant(true)
  ) throws -> StoreStream<ObjectType> {
    var request = ObserveRequest()
    request.types = types.map(\.identifier)
    request.predicate = PredicateMessage(predicate)
    return StoreStream(try open(StoreMethods.observe, request)) { [ObjectType($0.type)] }
  }
}

extension ChangesRequest {
  fileprivate init(_ query: StoreChangeQuery) {
    self.init()
    types = query.types.map(\.identifier)
    predicate = PredicateMessage(query.predicate)
    anchor = query.anchor.bytes
    // A message cannot ask for no changes: it means as many as are convenient.
    limit = UInt64(clamping: query.limit.map { max(1, $0) } ?? 0)
    subscriber = query.subscriber ?? ""
  }
}

extension StoreChanges {
  fileprivate init(_ response: ChangesResponse) throws {
    self.init(
      added: try SampleRun.runs(response.added, field: "added", links: true),
      deleted: try DeletedObject.objects(response.deleted), anchor: StoreAnchor(response.anchor),
      hasMore: response.hasMore, coverage: try response.coverage.map { try StoreCoverage($0) })
  }
}
