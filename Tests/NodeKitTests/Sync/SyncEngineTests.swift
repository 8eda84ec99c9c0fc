internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Synchronization
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import NodeSync

// What the daemon is put together from is nobody else's.

@Suite(.timeLimit(.minutes(4))) struct SyncEngineTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `what is saved or deleted on one side is so on the other`() async throws {
    let pair = try await EnginePair(folder)
    let early = try await pair.phone.store.saveSteps(3, base: 1)
    let connection = pair.connect()
    try await pair.watch.store.until { try await $0.steps() == Set(early) }
    let late = try await pair.watch.store.saveSteps(2, base: 2)
    try await pair.phone.store.until { try await $0.steps() == Set(early + late) }
    try await pair.watch.store.commit(.delete(Change.Deletion(.uuids([early[0]]))))
    try await pair.phone.store.commit(.delete(Change.Deletion(.uuids([late[1]]))))
    let rest = Set([early[1], early[2], late[0]])
    try await pair.phone.store.until { try await $0.steps() == rest }
    try await pair.watch.store.until { try await $0.steps() == rest }
    await connection.cut()
    try await pair.close()
  }

  @Test(arguments: [NodeRole.phone, .watch])
  func `whoever waits for both to be equal finds them so`(asker: NodeRole) async throws {
    let pair = try await EnginePair(folder)
    let connection = pair.connect()
    for round in 0..<3 {
      let uuids =
        try await pair.phone.store.saveSteps(5_000, base: UInt64(10 + round))
        + pair.watch.store.saveSteps(50, base: UInt64(20 + round))
      let engine = asker == .phone ? pair.phone : pair.watch
      try await engine.settle(with: nil, reconciling: false)
      let (onPhone, onWatch) = (
        try await pair.phone.store.steps(), try await pair.watch.store.steps()
      )
      #expect(onPhone == onWatch)
      #expect(onPhone.isSuperset(of: uuids))
      let age = try #require(engine.age)
      #expect(age < 60)
    }
    await connection.cut()
    try await pair.close()
  }

  @Test func `a wire that breaks again and again loses nothing`() async throws {
    let pair = try await EnginePair(folder)
    let uuids = try await pair.phone.store.saveSteps(30_000, base: 1)
    var connection = pair.connect()
    for round in 0..<8 {
      let more = UInt64(100 + round)
      try await pair.watch.store.saveSteps(20, base: more)
      await connection.cut()
      connection = pair.connect(callingFrom: round % 2 == 0 ? .phone : .watch)
    }
    try await pair.watch.settle(with: nil, reconciling: false)
    let (onPhone, onWatch) = (
      try await pair.phone.store.steps(), try await pair.watch.store.steps()
    )
    #expect(onPhone == onWatch)
    #expect(onPhone.count == uuids.count + 160)
    await connection.cut()
    try await pair.close()
  }

  @Test func `a call of the watch takes the place of one by the phone`() async throws {
    let pair = try await EnginePair(folder)
    let first = pair.connect(callingFrom: .phone)
    try await pair.watch.settle(with: nil, reconciling: false)
    let second = pair.connect(callingFrom: .watch)
    _ = await first.phone.result
    _ = await first.watch.result
    // The phone may have let go of the first before the watch has opened the second.
    while pair.watch.session(with: pair.phoneID)?.wasDialed != true { await Task.yield() }
    let third = pair.connect(callingFrom: .phone)
    await #expect(throws: SyncEngine.Refusal.alreadyOpen) { try await third.watch.value }
    try await pair.watch.settle(with: nil, reconciling: false)
    #expect(pair.watch.session(with: pair.phoneID)?.wasDialed == true)
    await second.cut()
    await third.cut()
    try await pair.close()
  }

  @Test func `a watch that is about to call refuses a call of the phone`() async throws {
    let pair = try await EnginePair(folder)
    pair.watch.noteCalling(pair.phoneID, true)
    let connection = pair.connect(callingFrom: .phone)
    await #expect(throws: SyncEngine.Refusal.alreadyCalling) { try await connection.watch.value }
    await connection.cut()
    try await pair.close()
  }

  @Test func `who hears that a session is ready may end it as one that was`() async throws {
    let pair = try await EnginePair(folder)
    let standings = Mutex<[Bool?]>([])
    for _ in 0..<100 {
      let connection = pair.connect { message in
        switch message {
        case .acknowledgement, .batch, .compare:
          let wasReady = pair.watch.session(with: pair.phoneID)?.wasReady
          standings.withLock { $0.append(wasReady) }
        default: break
        }
      }
      try await pair.watch.settle(with: nil, reconciling: false)
      await connection.cut()
    }
    let early = standings.withLock { $0.count { $0 != true } }
    #expect(early == 0)
    #expect(standings.withLock(\.count) >= 100)
    try await pair.close()
  }

  @Test func `the phone decides for apps of the watch`() async throws {
    let pair = try await EnginePair(folder)
    let connection = pair.connect()
    let request = AccessRequest(share: [.stepCount], read: [.stepCount, .heartRate])
    let question = AccessQuestion(
      id: 7, app: "org.example.app", request: request, askedAt: pair.watch.store.clock.now,
      name: "App", shareReason: "to count", readReason: "to show")
    let waits = try await pair.watch.ask(question)
    #expect(waits)
    try await pair.phone.store.until { _ in !pair.phone.openQuestions.isEmpty }
    let asked = try #require(pair.phone.openQuestions.first)
    #expect(asked.watch == pair.watchID)
    #expect(asked.question == question)
    try await pair.phone.store.setCharacteristic(.bloodType(3))
    try await pair.phone.store.decide(
      AccessDecision(share: [.stepCount: true], read: [.stepCount: false, .heartRate: true]),
      for: question.app)
    try await pair.phone.shareDecisions()
    let app = AppSession(
      pair.watch.store,
      as: SourceRevision(source: Source(bundleIdentifier: question.app, name: "App")))
    try await pair.watch.store.until { _ in
      app.authorizationStatus(of: .stepCount) == .authorized
    }
    try await pair.watch.store.until { _ in pair.watch.openQuestions.isEmpty }
    #expect(pair.phone.openQuestions.isEmpty)
    let blood = try await pair.watch.store.characteristic(.bloodType)
    #expect(blood == .bloodType(3))
    let undecided = try app.undecided(in: request)
    #expect(undecided.isEmpty)
    // Taken back, it is nobody's on either side.
    try await pair.phone.store.commit(
      .setGrant(Grant(), app: question.app, type: .stepCount))
    try await pair.phone.shareDecisions()
    try await pair.watch.store.until { _ in
      app.authorizationStatus(of: .stepCount) == .notDetermined
    }
    await connection.cut()
    try await pair.close()
  }

  @Test func `what the phone permitted ends with the pair and comes again with the next`()
    async throws
  {
    let pair = try await EnginePair(folder)
    let name = "org.example.app"
    let app = AppSession(
      pair.watch.store, as: SourceRevision(source: Source(bundleIdentifier: name, name: "App")))
    try await pair.phone.store.decide(AccessDecision(share: [.stepCount: true]), for: name)
    try await pair.phone.shareDecisions()
    for _ in 0..<2 {
      let connection = pair.connect()
      try await pair.watch.store.until { _ in
        app.authorizationStatus(of: .stepCount) == .authorized
      }
      try await pair.watch.setPeers([])
      #expect(app.authorizationStatus(of: .stepCount) == .notDetermined)
      await connection.cut()
      try await pair.watch.setPeers([pair.phoneID])
    }
    try await pair.close()
  }

  @Test func `one app leaves room for what the others ask`() async throws {
    let pair = try await EnginePair(folder)
    let types: [ObjectType] = [
      .stepCount, .heartRate, .height, .bodyMass, .flightsClimbed, .bodyTemperature,
      .respiratoryRate, .oxygenSaturation, .basalEnergyBurned,
    ]
    func question(_ number: Int, of app: String) -> AccessQuestion {
      AccessQuestion(
        id: UInt64(number + 100 * app.count), app: app,
        request: AccessRequest(read: [types[number]]), askedAt: 0)
    }
    for number in 0..<AccessQuestion.mostOpenPerApp {
      let waits = try await pair.watch.ask(question(number, of: "org.example.many"))
      #expect(waits)
    }
    let again = try await pair.watch.ask(question(0, of: "org.example.many"))
    #expect(again)
    let tooMany = try await pair.watch.ask(
      question(AccessQuestion.mostOpenPerApp, of: "org.example.many"))
    #expect(!tooMany)
    let other = try await pair.watch.ask(question(0, of: "org.example.other"))
    #expect(other)
    try await pair.watch.withdraw(all: "org.example.many")
    #expect(pair.watch.openQuestions.map(\.question.app) == ["org.example.other"])
    try await pair.close()
  }

  @Test func `a wait for a peer that is away does not make the others speak`() async throws {
    let pair = try await EnginePair(folder)
    let away = try #require(DeviceID(Array(repeating: 3, count: DeviceID.byteCount)))
    try await pair.phone.setPeers([pair.watchID, away])
    let connection = pair.connect()
    try await pair.phone.settle(with: [pair.watchID], reconciling: false)
    let wait = Task { try await pair.phone.settle(with: nil, reconciling: false) }
    // The one that is there answers again, and from then on there is nothing more to say but what is
    // under way.
    try await pair.phone.settle(with: [pair.watchID], reconciling: false)
    let before = await pair.phone.status(of: pair.watchID).bytesReceived
    // Each makes a turn.
    for _ in 0..<100 { try await pair.phone.shareDecisions() }
    let after = await pair.phone.status(of: pair.watchID).bytesReceived
    #expect(after < before + 200)
    try await pair.phone.setPeers([pair.watchID])
    await #expect(throws: SettleFailure.noPeer) { try await wait.value }
    await connection.cut()
    try await pair.close()
  }

  @Test func `a window that moves back brings what is in it`() async throws {
    let pair = try await EnginePair(folder)
    let day = 86_400.0
    let old = SampleUUID(base: 9, counter: 1)
    let now = pair.phone.store.clock.now
    let run = SampleRun(
      Sample(
        uuid: old, type: .stepCount, start: now - 20 * day, end: now - 20 * day,
        value: .quantity(Quantity(1, .count)),
        source: SourceRevision(source: Source(bundleIdentifier: "app", name: "app"))))
    try await pair.phone.store.commit(.save(Change.Save([run])))
    let connection = pair.connect()
    try await pair.watch.settle(with: nil, reconciling: false)
    #expect(try await pair.watch.store.steps().isEmpty)
    let floor = try await pair.watch.setWindow(30 * day)
    #expect(abs(floor - (now - 30 * day)) < 60)
    try await pair.watch.store.until { try await $0.steps() == [old] }
    _ = try await pair.watch.setWindow(day)
    try await pair.watch.settle(with: nil, reconciling: false)
    try await pair.watch.store.until { try await $0.steps().isEmpty }
    let kept = try await pair.phone.store.steps()
    #expect(kept == [old])
    await connection.cut()
    try await pair.close()
  }

  @Test func `the pause before the next call doubles up to five minutes`() {
    var pause = CallingPause()
    var generator = SystemRandomNumberGenerator()
    for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
      let next = pause.next(&generator)
      #expect(next >= .seconds(seconds))
      #expect(next <= .seconds(seconds) * 1.5)
    }
    pause.reset()
    #expect(pause.next(&generator) <= .milliseconds(1_500))
  }
}
