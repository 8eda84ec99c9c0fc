internal import HealthModel
internal import StoreAccess

extension HKHealthStore {
  /// Lets the app be woken when there is something new of a type, at most so often.
  ///
  /// Changes wait for the app until an observer query has called its completion handler. A daemon starts the app as
  /// `backgroundStart` says; a store of this process wakes nobody who does not run.
  @preconcurrency
  public func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let (deliveries, start) = (handle.deliveries, backgroundStart)
    ask {
      try await deliveries.enable(type, frequency, start, $0)
    } then: {
      completion($0 != nil, $1)
    }
  }

  /// Lets the app be woken when there is something new of a type, at most so often.
  public func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency
  ) async throws {
    let (deliveries, start) = (handle.deliveries, backgroundStart)
    try await ask { try await deliveries.enable(type, frequency, start, $0) }
  }

  /// Wakes the app for a type no more.
  @preconcurrency
  public func disableBackgroundDelivery(
    for type: HKObjectType,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let deliveries = handle.deliveries
    ask {
      try await deliveries.disable(type.type, $0)
    } then: {
      completion($0 != nil, $1)
    }
  }

  /// Wakes the app for a type no more.
  public func disableBackgroundDelivery(for type: HKObjectType) async throws {
    let deliveries = handle.deliveries
    try await ask { try await deliveries.disable(type.type, $0) }
  }

  /// Wakes the app no more.
  @preconcurrency
  public func disableAllBackgroundDelivery(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let deliveries = handle.deliveries
    ask {
      try await deliveries.disableAll($0)
    } then: {
      completion($0 != nil, $1)
    }
  }

  /// Wakes the app no more.
  public func disableAllBackgroundDelivery() async throws {
    let deliveries = handle.deliveries
    try await ask { try await deliveries.disableAll($0) }
  }
}

extension BackgroundDeliveries {
  fileprivate func enable(
    _ type: HKObjectType, _ frequency: HKUpdateFrequency, _ start: HKHealthStore.BackgroundStart,
    _ access: any AppAccess
  ) async throws {
    guard type is HKSampleType else {
      throw HKError.invalid("\(type.identifier) has no samples to be woken for")
    }
    let starting: Subscription.Target =
      switch start {
      case .nothing: .nothing
      case .command(let words): .command(words)
      case .unit(let unit): .unit(unit)
      }
    try await enable(
      type.type, UpdateFrequency(rawValue: frequency.rawValue) ?? .immediate, starting, access)
  }
}
