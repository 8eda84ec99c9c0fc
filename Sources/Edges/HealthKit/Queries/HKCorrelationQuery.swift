/// Asks for correlations by themselves and by what they hold.
open class HKCorrelationQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  /// The type of the correlations.
  public let correlationType: HKCorrelationType
  /// What the samples of a type in a correlation must match; a type without an entry may be anything.
  public let samplePredicates: [HKSampleType: NSPredicate]?
  private var handler: (@Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void)?

  /// A query for correlations that match, and whose samples of each type with an entry all match it; there must be one.
  @preconcurrency
  public required init(
    type correlationType: HKCorrelationType, predicate: NSPredicate?,
    samplePredicates: [HKSampleType: NSPredicate]?,
    completion: @escaping @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void
  ) {
    self.correlationType = correlationType
    self.samplePredicates = samplePredicates
    handler = completion
    super.init(objectType: correlationType, predicate: predicate)
  }

  func answer(from reader: StoreReader) async throws {
    let found = try await reader.samples(
      [SampleQuestion(correlationType, predicate)], in: SampleOrder([]))
    let correlations = found.compactMap { $0 as? HKCorrelation }
    var held = Set(correlations.flatMap(\.objects))
    for (type, predicate) in samplePredicates ?? [:] {
      let uuids = Set(held.filter { $0.sampleType == type }.map(\.uuid))
      let both = NSCompoundPredicate(andPredicateWithSubpredicates: [
        HKQuery.predicateForObjects(with: uuids), predicate,
      ])
      let matching = Set(
        try await reader.samples([SampleQuestion(type, both)], in: SampleOrder([])))
      held = held.filter { $0.sampleType != type || matching.contains($0) }
    }
    let matching = held
    let types = samplePredicates.map { Array($0.keys) } ?? []
    let answer = correlations.filter { correlation in
      types.allSatisfy { type in
        let objects = correlation.objects(for: type)
        return !objects.isEmpty && objects.isSubset(of: matching)
      }
    }
    await execution.call { self.handler?(self, answer, nil) }
  }

  func forgetHandlers() { handler = nil }

  func fail(_ error: HKError) async {
    await execution.call { self.handler?(self, nil, error) }
  }
}
