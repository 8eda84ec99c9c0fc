internal import HealthModel

/// Says that the app has dealt with what an observer query told.
public typealias HKObserverQueryCompletionHandler = () -> Void

/// Tells when something happens to samples, but not what.
open class HKObserverQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  private typealias Handler =
    @Sendable (
      HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
    ) -> Void

  private let descriptors: [HKQueryDescriptor]
  private var handler: Handler?

  /// A query for what happens to samples of a type that match; it tells once at the beginning.
  @preconcurrency
  public required init(
    sampleType: HKSampleType, predicate: NSPredicate?,
    updateHandler:
      @escaping @Sendable (
        HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?
      ) -> Void
  ) {
    descriptors = [HKQueryDescriptor(sampleType: sampleType, predicate: predicate)]
    handler = { updateHandler($0, $2, $3) }
    super.init(objectType: sampleType, predicate: predicate)
  }

  /// A query for what happens to samples of several types; the handler hears of which.
  @preconcurrency
  public required init(
    queryDescriptors: [HKQueryDescriptor],
    updateHandler:
      @escaping @Sendable (
        HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler,
        (any Error)?
      ) -> Void
  ) {
    descriptors = queryDescriptors
    handler = updateHandler
    super.init(objectType: queryDescriptors.onlyType, predicate: nil)
  }

  func answer(from reader: StoreReader) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for question in descriptors.questions {
        let (type, predicate) = (question.type, question.plan.engine)
        group.addTask { try await self.watch(type, where: predicate, with: reader) }
      }
      try await group.waitForAll()
    }
  }

  private func watch(
    _ type: ObjectType, where predicate: EnginePredicate, with reader: StoreReader
  ) async throws {
    guard let sampleType = HKObjectType.of(type) as? HKSampleType else { return }
    try await reader.watch(type, where: predicate) {
      let acknowledge = try await reader.deliveries?.acknowledgement(of: type, at: reader.access)
      await self.execution.call {
        self.handler?(
          self, [sampleType],
          {
            guard let acknowledge else { return }
            // An acknowledgement that does not arrive leaves the app to be woken once more.
            Task(executorPreference: BackgroundExecutor.shared) { try await acknowledge() }
          }, nil)
      }
    }
  }

  func forgetHandlers() { handler = nil }

  func fail(_ error: HKError) async {
    await execution.call { self.handler?(self, nil, {}, error) }
  }
}
