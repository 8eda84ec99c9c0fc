internal import CoreLocation
internal import Foundation
internal import HealthKit
internal import Synchronization
internal import Testing

/// Samples that hold series of measurements, and those that hold answers.
@Suite(.timeLimit(.minutes(5))) struct SeriesTests {
  private static let route = HKSeriesType.workoutRoute()
  private static let start = StoreUnderTest.start

  private static func place(_ second: Double, speed: Double = 2.5) -> CLLocation {
    CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: 48 + second / 1e5, longitude: 11.5),
      altitude: 520.25, horizontalAccuracy: 4, verticalAccuracy: 3, course: 12, courseAccuracy: -1,
      speed: speed, speedAccuracy: -1, timestamp: start + second)
  }

  private static func workout() -> HKWorkout {
    HKWorkout(activityType: .running, start: start, end: start + 3_600)
  }

  private static func places(
    of route: HKWorkoutRoute, in store: HKHealthStore
  ) async throws
    -> [CLLocation]
  {
    var places: [CLLocation] = []
    for try await place in HKWorkoutRouteQueryDescriptor(route).results(for: store) {
      places.append(place)
    }
    return places
  }

  @Test(arguments: StoreKind.allCases)
  func `a route is built of places in any order and read again`(kind: StoreKind) async throws {
    let types: Set<HKSampleType> = [Self.route, .workoutType()]
    try await StoreUnderTest.run(kind, share: types, read: types) { store in
      let workout = Self.workout()
      try await store.save(workout)
      let builder = HKWorkoutRouteBuilder(healthStore: store, device: .local())
      await #expect(throws: HKError.self) {
        try await builder.finishRoute(with: workout, metadata: nil)
      }
      let places = (0..<2_500).map { Self.place(Double($0)) }
      try await builder.insertRouteData(Array(places[1_000...]))
      try await builder.insertRouteData(Array(places[..<1_000]))
      try await builder.addMetadata([HKMetadataKeySyncIdentifier: "r", HKMetadataKeySyncVersion: 1])
      await #expect(throws: HKError.self) {
        try await builder.insertRouteData([CLLocation(latitude: 91, longitude: 0)])
      }
      // Whoever asks twice at once is answered once.
      async let once = try? builder.finishRoute(with: workout, metadata: ["note": "park"])
      async let twice = try? builder.finishRoute(with: workout, metadata: ["note": "park"])
      let routes = await [once, twice].compactMap(\.self)
      #expect(routes.count == 1)
      let route = try #require(routes.first)
      #expect(route.count == 2_500 && route.metadata?["note"] as? String == "park")
      #expect(route.startDate == Self.start && route.endDate == Self.start + 2_499)

      let found = try await HKSampleQueryDescriptor(
        predicates: [.workoutRoute(HKQuery.predicateForObjects(from: workout))],
        sortDescriptors: []
      ).result(for: store)
      #expect(found == [route] && found.first?.sampleType == Self.route)
      let read = try await Self.places(of: try #require(found.first), in: store)
      #expect(read.map(\.timestamp) == places.map(\.timestamp))
      #expect(read.map(\.coordinate.latitude) == places.map(\.coordinate.latitude))
      let first = try #require(read.first)
      #expect(first.altitude == 520.25 && first.speed == 2.5 && first.course == 12)
      #expect(first.horizontalAccuracy == 4 && first.speedAccuracy == -1)

      // In batches, of an interval.
      let heard = Mutex<[Int]>([])
      await withCheckedContinuation { continuation in
        store.execute(
          HKWorkoutRouteQuery(
            route: route, dateInterval: DateInterval(start: Self.start, duration: 1_499)
          ) { _, places, isDone, _ in
            heard.withLock { $0.append(places?.count ?? -1) }
            if isDone { continuation.resume() }
          })
      }
      #expect(heard.withLock(\.self) == [1_000, 500])
      try await store.delete(route)
      await #expect(throws: HKError.self) { try await Self.places(of: route, in: store) }
    }
  }

  @Test func `a route that is too long for a sample is saved in parts`() async throws {
    let store = HKHealthStore(.inMemory)
    try await store.requestAuthorization(
      toShare: [Self.route, .workoutType()], read: [Self.route, .workoutType()])
    let start = Self.start
    let builder = HKWorkoutBuilder(
      healthStore: store, configuration: HKWorkoutConfiguration(), device: nil)
    #expect(builder.seriesBuilder(for: .heartbeat()) == nil)
    let route = try #require(builder.seriesBuilder(for: Self.route) as? HKWorkoutRouteBuilder)
    #expect(builder.seriesBuilder(for: Self.route) === route)
    try await builder.beginCollection(at: start)
    let places = (0..<60_000).map { Self.place(Double($0) / 100, speed: Double($0 % 7)) }
    try await route.insertRouteData(places)
    try await builder.endCollection(at: start + 700)
    let workout = try #require(try await builder.finishWorkout())
    let parts = try await store.samples(Self.route, HKQuery.predicateForObjects(from: workout))
      .compactMap { $0 as? HKWorkoutRoute }.sorted { $0.startDate < $1.startDate }
    #expect(parts.map(\.count).reduce(0, +) == 60_000 && parts.count == 3)
    var read: [Double] = []
    for part in parts { read += try await Self.places(of: part, in: store).map(\.speed) }
    #expect(read == places.map(\.speed))
    // Finished with its workout.
    await #expect(throws: HKError.self) { try await route.insertRouteData([places[0]]) }
  }

  @Test(arguments: StoreKind.allCases)
  func `a series of heartbeats is built and read again`(kind: StoreKind) async throws {
    let type = HKSeriesType.heartbeat()
    try await StoreUnderTest.run(kind, share: [type], read: [type]) { store in
      let builder = HKHeartbeatSeriesBuilder(healthStore: store, device: nil, start: Self.start)
      let times = [0.0, 0.81, 1.6200001, 4]
      for time in times { try await builder.addHeartbeat(at: time, precededByGap: time == 4) }
      await #expect(throws: HKError.self) {
        try await builder.addHeartbeat(at: 3, precededByGap: false)
      }
      let series = try await builder.finishSeries()
      await #expect(throws: HKError.self) { try await builder.finishSeries() }
      #expect(series.count == 4 && series.endDate >= Self.start + 4)
      let found = try #require(try await store.samples(type).first as? HKHeartbeatSeriesSample)
      var beats: [HKHeartbeatSeriesQueryDescriptor.Heartbeat] = []
      for try await beat in HKHeartbeatSeriesQueryDescriptor(found).results(for: store) {
        beats.append(beat)
      }
      #expect(beats.map(\.timeIntervalSinceStart) == times)
      #expect(beats.map(\.precededByGap) == [false, false, false, true])
    }
  }

  @Test func `an electrocardiogram that the user took is read by apps, and saved by none`()
    async throws
  {
    let store = HKHealthStore(.inMemory)
    let type = HKObjectType.electrocardiogramType()
    try await store.requestAuthorization(toShare: [], read: [type])
    let microvolts = (0..<15_360).map { Double($0 % 100) - 50.5 }
    let rate = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 71)
    try await store.user.takeElectrocardiogram(
      microvolts, at: Self.start, classification: .atrialFibrillation, averageHeartRate: rate,
      symptomsStatus: .present)
    let all = try await HKSampleQueryDescriptor(
      predicates: [.electrocardiogram()], sortDescriptors: []
    ).result(for: store)
    let taken = try #require(all.first)
    #expect(taken.classification == .atrialFibrillation && taken.symptomsStatus == .present)
    #expect(taken.numberOfVoltageMeasurements == 15_360 && taken.averageHeartRate == rate)
    #expect(taken.samplingFrequency?.doubleValue(for: .hertz()) == 512)
    #expect(taken.endDate == Self.start + 30)
    var times: [TimeInterval] = []
    var read: [Double] = []
    for try await one in HKElectrocardiogramQueryDescriptor(taken).results(for: store) {
      times.append(one.timeSinceSampleStart)
      read.append(
        one.quantity(for: .appleWatchSimilarToLeadI)?.doubleValue(for: .voltUnit(with: .micro)) ?? 0
      )
    }
    #expect(read == microvolts && times[512] == 1)
    await #expect(throws: HKError.self) { try await store.save(taken) }
  }

  @Test(arguments: StoreKind.allCases)
  func `what somebody heard, felt and answered comes back`(kind: StoreKind) async throws {
    let types: Set<HKSampleType> = [
      .audiogramSampleType(), .stateOfMindType(), HKScoredAssessmentType(.GAD7),
      HKScoredAssessmentType(.PHQ9),
    ]
    try await StoreUnderTest.run(kind, share: types, read: types) { store in
      func level(_ decibel: Double) -> HKQuantity {
        HKQuantity(unit: .decibelHearingLevel(), doubleValue: decibel)
      }
      let tones = try [1_000.0, 500].map { hertz in
        try HKAudiogramSensitivityPoint(
          frequency: HKQuantity(unit: .hertz(), doubleValue: hertz), leftEarSensitivity: level(15),
          rightEarSensitivity: hertz == 500 ? nil : level(-5))
      }
      let mood = HKStateOfMind(
        date: Self.start, kind: .momentaryEmotion, valence: 0.6, labels: [.calm, .satisfied],
        associations: [.selfCare])
      let anxiety = HKGAD7Assessment(
        date: Self.start,
        answers: [
          .notAtAll, .severalDays, .nearlyEveryDay, .nearlyEveryDay, .notAtAll, .notAtAll,
          .nearlyEveryDay,
        ])
      let low = HKPHQ9Assessment(
        date: Self.start,
        answers: [.preferNotToAnswer, .nearlyEveryDay, .nearlyEveryDay]
          + [HKPHQ9Assessment.Answer](repeating: .moreThanHalfTheDays, count: 6))
      try await store.save([
        HKAudiogramSample(
          sensitivityPoints: tones, start: Self.start, end: Self.start + 60, metadata: nil), mood,
        anxiety, low,
      ])
      let heard = try await HKSampleQueryDescriptor(
        predicates: [.audiogram()], sortDescriptors: []
      ).result(for: store).first?.sensitivityPoints
      #expect(heard?.map { $0.frequency.doubleValue(for: .hertz()) } == [500, 1_000])
      #expect(heard?.map(\.leftEarSensitivity) == [level(15), level(15)])
      #expect(heard?.map(\.rightEarSensitivity) == [nil, level(-5)])
      let felt = try await HKSampleQueryDescriptor(
        predicates: [.stateOfMind()], sortDescriptors: []
      ).result(for: store).first
      #expect(felt == mood && felt?.kind == .momentaryEmotion && felt?.valence == 0.6)
      #expect(felt?.labels == [.calm, .satisfied] && felt?.associations == [.selfCare])
      #expect(felt?.valenceClassification == .pleasant)
      let worried = try await HKSampleQueryDescriptor(
        predicates: [.gad7Assessment()], sortDescriptors: []
      ).result(for: store).first
      #expect(worried?.score == 10 && worried?.risk == .moderate)
      #expect(worried?.answers == anxiety.answers)
      let asked = try await HKSampleQueryDescriptor(
        predicates: [.phq9Assessment()], sortDescriptors: []
      ).result(for: store).first
      let scored: HKScoredAssessment? = asked
      #expect(scored?.score == 18 && asked?.risk == .moderatelySevere)
      #expect(asked?.answers.first == .preferNotToAnswer)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `how an ear was tested comes back`(kind: StoreKind) async throws {
    let types: Set<HKSampleType> = [.audiogramSampleType()]
    try await StoreUnderTest.run(kind, share: types, read: types) { store in
      let unit = HKUnit.decibelHearingLevel()
      func test(
        _ level: Double, _ side: HKAudiogramSensitivityTestSide, masked: Bool = false,
        _ range: HKAudiogramSensitivityPointClampingRange? = nil
      ) throws -> HKAudiogramSensitivityTest {
        try HKAudiogramSensitivityTest(
          sensitivity: HKQuantity(unit: unit, doubleValue: level), type: .air, masked: masked,
          side: side, clampingRange: range)
      }
      let range = try HKAudiogramSensitivityPointClampingRange(lowerBound: -10, upperBound: 90)
      let floor = try HKAudiogramSensitivityPointClampingRange(lowerBound: 0, upperBound: nil)
      let tone = HKQuantity(unit: .hertz(), doubleValue: 1_000)
      let point = try HKAudiogramSensitivityPoint(
        frequency: tone,
        tests: [
          test(15, .left, range), test(25, .left, masked: true), test(-3, .right, floor),
        ])
      #expect(point.leftEarSensitivity?.doubleValue(for: unit) == 15)
      let device = HKDevice(
        name: "Cans", manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil,
        softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
      try await store.save(
        HKAudiogramSample(
          sensitivityPoints: [point], start: Self.start, end: Self.start + 60, device: device,
          metadata: nil))
      let found = try await HKSampleQueryDescriptor(
        predicates: [.audiogram()], sortDescriptors: []
      ).result(for: store).first
      let tests = try #require(found?.sensitivityPoints.first).tests
      #expect(found?.device?.name == "Cans" && found?.sensitivityPoints.count == 1)
      #expect(tests.map { $0.sensitivity.doubleValue(for: unit) } == [15, 25, -3])
      #expect(
        tests.map(\.masked) == [false, true, false] && tests.map(\.type) == [.air, .air, .air])
      #expect(tests.map(\.side) == [.left, .left, .right])
      let lower = tests.map { $0.clampingRange?.lowerBound?.doubleValue(for: unit) }
      #expect(lower == [-10, nil, 0])
      #expect(tests.map { $0.clampingRange?.upperBound?.doubleValue(for: unit) } == [90, nil, nil])
      #expect(throws: HKError.self) {
        try HKAudiogramSensitivityPoint(frequency: tone, tests: [])
      }
      #expect(throws: HKError.self) {
        try HKAudiogramSensitivityPoint(frequency: tone, tests: [test(1, .left), test(2, .left)])
      }
      #expect(throws: HKError.self) {
        try HKAudiogramSensitivityPointClampingRange(lowerBound: 5, upperBound: 5)
      }
      #expect(throws: HKError.self) {
        try HKAudiogramSensitivityPointClampingRange(lowerBound: nil, upperBound: nil)
      }
    }
  }

  @Test func `valences have words, and archives keep what objects carry`() throws {
    typealias Words = HKStateOfMind.ValenceClassification
    #expect(Words(valence: -1) == .veryUnpleasant && Words(valence: 0) == .neutral)
    #expect(Words(valence: 1) == .veryPleasant && Words(valence: 1.5) == nil)
    #expect(Words.allCases.count == 7)
    let mood = HKStateOfMind(
      date: Self.start, kind: .dailyMood, valence: -0.2, labels: [], associations: [])
    let data = try NSKeyedArchiver.archivedData(withRootObject: mood, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKStateOfMind.self, from: data)
    #expect(read?.valence == -0.2 && read == mood)
  }

  @Test func `the forms with handlers do the same, and what is discarded is not saved`()
    async throws
  {
    let store = HKHealthStore(.inMemory)
    let types: Set<HKSampleType> = [Self.route, HKSeriesType.heartbeat(), .workoutType()]
    try await store.requestAuthorization(toShare: types, read: types)
    let workout = Self.workout()
    try await store.save(workout)
    func done(
      _ body: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
    ) async -> Bool {
      await withCheckedContinuation { continuation in
        body { isDone, _ in continuation.resume(returning: isDone) }
      }
    }
    let discarded = HKWorkoutRouteBuilder(healthStore: store, device: nil)
    #expect(await done { discarded.insertRouteData([Self.place(1)], completion: $0) })
    discarded.discard()
    #expect(await !done { discarded.insertRouteData([Self.place(1)], completion: $0) })
    let builder = HKWorkoutRouteBuilder(healthStore: store, device: nil)
    #expect(await done { builder.insertRouteData([Self.place(1), Self.place(2)], completion: $0) })
    #expect(await done { builder.addMetadata(["note": "hill"], completion: $0) })
    let route = await withCheckedContinuation { continuation in
      builder.finishRoute(with: workout, metadata: nil) { route, _ in
        continuation.resume(returning: route)
      }
    }
    #expect(route?.count == 2 && route?.metadata?["note"] as? String == "hill")

    let beats: HKSeriesBuilder = HKHeartbeatSeriesBuilder(
      healthStore: store, device: nil, start: Self.start)
    beats.discard()
    let again = HKHeartbeatSeriesBuilder(healthStore: store, device: nil, start: Self.start)
    try await again.addMetadata(["note": "rest"])
    #expect(
      await done {
        again.addHeartbeatWithTimeInterval(
          sinceSeriesStartDate: 0.5, precededByGap: true, completion: $0)
      })
    let series = await withCheckedContinuation { continuation in
      again.finishSeries { series, _ in continuation.resume(returning: series) }
    }
    let saved: HKSeriesSample = try #require(series)
    #expect(saved.count == 1 && HKHeartbeatSeriesBuilder.maximumCount > 100_000)
    let beating = try #require(series)
    let heard = Mutex<[(TimeInterval, Bool, Bool)]>([])
    await withCheckedContinuation { continuation in
      store.execute(
        HKHeartbeatSeriesQuery(heartbeatSeries: beating) { _, time, gap, isLast, _ in
          heard.withLock { $0.append((time, gap, isLast)) }
          if isLast { continuation.resume() }
        })
    }
    #expect(heard.withLock { $0.map(\.0) } == [0.5] && heard.withLock { $0[0].1 && $0[0].2 })
    let all = try await HKSampleQueryDescriptor(
      predicates: [.heartbeatSeries()], sortDescriptors: []
    ).result(for: store)
    #expect(all.map(\.count) == [1])

    // Voltages, one at a time, and that there are no more.
    try await store.requestAuthorization(toShare: [], read: [.electrocardiogramType()])
    try await store.user.takeElectrocardiogram([1, 2, 3], at: Self.start)
    let taken = try #require(
      try await store.samples(.electrocardiogramType()).first as? HKElectrocardiogram)
    let count = Mutex(0)
    await withCheckedContinuation { continuation in
      store.execute(
        HKElectrocardiogramQuery(taken) { _, result in
          switch result {
          case .measurement(let one):
            let same: HKElectrocardiogram.VoltageMeasurement = one
            count.withLock { $0 += same.copy() as? NSObject === one ? 1 : 100 }
          case .done: continuation.resume()
          case .error(let error): Issue.record(error)
          }
        })
    }
    #expect(count.withLock(\.self) == 3)
  }

  @Test func `types are found by their names`() {
    #expect(HKObjectType.seriesType(forIdentifier: HKWorkoutRouteTypeIdentifier) == Self.route)
    #expect(
      HKObjectType.seriesType(forIdentifier: HKDataTypeIdentifierHeartbeatSeries) == .heartbeat())
    #expect(HKObjectType.seriesType(forIdentifier: HKDataTypeIdentifierStateOfMind) == nil)
    #expect(
      HKObjectType.scoredAssessmentType(forIdentifier: .GAD7)?.identifier.hasSuffix("7") == true)
    let name = HKScoredAssessmentTypeIdentifier(rawValue: "HKScoredAssessmentTypeIdentifierPHQ9")
    #expect(name == .PHQ9)
    let own: (HKElectrocardiogramType, HKAudiogramSampleType, HKStateOfMindType) = (
      .electrocardiogramType(), .audiogramSampleType(), .stateOfMindType()
    )
    for (type, name) in [
      (own.0 as HKSampleType, "Electrocardiogram"), (own.1, "Audiogram"), (own.2, "StateOfMind"),
    ] {
      #expect(
        type.identifier.hasSuffix(name)
          && HKObjectType.seriesType(forIdentifier: type.identifier) == nil)
    }
  }
}
