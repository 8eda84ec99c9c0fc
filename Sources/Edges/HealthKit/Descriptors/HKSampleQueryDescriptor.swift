/// Asks for samples as they are at present.
public struct HKSampleQueryDescriptor<Sample: HKSample>: HKAsyncQuery {
  /// Which samples: those of any of them.
  public var predicates: [HKSamplePredicate<Sample>]
  /// In which order.
  public var sortDescriptors: [SortDescriptor<Sample>]
  /// At most so many; `nil` means all.
  public var limit: Int?

  /// A question for samples.
  public init(
    predicates: [HKSamplePredicate<Sample>], sortDescriptors: [SortDescriptor<Sample>],
    limit: Int? = nil
  ) {
    self.predicates = predicates
    self.sortDescriptors = sortDescriptors
    self.limit = limit
  }

  /// The samples.
  public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
    let reader = try await healthStore.reader()
    return try await thrownAsHKError {
      try await reader.samples(
        predicates.map(\.question), in: SampleOrder(sortDescriptors), limit: limit?.queryLimit
      ).of(Sample.self)
    }
  }
}

/// Asks who saved samples.
public struct HKSourceQueryDescriptor<Sample: HKSample>: HKAsyncQuery {
  /// Which samples.
  public var predicate: HKSamplePredicate<Sample>

  /// A question for the sources of samples.
  public init(predicate: HKSamplePredicate<Sample>) {
    self.predicate = predicate
  }

  /// The sources, in order.
  public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
    let reader = try await healthStore.reader()
    return try await thrownAsHKError { try await reader.sources(predicate.question) }
  }
}

extension HKSamplePredicate {
  var question: SampleQuestion { SampleQuestion(sampleType, nsPredicate) }
  var descriptor: HKQueryDescriptor {
    HKQueryDescriptor(sampleType: sampleType, predicate: nsPredicate)
  }
}

extension HKHealthStore {
  /// What answers descriptors.
  func reader() async throws -> StoreReader { StoreReader(try await ask { $0 }) }
}
