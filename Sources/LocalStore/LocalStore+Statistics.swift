package import HealthModel

extension LocalStore {
  /// What the samples of a query come to: one answer, or one for each bucket that has any, in order.
  ///
  /// - Throws: `invalidArgument` for options that do not fit the type.
  package func statistics(
    _ query: StatisticsQuery, seeing visibility: Visibility = .everything
  ) async throws -> [Statistics] {
    try query.check()
    let order = try await sourceOrder(of: query.type)
    var rows: [StatisticsRow] = []
    let samples = SampleQuery(query.type, where: query.predicate)
    for try await run in try await self.samples(samples, seeing: visibility) {
      rows += StatisticsRow.rows(of: run)
    }
    return StatisticsRow.statistics(of: rows, query, by: order)
  }
}

extension AppSession {
  /// What the samples of a query come to that the app may see.
  package func statistics(_ query: StatisticsQuery) async throws -> [Statistics] {
    try query.check()
    return try await store.statistics(query, seeing: visibility(of: query.type))
  }
}
