internal import Foundation
internal import HealthKit
internal import Testing

/// What takes the place of what: by sync identifier, and by `replace`.
@Suite(.timeLimit(.minutes(5))) struct VersionTests {
  private static let temperature = HKQuantityType(.bodyTemperature)
  private static let types: Set<HKSampleType> = [temperature]

  private static func sample(
    _ value: Double, _ unit: HKUnit = .degreeCelsius(), _ version: Int? = nil
  ) -> HKQuantitySample {
    Samples.quantity(
      .bodyTemperature, value, unit,
      metadata: version.map {
        [HKMetadataKeySyncIdentifier: "morning", HKMetadataKeySyncVersion: $0]
      })
  }

  @Test(arguments: StoreKind.allCases)
  func `of each thing the highest version stays`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      let (first, second) = (
        Self.sample(37, .degreeCelsius(), 1), Self.sample(38, .degreeCelsius(), 2)
      )
      try await store.save(first)
      let anchor = try await HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: Self.temperature)], anchor: nil
      ).result(for: store).newAnchor
      try await store.save(second)
      for version in [1, 2] { try await store.save(Self.sample(36, .degreeCelsius(), version)) }
      #expect(try await store.samples(Self.temperature) == [second])
      let changes = try await HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: Self.temperature)], anchor: anchor
      ).result(for: store)
      #expect(changes.addedSamples == [second])
      #expect(changes.deletedObjects.map(\.uuid) == [first.uuid])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `degrees are migrated in one commit`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      let wrong = [36.5, 98, 99].map { Self.sample($0) }
      try await store.save(wrong)
      let right = wrong.dropFirst().map {
        Self.sample($0.quantity.doubleValue(for: .degreeCelsius()), .degreeFahrenheit())
      }
      try await store.replace(Array(wrong.dropFirst()), with: right)
      #expect(Set(try await store.samples(Self.temperature)) == Set([wrong[0]] + right))
      // What is gone cannot be replaced again, and nothing is saved for it.
      let again = await withCheckedContinuation { continuation in
        store.replace([wrong[1]], with: [Self.sample(1)]) { isDone, error in
          continuation.resume(returning: (isDone, (error as? HKError)?.code))
        }
      }
      #expect(!again.0 && again.1 == .errorInvalidArgument)
      #expect(try await store.samples(Self.temperature).count == 3)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `what held an earlier version holds the later one`(kind: StoreKind) async throws {
    let food = HKQuantityType(.dietaryProtein)
    func protein(_ grams: Double, _ version: Int) -> HKQuantitySample {
      Samples.quantity(
        .dietaryProtein, grams, .gram(),
        metadata: [HKMetadataKeySyncIdentifier: "p", HKMetadataKeySyncVersion: version])
    }
    let types: Set<HKSampleType> = [food, HKWorkoutType.workoutType()]
    try await StoreUnderTest.run(kind, share: types, read: types) { store in
      let (first, second) = (protein(1, 1), protein(2, 2))
      let meal = HKCorrelation(
        type: HKCorrelationType(.food), start: first.startDate, end: first.endDate,
        objects: [first])
      let workout = HKWorkout(
        activityType: .running, start: first.startDate,
        end: first.startDate.addingTimeInterval(60))
      try await store.save([workout, meal])
      try await store.addSamples([first], to: workout)
      try await store.save(second)
      let meals = try await store.samples(HKCorrelationType(.food))
      #expect(meals.map { ($0 as? HKCorrelation)?.objects } == [[second]])
      let held = try await HKSampleQueryDescriptor(
        predicates: [
          .quantitySample(type: food, predicate: HKQuery.predicateForObjects(from: workout))
        ], sortDescriptors: []
      ).result(for: store)
      #expect(held == [second])
    }
  }

  @Test func `a version without a name stops, and a name without a version`() async {
    await #expect(processExitsWith: .failure) {
      _ = HKCategorySample(
        type: HKCategoryType(.sleepAnalysis), value: 0, start: Date(), end: Date(),
        metadata: [HKMetadataKeySyncVersion: 1])
    }
    await #expect(processExitsWith: .failure) {
      _ = HKCategorySample(
        type: HKCategoryType(.sleepAnalysis), value: 0, start: Date(), end: Date(),
        metadata: [HKMetadataKeySyncIdentifier: "a"])
    }
  }
}
