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
