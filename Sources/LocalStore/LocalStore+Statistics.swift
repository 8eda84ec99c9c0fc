package import HealthModel
internal import HealthStorage

extension LocalStore {
  /// What the samples of a query come to: one answer, or one for each bucket that has any, in order.
  ///
  /// - Throws: `invalidArgument` for options that do not fit the type.
  package func statistics(
    _ query: StatisticsQuery, seeing visibility: Visibility = .everything
  ) async throws -> [Statistics] {
    try query.check()
    // The order of the very state that is read: a source that comes meanwhile changes nothing.
    let snapshot = board.latest
    let order = try await sourceOrder(of: query.type, in: snapshot.state, seeing: visibility)
    return try await reader.statistics(query, by: order, seeing: visibility, in: snapshot)
  }
}

extension AppSession {
  /// What the samples of a query come to that the app may see.
  package func statistics(_ query: StatisticsQuery) async throws -> [Statistics] {
    try query.check()
    return try await store.statistics(query, seeing: visibility(of: query.type))
  }
}
