internal import Foundation
internal import HealthKit
internal import Synchronization
internal import Testing

/// What the user says of themselves, and what an app learns of it.
@Suite(.timeLimit(.minutes(5))) struct UserTests {
  private static let kinds: Set<HKObjectType> = [
    HKCharacteristicType(.dateOfBirth), HKCharacteristicType(.biologicalSex),
    HKCharacteristicType(.bloodType), HKCharacteristicType(.fitzpatrickSkinType),
    HKCharacteristicType(.wheelchairUse), HKCharacteristicType(.activityMoveMode),
  ]

  @Test func `characteristics are what the user said`() async throws {
    let place = HKHealthStore.Storage.inMemory
    let store = HKHealthStore(place, now: { StoreUnderTest.start })
    let user: HKStoreUser = store.user
    #expect(throws: HKError.self) { try store.bloodType() }
    try await store.requestAuthorization(toShare: [], read: Self.kinds)
    #expect(try store.biologicalSex().biologicalSex == .notSet)
    #expect(throws: HKError.self) { try store.dateOfBirthComponents() }
    try await store.user.setDateOfBirth(DateComponents(year: 1980, month: 2, day: 29))
    try await store.user.setBiologicalSex(.female)
    try await user.setBloodType(.abNegative)
    try await store.user.setFitzpatrickSkinType(.IV)
    try await store.user.setWheelchairUse(.yes, since: StoreUnderTest.start - 1)
    try await store.user.setWheelchairUse(.no, since: StoreUnderTest.start + 1)
    let birth = try store.dateOfBirthComponents()
    #expect(birth.year == 1980 && birth.month == 2 && birth.day == 29 && birth.era == 1)
    #expect(try store.dateOfBirth() == birth.date)
    #expect(try store.biologicalSex().biologicalSex == .female)
    #expect(try store.bloodType().bloodType == .abNegative)
    #expect(try store.fitzpatrickSkinType().skinType == .IV)
    #expect(try store.wheelchairUse().wheelchairUse == .yes)
    #expect(try store.activityMoveMode().activityMoveMode == .activeEnergy)
    try await user.setActivityMoveMode(.appleMoveTime)
    let mode: HKActivityMoveModeObject = try store.activityMoveMode()
    #expect(mode.activityMoveMode == .appleMoveTime)
    await #expect(throws: HKError.self) {
      try await store.user.setDateOfBirth(DateComponents(year: 1981, month: 2, day: 29))
    }
    try await store.user.decide(false, read: Self.kinds)
    #expect(try store.bloodType().bloodType == .notSet)
  }

  @Test func `units are those that the user chose`() async throws {
    let store = HKHealthStore(.inMemory)
    let mass = HKQuantityType(.bodyMass)
    await #expect(throws: HKError.self) { try await store.preferredUnits(for: [mass]) }
    try await store.requestAuthorization(toShare: [], read: [mass])
    #expect(
      try await store.preferredUnits(for: [mass])[mass].map { mass.is(compatibleWith: $0) } == true)
    try await store.user.setPreferredUnit(.stone(), for: mass)
    let units = await withCheckedContinuation { continuation in
      store.preferredUnits(for: [mass]) { units, _ in continuation.resume(returning: units) }
    }
    #expect(units == [mass: .stone()])
    // Who may not read is told the same: another answer would tell that reading was denied.
    try await store.user.decide(false, toShare: [mass], read: [mass])
    #expect(try await store.preferredUnits(for: [mass]) == [mass: .stone()])
  }

  @Test func `who asked for units is told that the user chose others`() async throws {
    let store = HKHealthStore(.inMemory)
    let app = HKSource(bundleIdentifier: "com.example.other", name: "Other")
    let other = HKHealthStore(sharing: store, as: app)
    let stranger = HKHealthStore(.inMemory)
    let (mass, height) = (HKQuantityType(.bodyMass), HKQuantityType(.height))
    for one in [store, other, stranger] {
      try await one.requestAuthorization(toShare: [], read: [mass, height])
      _ = try await one.preferredUnits(for: [mass])
    }
    let (told, telling) = AsyncStream.makeStream(of: ObjectIdentifier.self)
    let observers = [store, other, stranger].map { one in
      NotificationCenter.default.addObserver(
        forName: .HKUserPreferencesDidChange, object: one, queue: nil
      ) { notification in
        guard let object = notification.object as? HKHealthStore else { return }
        telling.yield(ObjectIdentifier(object))
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    try await store.user.setPreferredUnit(.foot(), for: height)
    try await store.user.setPreferredUnit(.stone(), for: mass)
    var objects = told.makeAsyncIterator()
    let first = await objects.next()
    #expect([first, await objects.next()].contains(ObjectIdentifier(store)))
    #expect(first == ObjectIdentifier(store) || first == ObjectIdentifier(other))
    #expect(
      try await other.preferredUnits(for: [mass, height]) == [mass: .stone(), height: .foot()])
    // Who asked for more is told of more, and each once.
    try await store.user.setPreferredUnit(.inch(), for: height)
    #expect(await objects.next() == ObjectIdentifier(other))
    try await stranger.user.setPreferredUnit(.pound(), for: mass)
    #expect(await objects.next() == ObjectIdentifier(stranger))
  }

  @Test func `a daemon tells that its user chose other units`() async throws {
    let mass = HKQuantityType(.bodyMass)
    try await StoreUnderTest.run(.daemon) { test in
      try await test.authorize(share: [], read: [mass])
      let (told, telling) = AsyncStream.makeStream(of: Void.self)
      let observer = NotificationCenter.default.addObserver(
        forName: .HKUserPreferencesDidChange, object: test.store, queue: nil
      ) { _ in telling.yield() }
      defer { NotificationCenter.default.removeObserver(observer) }
      _ = try await test.store.preferredUnits(for: [mass])
      try test.owner("units", "bodyMass", "st")
      var changes = told.makeAsyncIterator()
      _ = await changes.next()
      #expect(try await test.store.preferredUnits(for: [mass]) == [mass: .stone()])
      // No companion asks for anything.
      try await test.store.handleAuthorizationForExtension()
      let isHandled = await withCheckedContinuation { continuation in
        test.store.handleAuthorizationForExtension { isHandled, error in
          continuation.resume(returning: isHandled && error == nil)
        }
      }
      #expect(isHandled)
    }
  }

  @Test func `energy is split into what rest takes and what is left`() async throws {
    let store = HKHealthStore(.inMemory)
    let (mass, height) = (HKQuantityType(.bodyMass), HKQuantityType(.height))
    try await store.requestAuthorization(
      toShare: [mass, height], read: Self.kinds.union([mass, height]))
    try await store.user.setDateOfBirth(DateComponents(year: 1985, month: 6, day: 1))
    try await store.user.setBiologicalSex(.male)
    try await store.save([
      Samples.quantity(.bodyMass, 80, .gramUnit(with: .kilo), lasting: 0),
      Samples.quantity(.height, 180, .meterUnit(with: .centi), lasting: 0),
    ])
    let start = StoreUnderTest.start + 86_400
    let parts = await withCheckedContinuation { continuation in
      store.splitTotalEnergy(
        HKQuantity(unit: .kilocalorie(), doubleValue: 500), start: start, end: start + 3_600
      ) { resting, active, _ in
        continuation.resume(
          returning: [resting, active].map { $0?.doubleValue(for: .kilocalorie()) })
      }
    }
    // 10 * 80 + 6.25 * 180 - 5 * 40 + 5 a day, where the age is that of the day.
    let age = Calendar(identifier: .gregorian).dateComponents(
      [.year], from: try store.dateOfBirth(), to: start + 3_600
    ).year
    let daily = 10.0 * 80 + 6.25 * 180 - 5 * Double(try #require(age)) + 5
    let resting = try #require(parts[0])
    #expect(abs(resting - daily / 24) < 1e-9 && parts[1] == 500 - resting)
  }

  @Test func `there is health data on every machine`() {
    #expect(HKHealthStore.isHealthDataAvailable())
    #expect(HKHealthStore(.inMemory).supportsHealthRecords())
  }

  @Test func `people are not asked without being told why`() async throws {
    await #expect(processExitsWith: .failure) {
      let store = HKHealthStore(.inMemory, permissions: .terminal)
      try await store.requestAuthorization(toShare: [HKQuantityType(.stepCount)], read: [])
    }
  }

  @Test func `a query is executed once, and what nobody can permit is not asked for`() async throws
  {
    await #expect(processExitsWith: .failure) {
      let store = HKHealthStore(.inMemory)
      let query = HKObserverQuery(sampleType: HKQuantityType(.stepCount), predicate: nil) {
        _, _, _ in
      }
      store.execute(query)
      store.execute(query)
    }
    await #expect(processExitsWith: .failure) {
      try await HKHealthStore(.inMemory).requestAuthorization(toShare: [], read: [])
    }
    await #expect(processExitsWith: .failure) {
      _ = HKStatisticsQuery(
        quantityType: HKQuantityType(.heartRate), quantitySamplePredicate: nil,
        options: .cumulativeSum
      ) { _, _, _ in }
    }
  }

  @Test func `a sheet is asked for what is open, with the app's name`() async throws {
    let (questions, asked) = AsyncStream.makeStream(of: HKPermissionRequest.self)
    let source = HKSource(bundleIdentifier: "com.example.one", name: "One")
    let sheet = HKPermissionSheet { request in
      asked.yield(request)
      return HKPermissionAnswer.denyAll
    }
    let store = HKHealthStore(.inMemory, permissions: sheet, source: source)
    let (steps, sex) = (HKQuantityType(.stepCount), HKCharacteristicType(.biologicalSex))
    try await store.requestAuthorization(toShare: [steps], read: [sex])
    try await store.requestAuthorization(toShare: [steps], read: [sex, steps])
    asked.finish()
    var all: [HKPermissionRequest] = []
    for await question in questions { all.append(question) }
    #expect(all.map(\.share) == [[steps], []] && all.map(\.read) == [[sex], [steps]])
    #expect(
      all.allSatisfy { $0.source == source && $0.readReason.isEmpty && $0.shareReason.isEmpty })
    #expect(store.authorizationStatus(for: steps) == .sharingDenied)
    // One that allows nothing denies.
    let silent = HKHealthStore(
      .inMemory, permissions: HKPermissionSheet { _ in .allow(share: [], read: []) })
    try await silent.requestAuthorization(toShare: [steps], read: [])
    #expect(silent.authorizationStatus(for: steps) == .sharingDenied)
    let willing = HKHealthStore(
      .inMemory, permissions: HKPermissionSheet { _ in HKPermissionAnswer.allowAll })
    try await willing.requestAuthorization(toShare: [steps], read: [])
    #expect(willing.authorizationStatus(for: steps) == .sharingAuthorized)
  }
}
