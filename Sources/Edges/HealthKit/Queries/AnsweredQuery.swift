/// A query that a store executes.
protocol AnsweredQuery: HKQuery {
  /// Asks what the query is for, and hands it to its handlers until there is no more.
  func answer(from reader: StoreReader) async throws
  /// Hands an error to the handler.
  func fail(_ error: HKError) async
  /// Lets go of the handlers, whose owners may hold the query; comes once it is over.
  func forgetHandlers()
}

extension Int {
  /// A limit as queries have it: none for `HKObjectQueryNoLimit`.
  var queryLimit: Int? { self == HKObjectQueryNoLimit ? nil : Swift.max(0, self) }
}

extension [HKQueryDescriptor] {
  var questions: [SampleQuestion] { map { SampleQuestion($0.sampleType, $0.predicate) } }

  /// The type, where it is one.
  var onlyType: HKSampleType? { count == 1 ? self[0].sampleType : nil }
}
