internal import Foundation
internal import HealthKit
internal import Testing

/// Queries that go on: they tell what happens until they are stopped.
@Suite(.timeLimit(.minutes(5))) struct LiveQueryTests {
  private static let steps = HKQuantityType(.stepCount)

  @Test(arguments: StoreKind.allCases)
  func `an observer is told at the beginning, of what is saved and of what is deleted`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind, share: [Self.steps], read: [Self.steps]) { store in
      let (events, event) = AsyncStream.makeStream(of: Bool.self)
      let query = HKObserverQuery(sampleType: Self.steps, predicate: nil) { _, done, error in
        done()
        event.yield(error == nil)
      }
      store.execute(query)
      var iterator = events.makeAsyncIterator()
      #expect(await iterator.next() == true)
      let samples = Samples.steps([1])
      try await store.save(samples)
      #expect(await iterator.next() == true)
      try await store.delete(samples)
      #expect(await iterator.next() == true)
      store.stop(query)
      store.stop(query)
      // What comes after it is seen by another one, and not by a query that was stopped.
      try await store.save(Samples.steps([2]))
      event.finish()
      #expect(await iterator.next() == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an anchored query tells all, then what is saved and deleted`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: [Self.steps], read: [Self.steps]) { store in
      let samples = Samples.steps([1, 2, 3])
      try await store.save(Array(samples.prefix(2)))
      let descriptor = HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: Self.steps)], anchor: nil)
      let results: HKAnchoredObjectQueryDescriptor<HKQuantitySample>.Results =
        descriptor.results(for: store)
      var iterator: HKAnchoredObjectQueryDescriptor<HKQuantitySample>.Results.AsyncIterator =
        results.makeAsyncIterator()
      let first: HKAnchoredObjectQueryDescriptor<HKQuantitySample>.Result = try #require(
        try await iterator.next())
      #expect(first.addedSamples == Array(samples.prefix(2)) && first.deletedObjects.isEmpty)
      try await store.save(samples[2])
      let second = try #require(try await iterator.next())
      #expect(second.addedSamples == [samples[2]] && second.deletedObjects.isEmpty)
      try await store.delete(samples[0])
      let third = try #require(try await iterator.next())
      #expect(third.addedSamples.isEmpty)
      #expect(third.deletedObjects.map(\.uuid) == [samples[0].uuid])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an anchor that was kept goes on where it stood`(kind: StoreKind) async throws {
    let heart = HKQuantityType(.heartRate)
    try await StoreUnderTest.run(kind, share: [Self.steps, heart], read: [Self.steps, heart]) {
      store in
      let samples = Samples.steps([1, 2, 3, 4, 5])
      let beat = Samples.quantity(.heartRate, 60, HKUnit(from: "count/min"))
      try await store.save(samples)
      func changes(
        _ anchor: HKQueryAnchor?, limit: Int? = nil
      ) async throws -> HKAnchoredObjectQueryDescriptor<HKSample>.Result {
        try await HKAnchoredObjectQueryDescriptor(
          predicates: [.sample(type: Self.steps), .sample(type: heart)], anchor: anchor,
          limit: limit
        ).result(for: store)
      }
      let first = try await changes(nil, limit: 3)
      #expect(first.addedSamples == Array(samples.prefix(3)))
      try await store.save(beat)
      let kept = try NSKeyedArchiver.archivedData(
        withRootObject: first.newAnchor, requiringSecureCoding: true)
      let anchor = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: kept))
      #expect(anchor == first.newAnchor)
      let second = try await changes(anchor)
      #expect(second.addedSamples == [samples[3], samples[4], beat])
      try await store.delete(samples[4])
      let third = try await changes(second.newAnchor)
      #expect(third.addedSamples.isEmpty)
      #expect(third.deletedObjects.map(\.uuid) == [samples[4].uuid])
    }
  }

  @Test func `numbers stand for anchors, as on iOS 8`() async throws {
    let store = HKHealthStore(.inMemory)
    try await store.requestAuthorization(toShare: [Self.steps], read: [Self.steps])
    func changes(_ anchor: Int) async throws -> ([HKSample], Int) {
      try await withCheckedThrowingContinuation { continuation in
        store.execute(
          HKAnchoredObjectQuery(
            type: Self.steps, predicate: nil, anchor: anchor, limit: HKObjectQueryNoLimit
          ) { _, samples, next, error in
            continuation.resume(with: error.map { .failure($0) } ?? .success((samples ?? [], next)))
          })
      }
    }
    let samples = Samples.steps([1, 2])
    try await store.save(samples[0])
    let (first, anchor) = try await changes(HKAnchoredObjectQueryNoAnchor)
    #expect(first == [samples[0]] && anchor > 0)
    try await store.save(samples[1])
    let (second, next) = try await changes(anchor)
    #expect(second == [samples[1]] && next > anchor)
  }

  @Test func `an anchor of another store tells everything again`() async throws {
    let stores = [HKHealthStore(.inMemory), HKHealthStore(.inMemory)]
    var anchor: HKQueryAnchor?
    for store in stores {
      try await store.requestAuthorization(toShare: [Self.steps], read: [Self.steps])
      let samples = Samples.steps([1, 2])
      try await store.save(samples)
      let result = try await HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: Self.steps)], anchor: anchor
      ).result(for: store)
      #expect(result.addedSamples == samples)
      anchor = result.newAnchor
    }
  }

  @Test func `several anchored queries with update handlers and limits are errors`() async throws {
    let store = HKHealthStore(.inMemory)
    let query = HKAnchoredObjectQuery(
      type: Self.steps, predicate: nil, anchor: nil, limit: 1
    ) { _, _, _, _, _ in }
    #expect(query.updateHandler == nil && query.objectType == Self.steps)
    let code = await withCheckedContinuation { continuation in
      let limited = HKAnchoredObjectQuery(
        type: Self.steps, predicate: nil, anchor: nil, limit: 1
      ) { _, _, _, _, error in continuation.resume(returning: (error as? HKError)?.code) }
      limited.updateHandler = { _, _, _, _, _ in }
      store.execute(limited)
    }
    #expect(code == .errorInvalidArgument)
  }

  @Test func `an app may be started for background delivery`() async throws {
    try await StoreUnderTest.run(.daemon, share: [], read: [Self.steps]) { store in
      #expect(store.backgroundStart == HKHealthStore.BackgroundStart.nothing)
      store.backgroundStart = .command(["/bin/true"])
      try await store.enableBackgroundDelivery(for: Self.steps, frequency: .daily)
      store.backgroundStart = .unit("no unit")
      await #expect(throws: HKError.self) {
        try await store.enableBackgroundDelivery(for: Self.steps, frequency: .weekly)
      }
      try await store.disableAllBackgroundDelivery()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `background delivery is woken for and ended`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: [Self.steps], read: [Self.steps]) { store in
      let heart = HKQuantityType(.heartRate)
      try await store.enableBackgroundDelivery(for: Self.steps, frequency: .immediate)
      let (events, event) = AsyncStream.makeStream(of: Void.self)
      let query = HKObserverQuery(
        queryDescriptors: [HKQueryDescriptor(sampleType: Self.steps, predicate: nil)]
      ) { _, types, done, _ in
        if types == [Self.steps] { event.yield() }
        let finish: HKObserverQueryCompletionHandler = done
        finish()
      }
      store.execute(query)
      var iterator = events.makeAsyncIterator()
      await iterator.next()
      try await store.save(Samples.steps([1]))
      await iterator.next()
      store.stop(query)
      try await store.disableBackgroundDelivery(for: heart)
      try await store.disableBackgroundDelivery(for: Self.steps)
      try await store.disableAllBackgroundDelivery()
    }
    let store = HKHealthStore(.inMemory)
    // Nothing is decided yet.
    let refusal = await withCheckedContinuation { continuation in
      store.enableBackgroundDelivery(for: Self.steps, frequency: .hourly) { isEnabled, error in
        continuation.resume(returning: isEnabled ? nil : (error as? HKError)?.code)
      }
    }
    #expect(refusal == .errorAuthorizationNotDetermined)
    await #expect(throws: HKError.self) {
      try await store.enableBackgroundDelivery(
        for: HKCharacteristicType(.bloodType), frequency: .daily)
    }
  }
}

/// Descriptors in the form that their callers may write down.
@Suite(.timeLimit(.minutes(5))) struct DescriptorTests {
  private static let steps = HKQuantityType(.stepCount)

  /// What a caller can write who takes any question that goes on.
  private func first<Query: HKAsyncSequenceQuery>(
    _ query: Query, _ store: HKHealthStore
  ) async throws -> Query.Sequence.Element? {
    for try await element in query.results(for: store) { return element }
    return nil
  }

  /// What a caller can write who takes any question with one answer.
  private func answer<Query: HKAsyncQuery>(
    _ query: Query, _ store: HKHealthStore
  ) async throws -> Query.Output { try await query.result(for: store) }

  @Test func `every descriptor keeps what it was made with, and is a question`() async throws {
    let store = HKHealthStore(.inMemory)
    try await store.requestAuthorization(toShare: [Self.steps], read: [Self.steps])
    let samples = Samples.steps([1, 2])
    try await store.save(samples)
    let predicate = HKSamplePredicate.quantitySample(type: Self.steps)
    var question = HKSampleQueryDescriptor(predicates: [predicate], sortDescriptors: [])
    #expect(question.limit == nil && question.predicates == [predicate])
    question.limit = 1
    #expect(question.sortDescriptors.isEmpty)
    #expect(try await answer(question, store) == [samples[0]])
    let sources = HKSourceQueryDescriptor(predicate: predicate)
    #expect(try await answer(sources, store) == [.default()] && sources.predicate == predicate)
    let changes = HKAnchoredObjectQueryDescriptor(predicates: [predicate], anchor: nil, limit: 1)
    let changed = try await answer(changes, store)
    #expect(changed.addedSamples == [samples[0]] && changes.limit == 1 && changes.anchor == nil)
    #expect(changes.predicates == [predicate] && changed.deletedObjects.isEmpty)
    let sum = HKStatisticsQueryDescriptor(predicate: predicate, options: .cumulativeSum)
    #expect(try await answer(sum, store)?.sumQuantity()?.doubleValue(for: .count()) == 3)
    #expect(sum.predicate == predicate && sum.options == .cumulativeSum)
    let days = HKStatisticsCollectionQueryDescriptor(
      predicate: predicate, options: .cumulativeSum, anchorDate: StoreUnderTest.start,
      intervalComponents: DateComponents(hour: 1))
    #expect(try await answer(days, store).statistics().count == 2)
    #expect(days.predicate == predicate && days.options == .cumulativeSum)
    #expect(days.anchorDate == StoreUnderTest.start)
    #expect(days.intervalComponents == DateComponents(hour: 1))
    #expect(try await first(changes, store)?.addedSamples == samples)
    #expect(try await first(days, store)?.statisticsCollection.statistics().count == 2)
  }

  @Test func `queries of several types tell of all`() async throws {
    let store = HKHealthStore(.inMemory)
    let mass = HKQuantityType(.bodyMass)
    let types = [Self.steps, mass]
    try await store.requestAuthorization(toShare: Set(types), read: Set(types))
    let samples = Samples.steps([1]) + [Samples.quantity(.bodyMass, 1, .gramUnit(with: .kilo))]
    try await store.save(samples)
    let descriptors = types.map { HKQueryDescriptor(sampleType: $0, predicate: nil) }
    let found = await withCheckedContinuation { continuation in
      let query = HKSampleQuery(
        queryDescriptors: descriptors, limit: HKObjectQueryNoLimit
      ) { _, found, _ in continuation.resume(returning: found) }
      #expect(query.limit == HKObjectQueryNoLimit && query.sortDescriptors == [])
      store.execute(query)
    }
    #expect(found == samples)
    let sorted = await withCheckedContinuation { continuation in
      store.execute(
        HKSampleQuery(
          queryDescriptors: descriptors, limit: 1,
          sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: true)]
        ) { _, found, _ in continuation.resume(returning: found) })
    }
    #expect(sorted == [samples[0]])
    let changes = await withCheckedContinuation { continuation in
      store.execute(
        HKAnchoredObjectQuery(
          queryDescriptors: descriptors, anchor: nil, limit: HKObjectQueryNoLimit
        ) { _, added, _, _, _ in continuation.resume(returning: added) })
    }
    #expect(changes == samples)
  }
}
