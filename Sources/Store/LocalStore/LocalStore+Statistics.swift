package import HealthModel
package import HealthStorage

extension LocalStore {
  /// What the samples of a query come to: one answer, or one for each bucket that has any, in order.
  ///
  /// - Throws: `invalidArgument` for options that do not fit the type.
  package func statistics(
    _ query: StatisticsQuery, seeing visibility: Visibility = .everything
  ) async throws -> [Statistics] {
    var steps = try await statisticsSteps(query, seeing: visibility)
    var all: [Statistics] = []
    while let found = try await steps.finishSteps() { all += found }
    return all
  }

  /// The same, some at a time.
  package func statisticsSteps(
    _ query: StatisticsQuery, seeing visibility: Visibility = .everything
  ) async throws -> StatisticsSteps {
    try query.check()
    // The order of the very state that is read: a source that comes meanwhile changes nothing.
    let snapshot = published.latest
    let order = try await sourceOrder(of: query.type, in: snapshot.state, seeing: visibility)
    let answer = try await reader.statistics(query, by: order, seeing: visibility, in: snapshot)
    return StatisticsSteps(reader, answer)
  }
}

extension AppSession {
  /// What the samples of a query come to that the app may see.
  package func statistics(_ query: StatisticsQuery) async throws -> [Statistics] {
    try query.check()
    return try await store.statistics(stored(query), seeing: visibility(of: query.type))
  }

  /// The same, some at a time.
  package func statisticsSteps(_ query: StatisticsQuery) async throws -> StatisticsSteps {
    try await store.statisticsSteps(stored(query), seeing: visibility(of: query.type))
  }

  /// The same question in the UUIDs under which samples are stored.
  func stored(_ query: StatisticsQuery) -> StatisticsQuery {
    guard let names = names(in: store.state) else { return query }
    var query = query
    query.predicate = names.storing(query.predicate)
    return query
  }
}

/// The answer to a statistics query as it is worked out: buckets, some at a time.
package struct StatisticsSteps: SteppedIterator {
  private let reader: ReaderActor
  /// Nothing while a step is under way, so that it is changed and not copied.
  private var answer: StatisticsReader?

  init(_ reader: ReaderActor, _ answer: StatisticsReader) {
    self.reader = reader
    self.answer = answer
  }

  package var weight: Int { answer?.weight ?? 0 }

  package mutating func step() async throws -> ReadStep<[Statistics]> {
    try Task.checkCancellation()
    guard let current = answer.take() else { return .end }
    let (step, advanced) = try await reader.step(current)
    answer = advanced
    return step
  }
}
