internal import Foundation
internal import HealthKit
internal import Synchronization
internal import Testing

/// Scores of how hard a workout was, which are related to it and are none of its samples.
@Suite(.timeLimit(.minutes(5))) struct EffortTests {
  private static let given = HKQuantityType(.workoutEffortScore)
  private static let estimated = HKQuantityType(.estimatedWorkoutEffortScore)
  private static let types: Set<HKSampleType> = [given, estimated, HKWorkoutType.workoutType()]
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)

  private static func score(
    _ value: Double, after seconds: Double, type: HKQuantityType = given
  ) -> HKQuantitySample {
    HKQuantitySample(
      type: type, quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: value),
      start: start.addingTimeInterval(seconds), end: start.addingTimeInterval(seconds))
  }

  /// A triathlon's workout with two legs.
  private static func workout(in store: HKHealthStore) async throws -> HKWorkout {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .swimBikeRun
    let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: nil)
    try await builder.beginCollection(at: start)
    for leg in 0..<2 {
      let part = HKWorkoutConfiguration()
      part.activityType = leg == 0 ? .cycling : .running
      try await builder.addWorkoutActivity(
        HKWorkoutActivity(
          workoutConfiguration: part, start: start.addingTimeInterval(Double(leg) * 600),
          end: start.addingTimeInterval(Double(leg) * 600 + 600), metadata: nil))
    }
    try await builder.endCollection(at: start.addingTimeInterval(1_200))
    return try #require(try await builder.finishWorkout())
  }

  @Test(arguments: StoreKind.allCases)
  func `a score is related once, and not any more`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      let workout = try await Self.workout(in: store)
      let (whole, leg) = (Self.score(7, after: 1_300), Self.score(9, after: 1_400))
      let guess = Self.score(5, after: 1_200, type: Self.estimated)
      let running = try #require(workout.workoutActivities.last)
      for _ in 0..<2 {
        #expect(try await store.relateWorkoutEffortSample(whole, with: workout, activity: nil))
      }
      try await store.save(guess)
      try await store.relateWorkoutEffortSample(guess, with: workout, activity: nil)
      #expect(
        await withCheckedContinuation { continuation in
          store.relateWorkoutEffortSample(leg, with: workout, activity: running) { isDone, error in
            continuation.resume(returning: isDone && error == nil)
          }
        })
      #expect(Set(try await store.samples(Self.given)) == [whole, leg])
      // The workout does not hold them.
      let held = try await HKSampleQueryDescriptor(
        predicates: [
          .quantitySample(
            type: Self.given, predicate: HKQuery.predicateForObjects(from: workout))
        ], sortDescriptors: []
      ).result(for: store)
      #expect(held.isEmpty)
      let all = HKWorkoutEffortRelationshipQueryDescriptor(
        predicate: HKQuery.predicateForWorkouts(with: .swimBikeRun), anchor: nil, option: .default)
      let first = try await all.result(for: store)
      #expect(first.relationships.map(\.workout) == [workout, workout])
      #expect(first.relationships.map(\.activity?.uuid) == [nil, running.uuid])
      #expect(first.relationships.map(\.samples) == [[guess, whole], [leg]])
      let relevant = try await HKWorkoutEffortRelationshipQueryDescriptor(
        predicate: nil, anchor: nil, option: .mostRelevant
      ).result(for: store)
      #expect(relevant.relationships.map(\.samples) == [[whole], [leg]])
      let others = try await HKWorkoutEffortRelationshipQueryDescriptor(
        predicate: HKQuery.predicateForWorkouts(with: .rowing), anchor: nil,
        option: HKWorkoutEffortRelationshipQueryOptions(rawValue: 0)
      ).result(for: store)
      #expect(others.relationships.isEmpty)
      #expect(
        try await store.unrelateWorkoutEffortSample(whole, from: workout, activity: nil))
      #expect(
        await withCheckedContinuation { continuation in
          store.unrelateWorkoutEffortSample(whole, from: workout, activity: nil) {
            wasRelated, error in
            continuation.resume(returning: !wasRelated && error == nil)
          }
        })
      // The score is still there.
      #expect(Set(try await store.samples(Self.given)) == [whole, leg])
      let later = try await HKWorkoutEffortRelationshipQueryDescriptor(
        predicate: nil, anchor: first.newAnchor, option: .default
      ).result(for: store)
      #expect(later.relationships.map(\.samples) == [[guess], [leg]])
      let none = try await HKWorkoutEffortRelationshipQueryDescriptor(
        predicate: nil, anchor: later.newAnchor, option: .default
      ).result(for: store)
      #expect(none.relationships.isEmpty)
    }
  }

  @Test func `whoever follows the scores hears of each that becomes different`() async throws {
    try await StoreUnderTest.run(.memory, share: Self.types, read: Self.types) { store in
      let workout = try await Self.workout(in: store)
      let (one, other) = (Self.score(3, after: 0), Self.score(4, after: 60))
      typealias Descriptor = HKWorkoutEffortRelationshipQueryDescriptor
      var query = Descriptor(predicate: NSPredicate(value: false), anchor: nil, option: .default)
      #expect(query.anchor == nil && query.option == [])
      query.predicate = nil
      let results: HKWorkoutEffortRelationshipQueryDescriptor.Results = query.results(for: store)
      var answers: Descriptor.Results.AsyncIterator = results.makeAsyncIterator()
      #expect(try await answers.next()?.relationships.isEmpty == true)
      try await store.relateWorkoutEffortSample(one, with: workout, activity: nil)
      let first: HKWorkoutEffortRelationshipQueryDescriptor.Result = try #require(
        try await answers.next())
      #expect(first.relationships.map(\.samples) == [[one]])
      try await store.relateWorkoutEffortSample(other, with: workout, activity: nil)
      #expect(try await answers.next()?.relationships.map(\.samples) == [[one, other]])
      // The same by a query with a handler, from where the descriptor began.
      let told = AsyncStream.makeStream(of: [[HKSample]?].self)
      let following = HKWorkoutEffortRelationshipQuery(
        predicate: nil, anchor: first.newAnchor, options: .mostRelevant
      ) { (_: HKWorkoutEffortRelationshipQuery, relationships, _, _) in
        told.continuation.yield(relationships?.map(\.samples) ?? [])
      }
      store.execute(following)
      var heard = told.stream.makeAsyncIterator()
      #expect(await heard.next() == [[other]])
      store.stop(following)
    }
  }

  @Test func `what cannot be related is refused`() async throws {
    try await StoreUnderTest.run(.memory, share: Self.types, read: Self.types) { store in
      let workout = try await Self.workout(in: store)
      let foreign = try #require(try await Self.workout(in: store).workoutActivities.first)
      let steps = Samples.quantity(.stepCount, 1, .count())
      let unsaved = HKWorkout(
        activityType: .running, start: Self.start, end: Self.start.addingTimeInterval(60))
      let score = Self.score(5, after: 0)
      let cases: [(HKSample, HKWorkout, HKWorkoutActivity?)] = [
        (steps, workout, nil), (score, workout, foreign), (score, unsaved, nil),
      ]
      for (sample, workout, activity) in cases {
        let error = await #expect(throws: HKError.self) {
          try await store.relateWorkoutEffortSample(sample, with: workout, activity: activity)
        }
        #expect(error?.code == .errorInvalidArgument)
      }
      #expect(try await store.samples(Self.given).isEmpty)
    }
  }

  @Test func `an app that may not share scores relates none`() async throws {
    let workouts: Set<HKSampleType> = [HKWorkoutType.workoutType()]
    try await StoreUnderTest.run(.memory, share: workouts, read: workouts) { store in
      let workout = try await Self.workout(in: store)
      let error = await #expect(throws: HKError.self) {
        try await store.relateWorkoutEffortSample(
          Self.score(5, after: 0), with: workout, activity: nil)
      }
      #expect(error?.code == .errorAuthorizationNotDetermined)
    }
  }
}
