internal import DyadServices
package import HealthModel
internal import RPCCore

extension RemoteStore {
  /// What happened since the query's anchor: one page.
  ///
  /// - Parameters:
  ///   - query: What is asked for. An app asks for one type at a time.
  ///   - anchor: Where to go on from; on the owner's socket the query's may do instead.
  ///   - subscriber: The name of a subscription, which then is heard from; without an anchor it goes on
  ///     where that stands.
  /// - Returns: The page.
  /// - Throws: `RPCError` whose `isStartOver` is true, where the anchor is of no use.
  package func changes(
    _ query: ChangeQuery, since anchor: RemoteAnchor? = nil, subscriber: String? = nil
  ) async throws -> RemoteChanges {
    try await call(StoreMethods.changes, try request(query, anchor, subscriber)) {
      try RemoteChanges($0)
    }
  }

  /// What happened since the query's anchor, and then what happens, until nobody holds the answer.
  ///
  /// - Parameters:
  ///   - query: What is asked for; its limit is one of each page.
  ///   - anchor: Where to go on from; on the owner's socket the query's may do instead.
  ///   - subscriber: The name of a subscription, which then is heard from.
  /// - Returns: Page after page.
  /// - Throws: Where the call cannot be made; the answer throws what else goes wrong.
  package func follow(
    _ query: ChangeQuery, since anchor: RemoteAnchor? = nil, subscriber: String? = nil
  ) throws -> RemoteStream<RemoteChanges> {
    RemoteStream(try open(StoreMethods.follow, try request(query, anchor, subscriber))) {
      response in
      [try RemoteChanges(response)]
    }
  }

  /// The type of each thing that happens; the first one of each type says that it is being watched.
  package func observe(
    _ types: [ObjectType], where predicate: Predicate = .constant(true)
  ) throws -> RemoteStream<ObjectType> {
    var request = ObserveRequest()
    request.types = types.map(\.identifier)
    request.predicate = PredicateMessage(predicate)
    return RemoteStream(try open(StoreMethods.observe, request)) { [ObjectType($0.type)] }
  }

  private func request(
    _ query: ChangeQuery, _ anchor: RemoteAnchor?, _ subscriber: String?
  ) throws(RPCError) -> ChangesRequest {
    var request = ChangesRequest()
    request.types = query.types.map(\.identifier)
    request.predicate = PredicateMessage(query.predicate)
    let place = try RemoteAnchor(query.anchor)
    request.anchor = (anchor ?? place).bytes
    request.limit = UInt64(clamping: max(0, query.limit ?? 0))
    request.subscriber = subscriber ?? ""
    return request
  }
}
