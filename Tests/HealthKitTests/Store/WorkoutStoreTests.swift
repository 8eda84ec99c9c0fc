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
}
