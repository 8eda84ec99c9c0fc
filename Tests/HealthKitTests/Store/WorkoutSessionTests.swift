internal import Foundation
internal import HealthKit
internal import Synchronization
internal import Testing

/// Workout sessions and what makes workouts of them.
@Suite(.timeLimit(.minutes(5))) struct WorkoutSessionTests {
  private static let energy = HKQuantityType(.activeEnergyBurned)
  private static let distance = HKQuantityType(.distanceWalkingRunning)
  private static let heart = HKQuantityType(.heartRate)
  private static let beat = HKUnit(from: "count/min")
  private static let types: Set<HKSampleType> = [energy, distance, heart, .workoutType()]

  /// Hears everything, and lets a test wait for it.
  private final class Listener: NSObject, HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate {
    let words: AsyncStream<String>
    private let word: AsyncStream<String>.Continuation

    override init() {
      (words, word) = AsyncStream.makeStream()
      super.init()
    }

    func workoutSession(
      _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
      from fromState: HKWorkoutSessionState, date: Date
    ) { word.yield("\(fromState) to \(toState)") }

    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
      word.yield("failed \((error as NSError).code)")
    }

    func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {
      word.yield("event \(event.type)")
    }

    func workoutSession(
      _ workoutSession: HKWorkoutSession,
      didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
    ) { word.yield("began \(workoutConfiguration.activityType)") }

    func workoutSession(
      _ workoutSession: HKWorkoutSession,
      didEndActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
    ) { word.yield("ended \(workoutConfiguration.activityType)") }

    func workoutBuilder(
      _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>
    ) {
      for type in collectedTypes { word.yield("collected \(type.identifier)") }
    }

    func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {
      word.yield("builder's event")
    }
  }

  private static func configuration() -> HKWorkoutConfiguration {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    configuration.locationType = .outdoor
    return configuration
  }

  @Test(arguments: StoreKind.allCases)
  func `a session becomes a workout of what the store receives meanwhile`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      let session = try HKWorkoutSession(
        healthStore: store, configuration: Self.configuration())
      let builder = session.associatedWorkoutBuilder()
      #expect(builder === session.associatedWorkoutBuilder())
      #expect(builder.workoutSession === session && builder.shouldCollectWorkoutEvents)
      let listener = Listener()
      session.delegate = listener
      builder.delegate = listener
      builder.dataSource = HKLiveWorkoutDataSource(
        healthStore: store, workoutConfiguration: Self.configuration())
      #expect(builder.dataSource?.typesToCollect.isSuperset(of: [Self.energy, Self.heart]) == true)
      builder.dataSource?.disableCollection(for: HKQuantityType(.stepCount))
      #expect(session.state == .notStarted && session.startDate == nil && session.type == .primary)

      session.prepare()
      var words = listener.words.makeAsyncIterator()
      #expect(await words.next() == "notStarted to prepared")
      let start = Date()
      session.startActivity(with: nil)
      #expect(await words.next() == "prepared to running")
      try await builder.beginCollection(at: start)
      #expect(session.state == .running && session.startDate != nil)
      try await store.save([
        Samples.quantity(.activeEnergyBurned, 40, .kilocalorie(), at: start, lasting: 0)
      ])
      #expect(await words.next() == "collected \(Self.energy.identifier)")
      #expect(
        builder.statistics(for: Self.energy)?.sumQuantity()?.doubleValue(for: .kilocalorie()) == 40)

      session.pause()
      var heard: Set<String> = []
      for _ in 0..<3 { heard.insert(await words.next() ?? "") }
      #expect(heard == ["running to paused", "event pause", "builder's event"])
      // A pause is no part of it; what comes right before the end is.
      try await store.save([
        Samples.quantity(.activeEnergyBurned, 999, .kilocalorie(), at: Date(), lasting: 0)
      ])
      #expect(await words.next() == "collected \(Self.energy.identifier)")
      session.resume()
      heard = []
      for _ in 0..<3 { heard.insert(await words.next() ?? "") }
      #expect(heard == ["paused to running", "event resume", "builder's event"])
      try await store.save([
        Samples.quantity(.heartRate, 120, Self.beat, at: Date(), lasting: 0)
      ])
      #expect(await words.next() == "collected \(Self.heart.identifier)")

      try await store.save([
        Samples.quantity(.heartRate, 180, Self.beat, at: Date(), lasting: 0)
      ])
      session.stopActivity(with: nil)
      try await builder.endCollection(at: Date())
      let workout = try #require(try await builder.finishWorkout())
      session.end()
      while let word = await words.next(), word != "stopped to ended" {}
      #expect(session.state == .ended && session.endDate != nil)

      let found = try #require(try await store.samples(.workoutType()).first as? HKWorkout)
      #expect(found == workout)
      #expect(found.workoutActivityType == .running)
      #expect(found.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == false)
      #expect(found.workoutEvents?.map(\.type) == [.pause, .resume])
      #expect(found.totalEnergyBurned?.doubleValue(for: .kilocalorie()) == 40)
      #expect(found.duration < found.endDate.timeIntervalSince(found.startDate))
      #expect(
        found.statistics(for: Self.heart)?.averageQuantity()?.doubleValue(for: Self.beat) == 150)
      #expect(try await store.recoverActiveWorkoutSession() == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a session has legs, one after the other`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      let whole = HKWorkoutConfiguration()
      whole.activityType = .swimBikeRun
      let session = try HKWorkoutSession(healthStore: store, configuration: whole)
      let builder = session.associatedWorkoutBuilder()
      let listener = Listener()
      session.delegate = listener
      var words = listener.words.makeAsyncIterator()
      let leg = Self.configuration()
      // There is no leg before the workout.
      session.beginNewActivity(configuration: leg, date: Date(), metadata: nil)
      #expect(await words.next() == "failed \(HKError.errorInvalidArgument.rawValue)")
      let start = Date() - 60
      session.startActivity(with: start)
      #expect(await words.next() == "notStarted to running")
      try await builder.beginCollection(at: start)
      #expect(session.currentActivity.workoutConfiguration.activityType == .swimBikeRun)
      session.endCurrentActivity(on: start)
      leg.activityType = .cycling
      session.beginNewActivity(
        configuration: leg, date: start + 1, metadata: [HKMetadataKeyWorkoutBrandName: "club"])
      #expect(await words.next() == "began cycling")
      #expect(session.currentActivity.workoutConfiguration.activityType == .cycling)
      leg.activityType = .running
      session.beginNewActivity(configuration: leg, date: start + 5, metadata: nil)
      #expect(await words.next() == "ended cycling")
      #expect(await words.next() == "began running")
      // An app that was started anew finds them.
      let again = try #require(try await store.recoverActiveWorkoutSession())
      #expect(again.currentActivity.workoutConfiguration.activityType == .running)
      let found = again.associatedWorkoutBuilder()
      try await found.beginCollection(at: start + 3)
      #expect(found.workoutActivities.map(\.startDate) == [start + 3, start + 5])
      #expect(found.workoutActivities.map(\.endDate) == [start + 5, nil])
      session.endCurrentActivity(on: start + 8)
      #expect(await words.next() == "ended running")
      #expect(session.currentActivity.workoutConfiguration.activityType == .swimBikeRun)
      try await builder.endCollection(at: start + 10)
      let workout = try #require(try await builder.finishWorkout())
      session.end()
      let legs = workout.workoutActivities
      #expect(legs.map(\.workoutConfiguration.activityType) == [.cycling, .running])
      #expect(legs.map(\.startDate) == [start + 1, start + 5])
      #expect(legs.map(\.endDate) == [start + 5, start + 8])
      #expect(legs.first?.metadata?[HKMetadataKeyWorkoutBrandName] as? String == "club")
    }
  }

  @Test func `what an app may read and not share counts, and belongs to no workout`() async throws {
    let store = HKHealthStore(.inMemory)
    try await store.requestAuthorization(toShare: [.workoutType()], read: [Self.energy])
    let watch = HKHealthStore(
      sharing: store, as: HKSource(bundleIdentifier: "com.example.watch", name: "Watch"))
    try await watch.requestAuthorization(toShare: [Self.energy], read: [])
    let session = try HKWorkoutSession(healthStore: store, configuration: Self.configuration())
    let builder = session.associatedWorkoutBuilder()
    let listener = Listener()
    builder.delegate = listener
    let source = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: nil)
    #expect(source.typesToCollect.isEmpty)
    builder.dataSource = source
    session.startActivity(with: nil)
    let start = Date()
    try await builder.beginCollection(at: start)
    source.enableCollection(for: Self.energy, predicate: nil)
    try await watch.save(Samples.quantity(.activeEnergyBurned, 40, .kilocalorie(), at: start))
    var words = listener.words.makeAsyncIterator()
    #expect(await words.next() == "collected \(Self.energy.identifier)")
    session.end()
    try await builder.endCollection(at: start + 60)
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.totalEnergyBurned?.doubleValue(for: .kilocalorie()) == 40)
    #expect(
      try await store.samples(Self.energy, HKQuery.predicateForObjects(from: workout)).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `a session is found again, and another one takes its place`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      let first = HKWorkoutSession(activityType: .yoga, locationType: .indoor)
      let listener = Listener()
      first.delegate = listener
      var words = listener.words.makeAsyncIterator()
      store.start(first)
      #expect(await words.next() == "notStarted to running")
      store.pause(first)
      #expect(await words.next() == "running to paused")
      #expect(await words.next() == "event pause")

      let again = try #require(try await store.recoverActiveWorkoutSession())
      #expect(again.state == .paused && again.startDate == first.startDate)
      #expect(again.activityType == .yoga && again.locationType == .indoor)
      // What is done with one is heard by the other.
      store.resumeWorkoutSession(again)
      #expect(await words.next() == "paused to running")
      #expect(await words.next() == "event resume")

      let second = try HKWorkoutSession(
        healthStore: store, configuration: Self.configuration())
      second.startActivity(with: nil)
      #expect(await words.next() == "failed 8")
      #expect(await words.next() == "running to ended")
      store.end(second)
    }
  }

  @Test func `what cannot happen is told`() async throws {
    let store = HKHealthStore(.inMemory)
    let swimming = HKWorkoutConfiguration()
    swimming.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
    #expect(throws: HKError.self) {
      try HKWorkoutSession(healthStore: store, configuration: swimming)
    }
    let session = try HKWorkoutSession(healthStore: store, configuration: Self.configuration())
    let listener = Listener()
    session.delegate = listener
    session.startActivity(with: Date() + 3_600)
    session.pause()
    var words = listener.words.makeAsyncIterator()
    let code = HKError.errorInvalidArgument.rawValue
    #expect(await words.next() == "failed \(code)")
    // A session that never began cannot begin as paused.
    #expect(await words.next() == "failed \(code)")
    #expect(session.state == .notStarted)
  }

  @Test(arguments: StoreKind.allCases)
  func `a builder makes a workout of what it is given`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      let builder = HKWorkoutBuilder(
        healthStore: store, configuration: Self.configuration(), device: nil)
      let start = StoreUnderTest.start
      await #expect(throws: HKError.self) { try await builder.addSamples([]) }
      try await builder.beginCollection(at: start)
      await #expect(throws: HKError.self) { try await builder.beginCollection(at: start) }
      let samples = [
        Samples.quantity(.distanceWalkingRunning, 1.5, .meterUnit(with: .kilo), at: start),
        Samples.quantity(.distanceWalkingRunning, 2, .meterUnit(with: .kilo), at: start + 600),
        Samples.quantity(.activeEnergyBurned, 300, .kilocalorie(), at: start),
      ]
      try await builder.addSamples(samples)
      try await builder.addSamples([samples[0]])
      try await builder.addWorkoutEvents([
        HKWorkoutEvent(
          type: .resume, dateInterval: DateInterval(start: start + 900, duration: 0), metadata: nil),
        HKWorkoutEvent(
          type: .pause, dateInterval: DateInterval(start: start + 600, duration: 0), metadata: nil),
      ])
      try await builder.addMetadata([HKMetadataKeyWorkoutBrandName: "club"])
      #expect(builder.elapsedTime(at: start + 1_000) == 700)
      #expect(builder.workoutEvents.map(\.type) == [.pause, .resume])
      #expect(
        builder.statistics(for: Self.distance)?.sumQuantity()?.doubleValue(for: .meter()) == 3_500)
      #expect(Set(builder.allStatistics.keys) == [Self.distance, Self.energy])
      await #expect(throws: HKError.self) { try await builder.finishWorkout() }
      try await builder.endCollection(at: start + 1_800)
      // Whoever asks twice at once is answered once.
      async let once = try? builder.finishWorkout()
      async let twice = try? builder.finishWorkout()
      let finished = await [once, twice].compactMap(\.self)
      #expect(finished.count == 1)
      #expect(try await store.samples(.workoutType()).count == 1)
      let workout = try #require(finished.first)
      #expect(workout.duration == 1_500)
      #expect(workout.totalDistance?.doubleValue(for: .meter()) == 3_500)
      #expect(workout.totalEnergyBurned?.doubleValue(for: .kilocalorie()) == 300)
      #expect(workout.metadata?[HKMetadataKeyWorkoutBrandName] as? String == "club")
      let predicate = HKQuery.predicateForObjects(from: workout)
      #expect(try await store.samples(Self.distance, predicate).count == 2)
      #expect(try await store.samples(Self.energy, predicate).count == 1)
      await #expect(throws: HKError.self) { try await builder.finishWorkout() }
    }
  }

  @Test func `a builder that is discarded saves nothing, in the forms with handlers`() async throws
  {
    let store = HKHealthStore(.inMemory)
    try await store.requestAuthorization(toShare: Self.types, read: Self.types)
    let builder = HKWorkoutBuilder(
      healthStore: store, configuration: Self.configuration(), device: nil)
    let start = StoreUnderTest.start
    func done(
      _ body: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
    ) async -> Bool {
      await withCheckedContinuation { continuation in
        body { isDone, error in continuation.resume(returning: isDone && error == nil) }
      }
    }
    #expect(await done { builder.beginCollection(withStart: start, completion: $0) })
    #expect(
      await done {
        builder.add(
          [Samples.quantity(.activeEnergyBurned, 1, .kilocalorie(), at: start)], completion: $0)
      })
    #expect(
      await done {
        builder.addWorkoutEvents([HKWorkoutEvent(type: .lap, date: start)], completion: $0)
      })
    #expect(
      await done { builder.addMetadata([HKMetadataKeyCoachedWorkout: true], completion: $0) })
    #expect(await done { builder.endCollection(withEnd: start + 60, completion: $0) })
    #expect(await !done { builder.endCollection(withEnd: start + 60, completion: $0) })
    builder.discardWorkout()
    let finished = await withCheckedContinuation { continuation in
      builder.finishWorkout { workout, error in
        continuation.resume(returning: workout != nil || error == nil)
      }
    }
    #expect(!finished)
    #expect(try await store.samples(.workoutType()).isEmpty)
  }
}
