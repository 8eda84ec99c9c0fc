internal import Foundation
internal import HealthKit
internal import Testing

/// Workouts as a store gives them back, with what was added to them.
@Suite(.timeLimit(.minutes(5))) struct WorkoutStoreTests {
  private static let energy = HKQuantityType(.activeEnergyBurned)
  private static let heart = HKQuantityType(.heartRate)
  private static let beat = HKUnit(from: "count/min")
  private static let types: Set<HKSampleType> = [energy, heart, .workoutType()]

  private static func workout() -> HKWorkout {
    let start = StoreUnderTest.start
    return HKWorkout(
      activityType: .swimming, start: start, end: start + 1_800,
      workoutEvents: [
        HKWorkoutEvent(
          type: .lap, dateInterval: DateInterval(start: start + 60, duration: 45), metadata: nil),
        HKWorkoutEvent(type: .pause, date: start + 1_200),
        HKWorkoutEvent(type: .resume, date: start + 1_500),
      ], totalEnergyBurned: nil, totalDistance: nil,
      totalFlightsClimbed: HKQuantity(unit: .count(), doubleValue: 3), device: nil,
      metadata: [
        HKMetadataKeyIndoorWorkout: true,
        HKMetadataKeySwimmingLocationType: HKWorkoutSwimmingLocationType.pool.rawValue,
        HKMetadataKeyLapLength: HKQuantity(unit: .meter(), doubleValue: 25),
      ])
  }

  @Test(arguments: StoreKind.allCases)
  func `a workout tells what the samples come to that were added to it`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      let workout = Self.workout()
      #expect(workout.statistics(for: Self.energy) == nil && workout.allStatistics.isEmpty)
      try await store.save(workout)
      let start = workout.startDate
      try await store.addSamples(
        [
          Samples.quantity(.activeEnergyBurned, 40, .kilocalorie(), at: start),
          Samples.quantity(.activeEnergyBurned, 60, .kilocalorie(), at: start + 600),
          Samples.quantity(.heartRate, 120, Self.beat, at: start),
          Samples.quantity(.heartRate, 150, Self.beat, at: start + 600),
        ], to: workout)
      // At the same time, and no part of it.
      try await store.save(
        Samples.quantity(.activeEnergyBurned, 500, .kilocalorie(), at: start + 60))
      let found = try #require(
        try await store.samples(.workoutType()).first as? HKWorkout)
      let energy = try #require(found.statistics(for: Self.energy))
      #expect(energy.sumQuantity()?.doubleValue(for: .kilocalorie()) == 100)
      #expect(energy.startDate == start && energy.endDate == start + 660)
      let all = found.allStatistics
      #expect(Set(all.keys) == [Self.energy, Self.heart])
      #expect(all[Self.energy] == energy)
      #expect(all[Self.heart]?.averageQuantity()?.doubleValue(for: Self.beat) == 135)
      #expect(all[Self.heart]?.maximumQuantity()?.doubleValue(for: Self.beat) == 150)
      #expect(found.statistics(for: HKQuantityType(.stepCount)) == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a workout comes back with its laps, its flights and its one leg`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      let workout = Self.workout()
      let plain = HKWorkout(
        activityType: .running, start: workout.startDate + 7_200, end: workout.endDate + 7_200)
      try await store.save([workout, plain])
      let found = try #require(
        try await store.samples(.workoutType()).first as? HKWorkout)
      #expect(found.workoutEvents == workout.workoutEvents)
      #expect(found.workoutEvents?.first?.dateInterval.duration == 45)
      #expect(found.totalFlightsClimbed?.doubleValue(for: .count()) == 3)
      #expect(found.metadata?.count == 3 && plain.totalFlightsClimbed == nil)
      let legs = found.workoutActivities
      let leg = try #require(legs.first)
      #expect(legs.count == 1 && leg.uuid == workout.uuid && leg.duration == 1_500)
      #expect(leg.startDate == workout.startDate && leg.endDate == workout.endDate)
      #expect(leg.workoutEvents.count == 3 && leg.statistics(for: Self.energy) == nil)
      let configuration = leg.workoutConfiguration
      #expect(configuration.activityType == .swimming && configuration.locationType == .indoor)
      #expect(configuration.swimmingLocationType == .pool)
      #expect(configuration.lapLength?.doubleValue(for: .meter()) == 25)
      let data = try NSKeyedArchiver.archivedData(withRootObject: leg, requiringSecureCoding: true)
      let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKWorkoutActivity.self, from: data)
      #expect(back == leg && back?.metadata?.count == 3)

      let window = HKQuery.predicateForWorkoutActivities(
        start: plain.startDate, end: nil, options: .strictStartDate)
      let three = HKQuantity(unit: .count(), doubleValue: 3)
      let two = HKQuantity(unit: .count(), doubleValue: 2)
      let expected: [(NSPredicate, [HKWorkout])] = [
        (HKQuery.predicateForWorkoutActivities(workoutActivityType: .swimming), [workout]),
        (
          HKQuery.predicateForWorkoutActivities(operatorType: .greaterThan, duration: 1_500),
          [plain]
        ),
        (window, [plain]),
        (HKQuery.predicateForWorkouts(with: .equalTo, totalFlightsClimbed: three), [workout]),
        (HKQuery.predicateForWorkouts(with: .lessThan, totalFlightsClimbed: two), []),
        (NSPredicate(format: "totalFlightsClimbed > %@", two), [workout]),
      ]
      for (predicate, workouts) in expected {
        let whole = HKQuery.predicateForWorkouts(activityPredicate: predicate)
        #expect(try await store.samples(.workoutType(), whole) == workouts)
      }
    }
  }

  private static func leg(
    _ activity: HKWorkoutActivityType, _ start: TimeInterval, _ end: TimeInterval?,
    _ metadata: [String: Any]? = nil
  ) -> HKWorkoutActivity {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = activity
    configuration.locationType = .outdoor
    return HKWorkoutActivity(
      workoutConfiguration: configuration, start: StoreUnderTest.start + start,
      end: end.map { StoreUnderTest.start + $0 }, metadata: metadata)
  }

  private static func triathlon(
    _ builder: HKWorkoutBuilder, _ legs: [HKWorkoutActivity]
  ) async throws {
    let start = StoreUnderTest.start
    try await builder.beginCollection(at: start)
    try await builder.addSamples([
      Samples.quantity(.activeEnergyBurned, 100, .kilocalorie(), at: start + 60),
      Samples.quantity(.activeEnergyBurned, 200, .kilocalorie(), at: start + 1_000),
      Samples.quantity(.activeEnergyBurned, 400, .kilocalorie(), at: start + 2_500),
      Samples.quantity(.heartRate, 150, Self.beat, at: start + 2_600),
    ])
    try await builder.addWorkoutEvents([
      HKWorkoutEvent(type: .pause, date: start + 1_100),
      HKWorkoutEvent(type: .resume, date: start + 1_200),
    ])
    for leg in legs { try await builder.addWorkoutActivity(leg) }
  }

  @Test(arguments: StoreKind.allCases)
  func `a workout has the legs that were added to it`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      let configuration = HKWorkoutConfiguration()
      configuration.activityType = .swimBikeRun
      let builder = HKWorkoutBuilder(
        healthStore: store, configuration: configuration, device: nil)
      let swim = Self.leg(.swimming, 0, 600, ["wave": 2])
      let run = Self.leg(.running, 2_400, nil)
      let ride = Self.leg(.cycling, 660, nil)
      try await Self.triathlon(builder, [swim, run, ride])
      #expect(builder.workoutActivities == [swim, ride, run])
      #expect(
        builder.workoutActivities.map {
          $0.statistics(for: Self.energy)?.sumQuantity()?.doubleValue(for: .kilocalorie())
        } == [100, 200, 400])
      #expect(builder.workoutActivities.map(\.endDate) == [swim.endDate, nil, nil])
      try await builder.updateActivity(uuid: ride.uuid, end: StoreUnderTest.start + 2_300)
      try await builder.updateActivity(uuid: ride.uuid, adding: ["bike": "red"])
      try await builder.endCollection(at: StoreUnderTest.start + 3_600)
      let workout = try #require(try await builder.finishWorkout())
      let found = try #require(try await store.samples(.workoutType()).first as? HKWorkout)
      #expect(found == workout && workout.workoutActivities == [swim, ride, run])
      let legs = found.workoutActivities
      #expect(legs.map(\.uuid) == [swim, ride, run].map(\.uuid))
      #expect(legs.map(\.duration) == [600, 1_540, 1_200])
      #expect(legs.map { $0.endDate?.timeIntervalSince(found.startDate) } == [600, 2_300, 3_600])
      #expect(legs.map(\.workoutEvents.count) == [0, 2, 0])
      #expect(
        legs.map(\.workoutConfiguration.activityType) == [.swimming, .cycling, .running])
      #expect(legs.allSatisfy { $0.workoutConfiguration.locationType == .outdoor })
      #expect(
        legs[0].metadata?["wave"] as? Int == 2 && legs[1].metadata?["bike"] as? String == "red")
      #expect(
        legs.map {
          $0.statistics(for: Self.energy)?.sumQuantity()?.doubleValue(for: .kilocalorie())
        } == [100, 200, 400])
      #expect(legs.map { Set($0.allStatistics.keys) } == [[Self.energy], [Self.energy], Self.both])
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: legs[1], requiringSecureCoding: true)
      let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKWorkoutActivity.self, from: data)
      #expect(back == ride && back?.duration == 1_540)

      let plain = HKWorkout(activityType: .cycling, start: found.endDate, end: found.endDate + 60)
      try await store.save(plain)
      let expected: [(NSPredicate, [HKWorkout])] = [
        (HKQuery.predicateForWorkoutActivities(workoutActivityType: .cycling), [found, plain]),
        (HKQuery.predicateForWorkoutActivities(workoutActivityType: .swimBikeRun), []),
        (HKQuery.predicateForWorkoutActivities(operatorType: .lessThan, duration: 100), [plain]),
        (
          NSCompoundPredicate(andPredicateWithSubpredicates: [
            HKQuery.predicateForWorkoutActivities(workoutActivityType: .running),
            HKQuery.predicateForWorkoutActivities(operatorType: .equalTo, duration: 1_200),
          ]), [found]
        ),
        // Of one leg, not of two.
        (
          NSCompoundPredicate(andPredicateWithSubpredicates: [
            HKQuery.predicateForWorkoutActivities(workoutActivityType: .running),
            HKQuery.predicateForWorkoutActivities(operatorType: .equalTo, duration: 600),
          ]), []
        ),
      ]
      for (predicate, workouts) in expected {
        let whole = HKQuery.predicateForWorkouts(activityPredicate: predicate)
        #expect(try await store.samples(.workoutType(), whole) == workouts, "\(predicate)")
      }
    }
  }

  private static let both: Set<HKQuantityType> = [energy, heart]

  @Test func `a leg that has no place in a workout is refused`() async throws {
    let store = HKHealthStore(.inMemory)
    let builder = HKWorkoutBuilder(
      healthStore: store, configuration: HKWorkoutConfiguration(), device: nil)
    let first = Self.leg(.swimming, 100, 200)
    await #expect(throws: HKError.self) { try await builder.addWorkoutActivity(first) }
    try await Self.triathlon(builder, [first])
    for leg in [
      first, Self.leg(.running, -1, 50), Self.leg(.running, 150, 300), Self.leg(.running, 50, 101),
    ] {
      await #expect(throws: HKError.self) { try await builder.addWorkoutActivity(leg) }
    }
    let second = Self.leg(.running, 200, 300)
    func done(
      _ body: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
    ) async -> Bool {
      await withCheckedContinuation { continuation in
        body { isDone, error in continuation.resume(returning: isDone && error == nil) }
      }
    }
    let start = StoreUnderTest.start
    #expect(await done { builder.addWorkoutActivity(second, completion: $0) })
    #expect(
      await !done { builder.updateActivity(uuid: first.uuid, end: start + 201, completion: $0) })
    #expect(
      await done { builder.updateActivity(uuid: first.uuid, end: start + 150, completion: $0) })
    #expect(await !done { builder.updateActivity(uuid: UUID(), end: start + 150, completion: $0) })
    #expect(
      await done { builder.updateActivity(uuid: second.uuid, adding: ["a": 1], completion: $0) })
    #expect(builder.workoutActivities.map(\.duration) == [50, 100])
    #expect(builder.workoutActivities[1].metadata?["a"] as? Int == 1)
    builder.discardWorkout()
    #expect(builder.workoutActivities.isEmpty)
  }
}
