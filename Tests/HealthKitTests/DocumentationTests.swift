internal import Foundation
internal import HealthKit
internal import TestSupport
internal import Testing

/// Every example of the module's documentation, as it stands there.
@Suite(.timeLimit(.minutes(5))) struct DocumentationTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The examples of all pages, each as its lines.
  private static func examples() throws -> [(page: String, lines: [String])] {
    let folder = package.appendingPathComponent("Sources/Edges/HealthKit/HealthKit.docc")
    var examples: [(page: String, lines: [String])] = []
    for page in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let text = try String(contentsOf: folder.appendingPathComponent(page), encoding: .utf8)
      for (index, part) in text.components(separatedBy: "```").enumerated() where index % 2 == 1 {
        let lines = part.components(separatedBy: "\n")
        #expect(lines[0] == "swift", "\(page): an example says that it is Swift")
        examples.append((page, lines.dropFirst().dropLast()))
      }
    }
    return examples
  }

  /// Where lines are broken matters to the eye alone.
  private static func unbroken(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  @Test func `each example is one of these tests`() throws {
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let tests = Self.unbroken(source)
    let examples = try Self.examples()
    #expect(examples.count == 8)
    for example in examples where !example.lines[0].hasPrefix(".package(") {
      let text = example.lines.joined(separator: "\n")
      #expect(tests.contains(Self.unbroken(text)), "\(example.page): no test has \(text)")
    }
  }

  @Test func `the manifest of the guide is one`() throws {
    let example = try #require(
      try Self.examples().first { $0.lines[0].hasPrefix(".package(") })
    let parts = example.lines.split(separator: "// ...").map { $0.joined(separator: "\n") }
    try #require(parts.count == 2)
    let folder = try TemporaryFolder()
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(name: "Tracker", dependencies: [\(parts[0])], targets: [\(parts[1])])
      """
    try Data(manifest.utf8).write(to: URL(fileURLWithPath: folder.file("Package.swift")))
    let ending = try RunningProgram.run(
      "/usr/bin/env",
      [
        "swift", "package", "--package-path", folder.path, "--scratch-path", folder.file("build"),
        "dump-package",
      ], environment: ProcessInfo.processInfo.environment)
    #expect(ending.exitCode == 0, "\(ending.errors)")
    #expect(ending.output.contains("\"HealthKit\"") && ending.output.contains("\"linux\""))
  }

  @Test func `a store in memory`() async throws {
    let store = HKHealthStore(.inMemory)
    let steps = HKQuantityType(.stepCount)
    try await store.requestAuthorization(toShare: [steps], read: [steps])
    try await store.save(
      HKQuantitySample(
        type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 118), start: .now - 60,
        end: .now))
    let found = try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: steps)], sortDescriptors: []
    ).result(for: store)
    #expect(found.map { $0.quantity.doubleValue(for: .count()) } == [118])
  }

  @Test func `a workout from its beginning to its end`() async throws {
    let store = HKHealthStore(.inMemory)
    let heart = HKQuantityType(.heartRate)
    let types: Set<HKSampleType> = [heart, .workoutType()]
    try await store.requestAuthorization(toShare: types, read: types)
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    func move() async throws {}

    let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
    let builder = session.associatedWorkoutBuilder()
    builder.dataSource = HKLiveWorkoutDataSource(
      healthStore: store, workoutConfiguration: configuration)
    session.startActivity(with: nil)
    try await builder.beginCollection(at: Date())
    try await move()
    session.stopActivity(with: nil)
    try await builder.endCollection(at: Date())
    let workout = try await builder.finishWorkout()
    session.end()

    #expect(workout?.workoutActivityType == .running)
    #expect(try await store.samples(.workoutType()) == [try #require(workout)])
  }

  @Test func `only one's own data, once`() async throws {
    let store = HKHealthStore(.inMemory)
    let mass = HKQuantityType(.bodyMass)
    let date = StoreUnderTest.start
    try await store.requestAuthorization(toShare: [mass], read: [mass])
    let other = HKHealthStore(
      sharing: store, as: HKSource(bundleIdentifier: "com.example.scale", name: "Scale"))
    try await other.requestAuthorization(toShare: [mass], read: [mass])
    try await other.save(Samples.quantity(.bodyMass, 70, .gramUnit(with: .kilo)))

    func weight(_ kilograms: Double, record: String, version: Int) -> HKQuantitySample {
      HKQuantitySample(
        type: mass, quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: kilograms),
        start: date, end: date,
        metadata: [HKMetadataKeySyncIdentifier: record, HKMetadataKeySyncVersion: version])
    }
    try await store.save(weight(71.4, record: "scale 17", version: 1))
    // The same again: the first one stays.
    try await store.save(weight(71.4, record: "scale 17", version: 1))
    // A correction: it takes the place of the first one, in one commit.
    try await store.save(weight(70.9, record: "scale 17", version: 2))

    let own = HKQuery.predicateForObjects(from: HKSource.default())
    let mine = try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: mass, predicate: own)], sortDescriptors: []
    ).result(for: store)
    #expect(mine.map { $0.quantity.doubleValue(for: .gramUnit(with: .kilo)) } == [70.9])
    #expect(try await store.samples(mass).count == 2)
  }

  @Test func `what was saved wrongly is replaced`() async throws {
    let store = HKHealthStore(.inMemory)
    let temperature = HKQuantityType(.bodyTemperature)
    try await store.requestAuthorization(toShare: [temperature], read: [temperature])
    try await store.save([
      Samples.quantity(.bodyTemperature, 98, .degreeCelsius(), metadata: ["note": "ear"]),
      Samples.quantity(.bodyTemperature, 37, .degreeCelsius()),
    ])
    let tooHot = HKQuery.predicateForQuantitySamples(
      with: .greaterThan, quantity: HKQuantity(unit: .degreeCelsius(), doubleValue: 50))

    let wrong = try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: temperature, predicate: tooHot)], sortDescriptors: []
    ).result(for: store)
    let right = wrong.map { sample in
      HKQuantitySample(
        type: temperature,
        quantity: HKQuantity(
          unit: .degreeFahrenheit(), doubleValue: sample.quantity.doubleValue(for: .degreeCelsius())
        ),
        start: sample.startDate, end: sample.endDate, metadata: sample.metadata)
    }
    try await store.replace(wrong, with: right)

    let found = try await store.samples(temperature).compactMap { $0 as? HKQuantitySample }
    #expect(found.count == 2 && found.contains { $0.metadata?["note"] as? String == "ear" })
    #expect(found.allSatisfy { $0.quantity.doubleValue(for: .degreeCelsius()) < 38 })
  }

  @Test func `one device saves, and the other one shows`() async throws {
    let store = HKHealthStore(.inMemory)
    let heart = HKQuantityType(.heartRate)
    let (start, end) = (StoreUnderTest.start, StoreUnderTest.start + 600)
    try await store.requestAuthorization(
      toShare: [heart, .workoutType()], read: [heart, .workoutType()])
    let (shown, shows) = AsyncStream<Bool>.makeStream()
    @Sendable func show(_ error: (any Error)?) { shows.yield(error == nil) }

    let query = HKObserverQuery(sampleType: heart, predicate: nil) { _, completion, error in
      show(error)
      completion()
    }
    store.execute(query)

    var told = shown.makeAsyncIterator()
    #expect(await told.next() == true)
    try await store.save(Samples.quantity(.heartRate, 60, HKUnit(from: "count/min")))
    #expect(await told.next() == true)
    store.stop(query)

    let recording = "0d5b"
    for _ in 0..<2 {
      let named = HKQuery.predicateForObjects(
        withMetadataKey: HKMetadataKeyExternalUUID, allowedValues: [recording])
      let there = try await HKSampleQueryDescriptor(
        predicates: [.workout(named)], sortDescriptors: [], limit: 1
      ).result(for: store)
      if there.isEmpty {
        try await store.save(
          HKWorkout(
            activityType: .running, start: start, end: end, workoutEvents: nil,
            totalEnergyBurned: nil,
            totalDistance: nil, metadata: [HKMetadataKeyExternalUUID: recording]))
      }
    }
    #expect(try await store.samples(.workoutType()).count == 1)
  }
}
