internal import StoreAccess

extension HKHealthStore {
  /// Begins to answer a query, whose handlers are called in the background, one at a time.
  ///
  /// Stops for a query that was executed before.
  public func execute(_ query: HKQuery) {
    guard let answered = query as? any AnsweredQuery else {
      HealthKit.stop("\(type(of: query)) is not to be executed")
    }
    let handle = handle
    let isFirst = query.execution.begin {
      Task(executorPreference: BackgroundExecutor.shared) {
        do {
          let reader = StoreReader(try await handle.access(), waking: handle.deliveries)
          try await answered.answer(from: reader)
        } catch {
          await answered.fail(HKError(thrown: error))
        }
        answered.forgetHandlers()
      }
    }
    if !isFirst { HealthKit.stop("a query can be executed once") }
  }

  /// Ends a query: none of its handlers is called any more, and what they hold is let go.
  public func stop(_ query: HKQuery) { query.execution.stop() }
}
