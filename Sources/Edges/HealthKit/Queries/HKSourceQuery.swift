/// Asks who saved samples.
open class HKSourceQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  private var handler: (@Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void)?

  /// A query for the sources of the samples of a type that match.
  @preconcurrency
  public required init(
    sampleType: HKSampleType, samplePredicate objectPredicate: NSPredicate?,
    completionHandler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
  ) {
    handler = completionHandler
    super.init(objectType: sampleType, predicate: objectPredicate)
  }

  func answer(from reader: StoreReader) async throws {
    guard let objectType else { preconditionFailure("the initialiser gives one") }
    let sources = Set(try await reader.sources(SampleQuestion(objectType, predicate)))
    await execution.call { self.handler?(self, sources, nil) }
  }

  func forgetHandlers() { handler = nil }

  func fail(_ error: HKError) async {
    await execution.call { self.handler?(self, nil, error) }
  }
}
