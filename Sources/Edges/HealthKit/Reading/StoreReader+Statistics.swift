internal import HealthModel
internal import StoreAccess

/// What to work out of the quantities of a type.
struct StatisticsQuestion {
  let type: HKQuantityType
  let samples: SampleQuestion
  let options: HKStatisticsOptions

  /// Stops for options that do not fit the type.
  init(_ type: HKQuantityType, _ predicate: NSPredicate?, _ options: HKStatisticsOptions) {
    self.type = type
    samples = SampleQuestion(type, predicate)
    self.options = options
    let isDiscrete = type.type.description?.aggregation == .discrete
    let wrong = options.intersection(
      isDiscrete ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax])
    guard wrong.isEmpty else {
      stop(
        "Statistics option \(wrong.rawValue) is not compatible with "
          + "\(isDiscrete ? "discrete" : "cumulative") data type \(type.identifier)")
    }
  }

  /// Whether only dates and sources are asked for.
  private var hasNoValues: Bool { options.isSubset(of: [.separateBySource, .duration]) }

  /// What the engine is asked for, which is something in any case.
  var engine: StatisticsOptions {
    hasNoValues ? options.union(.mostRecent).engine : options.engine
  }

  /// The engine's answer with what was asked for.
  func told(_ statistics: EngineStatistics) -> EngineStatistics {
    guard hasNoValues else { return statistics }
    var told = statistics
    told.values = EngineStatistics.Values()
    told.sources = told.sources.map { EngineStatistics.OfSource($0.source, .init()) }
    return told
  }
}

extension StoreReader {
  /// What the quantities come to; without any that match, statistics without values.
  ///
  /// - Throws: `errorNoData` where there is nothing of the type at all.
  func statistics(_ question: StatisticsQuestion) async throws -> HKStatistics {
    let predicate = try await enginePredicate(of: question.samples)
    let answer = try await access.statistics(
      StatisticsQuery(question.samples.type, where: predicate, question.engine))
    if let first = answer.statistics.first {
      let covered = try await covered(question, where: predicate)
      return HKStatistics(
        question.told(first), of: question.type, question.options,
        covering: covered.map { $0[0] ?? CoveredDurations() })
    }
    let any = try await access.samples(SampleQuery(question.samples.type, limit: 1)).all()
    guard any.contains(where: { $0.count > 0 }) else {
      throw HKError(
        .errorNoData,
        userInfo: [NSLocalizedDescriptionKey: "No data available for the specified predicate."])
    }
    let none = EngineStatistics(
      start: Date.distantPast.timeIntervalSinceReferenceDate,
      end: Date.distantFuture.timeIntervalSinceReferenceDate)
    return HKStatistics(none, of: question.type, question.options)
  }

  /// What the quantities come to in each of the intervals that have any.
  func collection(
    _ question: StatisticsQuestion, in intervals: StatisticsIntervals
  ) async throws -> HKStatisticsCollection {
    let type = question.samples.type
    let predicate = try await enginePredicate(of: question.samples)
    func extreme(_ key: EngineSortDescriptor.Key, ascending: Bool) async throws -> SampleRun? {
      let order = [EngineSortDescriptor(key, ascending: ascending)]
      return try await access.samples(
        SampleQuery(type, where: predicate, order: order, limit: 1)
      ).all().first
    }
    guard let start = try await extreme(.start, ascending: true)?.starts.first,
      let end = try await extreme(.end, ascending: false)?.ends.first
    else { return HKStatisticsCollection([], of: question.type, question.options, in: intervals) }
    let edges = try intervals.edges(
      from: Date(timeIntervalSinceReferenceDate: start),
      to: Date(timeIntervalSinceReferenceDate: max(start, end)))
    let answer = try await access.statistics(
      StatisticsQuery(type, where: predicate, question.engine, edges: edges))
    let covered = try await covered(question, where: predicate, edges: edges)
    return HKStatisticsCollection(
      answer.statistics.map(question.told), of: question.type, question.options, in: intervals,
      covering: covered)
  }

  /// What the samples cover of each bucket, by where it begins, if it is asked for.
  ///
  /// The engine does not tell, so that all samples are read.
  private func covered(
    _ question: StatisticsQuestion, where predicate: EnginePredicate, edges: [Double]? = nil
  ) async throws -> [Double: CoveredDurations]? {
    guard question.options.contains(.duration) else { return nil }
    var sums = DurationSums(edges: edges)
    let query = SampleQuery(
      question.samples.type, where: predicate, order: [EngineSortDescriptor(.start)])
    for try await run in try await access.samples(query) {
      for row in 0..<run.count {
        sums.add(
          from: run.starts[row], to: run.ends[row],
          of: run.sources[row].source.bundleIdentifier)
      }
    }
    return sums.durations()
  }
}
