internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import NodeApps
@testable internal import NodeLog

// @testable: the runner is the daemon's own.
@Suite(.timeLimit(.minutes(4))) struct SubscriptionRunnerTests {
  private let fixture: SubscriptionFixture
  private let key = Subscription.Key(app: nil, name: "steps")

  init() throws {
    fixture = try SubscriptionFixture()
  }

  @Test func `a program that fails twice is started until it acknowledges`() async throws {
    let store = try await fixture.open(isReal: true)
    let subscriptions = try await KeptSubscriptions(store)
    let script = fixture.script("[ $(wc -l <\(fixture.folder.file("log"))) -ge 3 ]", writing: "log")
    _ = try await subscriptions.subscribe(
      fixture.subscription(starting: script, at: store.state.anchor))
    try await fixture.running(store) {
      let anchor = try await fixture.save(in: store)
      for _ in 0..<2 { try await fixture.events.next("subscription.failed") }
      // It ends with 0 now, and that alone is no success either.
      for _ in 0..<2 { try await fixture.events.next("subscription.ended") }
      #expect(try await subscriptions.all[key]?.failures ?? 0 >= 4)
      try await subscriptions.acknowledge(key, of: [], through: anchor)
      // A start may be under way; what comes after the next news is not of the old ones.
      let starts = try await subscriptions.all[key]?.failures ?? 9
      #expect(starts <= 1)
      try await fixture.save(in: store)
      try await fixture.events.next("subscription.ended")
    }
    #expect(fixture.lines(in: "log") >= 5)
  }

  @Test func `after an acknowledgement nothing is started until there is news`() async throws {
    let store = try await fixture.open(isReal: true)
    let subscriptions = try await KeptSubscriptions(store)
    // It runs until the test has acknowledged, and says so by making a file.
    let gate = fixture.folder.file("gate")
    let script = fixture.script("until [ -e \(gate) ]; do :; done", writing: "log")
    _ = try await subscriptions.subscribe(
      fixture.subscription(starting: script, at: store.state.anchor))
    try await fixture.running(store) {
      // What comes while it runs is one start.
      var anchor = try await fixture.save(in: store)
      try await fixture.events.next("subscription.started")
      for _ in 0..<20 { anchor = try await fixture.save(in: store) }
      try await subscriptions.acknowledge(key, of: [], through: anchor)
      try fixture.folder.write([], to: "gate")
      try await fixture.events.next("subscription.ended")
      #expect(fixture.lines(in: "log") == 1)
      // Another type is no news.
      try await fixture.save(.heartRate, in: store)
      try await fixture.save(in: store)
      try await fixture.events.next("subscription.ended")
    }
    let stored = try #require(try await subscriptions.all[key])
    #expect(stored.failures >= 1)
  }

  @Test func `a node that crashed while it ran starts it again`() async throws {
    do {
      let store = try await fixture.open(isReal: true)
      let subscriptions = try await KeptSubscriptions(store)
      _ = try await subscriptions.subscribe(
        fixture.subscription(
          starting: fixture.script("exit 0", writing: "log"), at: store.state.anchor))
      try await fixture.save(in: store)
      #expect(try await subscriptions.noteStart(key) != nil)
    }
    let store = try await fixture.open(isReal: true)
    let subscriptions = try await KeptSubscriptions(store)
    try await fixture.running(store) {
      try await fixture.events.next("subscription.ended")
    }
    #expect(fixture.lines(in: "log") >= 1)
    #expect(try await subscriptions.all[key]?.failures ?? 0 >= 2)
  }

  @Test func `what an app may not see never starts it`() async throws {
    let store = try await fixture.open(isReal: true)
    let subscriptions = try await KeptSubscriptions(store)
    var decision = AccessDecision()
    decision.share[.stepCount] = true
    decision.read[.stepCount] = false
    try await store.decide(decision, for: "app.one")
    _ = try await subscriptions.subscribe(
      fixture.subscription(
        of: "app.one", starting: fixture.script("exit 3", writing: "log"), at: store.state.anchor))
    _ = try await subscriptions.subscribe(
      fixture.subscription(
        starting: fixture.script("exit 0", writing: "owner"), at: store.state.anchor))
    try await fixture.running(store, knowing: [SubscriptionFixture.app()]) {
      try await fixture.save(by: "app.two", in: store)
      // The owner's program has ended, so the runner has looked for both.
      try await fixture.events.next("subscription.ended")
      try await subscriptions.unsubscribe(key)
      #expect(fixture.lines(in: "log") == 0)
      // What it saved itself it sees.
      try await fixture.save(by: "app.one", in: store)
      let line = try await fixture.events.next("subscription.failed")
      #expect(line.fields.first == .text("app", "app.one"))
      #expect(line.fields.last == .number("exit", 3))
    }
  }

  @Test func `a document that was not handed out starts nothing`() async throws {
    let store = try await fixture.open(isReal: true)
    let subscriptions = try await KeptSubscriptions(store)
    try await store.decide(AccessDecision(share: [.cda: true], read: [.cda: true]), for: "app.one")
    let anchor = store.state.anchor
    _ = try await subscriptions.subscribe(
      fixture.subscription(
        of: "app.one", types: [.cda], starting: fixture.script("exit 3", writing: "log"),
        at: anchor))
    _ = try await subscriptions.subscribe(
      fixture.subscription(
        types: [.cda], starting: fixture.script("exit 0", writing: "owner"), at: anchor))
    try await fixture.running(store, knowing: [SubscriptionFixture.app()]) {
      try await fixture.saveDocument(by: "clinic", in: store)
      // The owner's program has ended, so the runner has looked for both.
      try await fixture.events.next("subscription.ended")
      try await subscriptions.unsubscribe(key)
      #expect(fixture.lines(in: "log") == 0)
      try await fixture.saveDocument(by: "app.one", in: store)
      let line = try await fixture.events.next("subscription.failed")
      #expect(line.fields.first == .text("app", "app.one"))
    }
  }

  @Test(arguments: [nil, Machine.user &+ 1])
  func `nothing is started for apps that are gone, or are another user's`(
    user: UInt32?
  )
    async throws
  {
    let store = try await fixture.open(isReal: true)
    let subscriptions = try await KeptSubscriptions(store)
    var decision = AccessDecision()
    decision.read[.stepCount] = true
    try await store.decide(decision, for: "app.one")
    let script = fixture.script("exit 0", writing: "log")
    let anchor = store.state.anchor
    _ = try await subscriptions.subscribe(
      fixture.subscription(of: "app.one", starting: script, at: anchor))
    let other = fixture.script("exit 0", writing: "owner")
    _ = try await subscriptions.subscribe(fixture.subscription(starting: other, at: anchor))
    try await fixture.running(
      store, knowing: user.map { [SubscriptionFixture.app(user: $0)] } ?? []
    ) {
      try await fixture.save(in: store)
      try await fixture.events.next("subscription.ended")
    }
    #expect(fixture.lines(in: "log") == 0)
  }

  @Test func `a program finds the subscription and the socket in its environment`() async throws {
    let store = try await fixture.open(isReal: true)
    let subscriptions = try await KeptSubscriptions(store)
    let path = fixture.folder.file("seen")
    _ = try await subscriptions.subscribe(
      fixture.subscription(
        starting: .command(["/bin/sh", "-c", "echo $DYAD_SUBSCRIPTION $DYAD_SOCKET >\(path)"]),
        at: store.state.anchor))
    try await fixture.running(store) {
      try await fixture.save(in: store)
      try await fixture.events.next("subscription.ended")
    }
    let seen = String(decoding: try fixture.folder.read("seen"), as: UTF8.self)
    #expect(seen == "steps \(fixture.folder.file("operator.sock"))\n")
    let launcher = Launcher(appSocket: "/app", ownerSocket: "")
    #expect(launcher.environment(telling: [:], isOwner: false)["DYAD_SOCKET"] == "/app")
    #expect(launcher.environment(telling: [:], isOwner: true)["DYAD_SOCKET"] == nil)
  }

  @Test func `units are started by the user's manager`() async throws {
    let store = try await fixture.open(isReal: true)
    let subscriptions = try await KeptSubscriptions(store)
    let path = fixture.folder.file("seen")
    try fixture.folder.write(
      Array("#!/bin/sh\necho \"$@\" >\(path)\n".utf8), to: "systemctl")
    let made = try RunningProgram.run("/bin/chmod", ["755", fixture.folder.file("systemctl")])
    #expect(made.exitCode == 0)
    _ = try await subscriptions.subscribe(
      fixture.subscription(starting: .unit("steps.service"), at: store.state.anchor))
    try await fixture.running(store) {
      try await fixture.save(in: store)
      try await fixture.events.next("subscription.ended")
    }
    let seen = String(decoding: try fixture.folder.read("seen"), as: UTF8.self)
    #expect(seen == "--user --no-block start -- steps.service\n")
  }

  @Test func `a program that takes too long is ended, and so is one that runs at the end`()
    async throws
  {
    let store = try await fixture.open(isReal: true)
    let subscriptions = try await KeptSubscriptions(store)
    _ = try await subscriptions.subscribe(
      fixture.subscription(starting: .command(["/bin/sleep", "1000"]), at: store.state.anchor))
    try await fixture.save(in: store)
    try await fixture.running(store, longest: .milliseconds(1), retryingAfter: 1_000) {
      let line = try await fixture.events.next("subscription.failed")
      #expect(line.fields.last == .text("reason", "it took too long"))
    }
    try await fixture.running(store) {
      try await fixture.events.next("subscription.started")
    }
    let line = try await fixture.events.next("subscription.failed")
    #expect(line.fields.last == .number("signal", 15))
  }

  @Test func `a program that is not there is told, and tried again`() async throws {
    let store = try await fixture.open(isReal: true)
    let subscriptions = try await KeptSubscriptions(store)
    _ = try await subscriptions.subscribe(
      fixture.subscription(
        starting: .command([fixture.folder.file("nobody"), "secret"]), at: store.state.anchor))
    try await fixture.save(in: store)
    try await fixture.running(store) {
      for _ in 0..<3 {
        let line = try await fixture.events.next("subscription.not-started")
        #expect(!line.fields.contains { "\($0)".utf8.count > 200 || "\($0)".contains("secret") })
      }
    }
  }

  @Test func `so many run at a time, and the others have their turn`() async throws {
    let store = try await fixture.open(isReal: true)
    let subscriptions = try await KeptSubscriptions(store)
    for number in 0..<10 {
      _ = try await subscriptions.subscribe(
        fixture.subscription(
          "n\(number)", starting: fixture.script("exit 0", writing: "log\(number)"),
          at: store.state.anchor))
    }
    try await fixture.running(store, retryingAfter: 1_000) {
      try await fixture.save(in: store)
      for _ in 0..<10 { try await fixture.events.next("subscription.ended") }
    }
    #expect((0..<10).allSatisfy { fixture.lines(in: "log\($0)") == 1 })
  }
}
