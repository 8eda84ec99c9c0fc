internal import HealthModel
internal import LocalStore
internal import RPCCore
internal import Synchronization
internal import SystemCore
internal import TestSupport
internal import Testing
internal import TextFormats

@testable internal import NodeApps
@testable internal import NodeLog
@testable internal import NodeSync

// The daemon alone is made of these parts, so that none of them is `package`.

/// What a phone wants of a watch, and what it hears of the workouts there, over two engines.
@Suite(.timeLimit(.minutes(4))) struct WatchWorkoutsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Which apps were started, in their order.
  private final class StartedApps: LogSink {
    private let apps = Mutex<[String]>([])
    var started: [String] { apps.withLock { $0 } }

    func write(_ line: LogLine) {
      guard line.event == "workout.app-started" else { return }
      let names = line.fields.compactMap { $0.name == "app" ? $0.value.stringValue : nil }
      apps.withLock { $0 += names }
    }
  }

  /// A phone and a watch that know apps.
  private struct Nodes {
    let pair: EnginePair
    let watches: WatchWorkouts
    let ordered: OrderedWorkouts
    let log = StartedApps()

    init(_ folder: TemporaryFolder, apps: [RegisteredApp] = []) async throws {
      let pair = try await EnginePair(folder)
      self.pair = pair
      watches = WatchWorkouts(pair.phone.store, pair.phone) {
        [WatchWorkouts.Watch(id: pair.watchID, name: "wrist")]
      }
      ordered = OrderedWorkouts(
        pair.watch.store, pair.watch, on: pair.watchID,
        launcher: Launcher(appSocket: "/app.sock", ownerSocket: ""), log: Log(.debug, to: log)
      ) { apps }
    }

    /// Runs the watch's side for the length of a closure.
    func running(_ body: () async throws -> Void) async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { [ordered] in await ordered.run() }
        defer { group.cancelAll() }
        try await body()
      }
    }

    /// Waits until the phone has heard of a session in some state.
    func heard(_ state: WorkoutSessionState) async throws -> WorkoutSession {
      for await _ in pair.phone.statusChanges {
        let session = pair.phone.workoutReports[pair.watchID]?.session
        if let session, session.state == state { return session }
      }
      throw CancellationError()
    }
  }

  private static func app(_ name: String, _ start: String...) -> RegisteredApp {
    var app = SubscriptionFixture.app(name)
    app.start = start
    return app
  }

  @Test func `the owner's workout begins on the watch, goes on there and is saved there`()
    async throws
  {
    let nodes = try await Nodes(folder)
    var connection = nodes.pair.connect()
    try await nodes.running {
      let (watches, pair) = (nodes.watches, nodes.pair)
      #expect(
        try await watches.begin(WorkoutPlan(.rowing, .indoor), on: "", for: .owner) == "wrist")
      var far = try #require(await watches.sessions(seenBy: .owner).first)
      #expect(far.session.plan == WorkoutPlan(.rowing, .indoor) && far.session.state == .running)
      #expect(try await pair.watch.store.workoutSessions() == [far.session])
      let change = WorkoutChange(.paused, to: far.session.uuid)
      let paused = try await watches.change(change, of: far, for: .owner)
      #expect(paused.state == .paused)
      var leg = WorkoutChange(.leg, to: far.session.uuid)
      leg.plan = WorkoutPlan(.yoga)
      let begun = try await watches.change(leg, of: far, for: .owner)
      #expect(begun.leg(after: 3)?.plan == leg.plan && begun.state == .paused)
      // What happens on the watch is heard, and again after the connection was lost.
      _ = try await OwnerSession(pair.watch.store).change(WorkoutChange(.resumed))
      #expect(try await nodes.heard(.running).moments.count == 4)
      await connection.cut()
      _ = try await OwnerSession(pair.watch.store).change(WorkoutChange(.paused))
      connection = pair.connect()
      #expect(try await nodes.heard(.paused).moments.count == 5)
      far = try #require(await watches.sessions(seenBy: .owner).first)
      let end = WorkoutChange(.ended, to: far.session.uuid)
      #expect(try await watches.change(end, of: far, for: .owner).state == .ended)
      // Ended once, it cannot go on.
      await #expect(throws: RPCError.self) {
        try await watches.change(
          WorkoutChange(.resumed, to: far.session.uuid), of: far, for: .owner)
      }
      try await pair.watch.settle(with: nil, reconciling: false)
      let saved = try await pair.phone.store.samples(SampleQuery(.workout)).all().flatMap(\.uuids)
      #expect(saved == [far.session.uuid])
      // Nothing is left of what was wanted.
      #expect(try await pair.phone.store.workoutOrders() == nil)
    }
    await connection.cut()
    try await nodes.pair.close()
  }

  @Test func `the companion of an app is started once, though the watch's node begins anew`()
    async throws
  {
    let path = folder.file("told")
    // It is done when it has told: only then somebody may end it.
    let script =
      "echo $DYAD_WORKOUT $DYAD_WORKOUT_LOCATION $DYAD_APP $DYAD_SOCKET >\(path).new && mv \(path).new \(path)"
    let nodes = try await Nodes(
      folder,
      apps: [
        Self.app("app.other", "/bin/false"), Self.app("app.one.watch", "/bin/sh", "-c", script),
      ])
    let caller = StoreCaller.app(SubscriptionFixture.app("app.one"))
    var connection = nodes.pair.connect()
    // The watch hears of it while nobody there does it.
    let begun = Task { [watches = nodes.watches] in
      try await watches.begin(WorkoutPlan(.running, .indoor), on: "wrist", for: caller)
    }
    for await _ in nodes.pair.watch.store.workoutNews
    where try await nodes.pair.watch.store.workoutOrders() != nil {
      break
    }
    try await nodes.running {
      #expect(try await begun.value == "wrist")
      while try !FileSystem.exists(path) { await Task.yield() }
    }
    let told = String(decoding: try folder.read("told"), as: UTF8.self)
    #expect(told == "running indoor app.one.watch /app.sock\n")
    await connection.cut()
    connection = nodes.pair.connect()
    try await nodes.running {
      await #expect(throws: RPCError.self) {
        let nobody = StoreCaller.app(SubscriptionFixture.app("app.nobody"))
        _ = try await nodes.watches.begin(WorkoutPlan(.running), on: "", for: nobody)
      }
    }
    #expect(nodes.log.started == ["app.one.watch"])
    await connection.cut()
    try await nodes.pair.close()
  }

  @Test func `what was noted as done is not done again`() async throws {
    let nodes = try await Nodes(folder, apps: [Self.app("app.one", "/bin/true")])
    let connection = nodes.pair.connect()
    let caller = StoreCaller.app(SubscriptionFixture.app("app.one"))
    // The phone goes on telling it, as its record is put back whenever it is taken away.
    let order = try WorkoutOrder(
      5, to: nodes.pair.watchID, for: "app.one", WorkoutChange(beginning: WorkoutPlan(.yoga)))
    try await nodes.pair.phone.store.setWorkoutOrders(WorkoutOrders([order]))
    try await nodes.pair.phone.shareDecisions()
    for _ in 0..<3 {
      try await nodes.running {
        // Another order shows that all before it were looked at.
        _ = try await nodes.watches.begin(WorkoutPlan(.running), on: "", for: caller)
      }
    }
    #expect(nodes.pair.phone.workoutReports[nodes.pair.watchID]?.answers[5] == .done)
    #expect(nodes.log.started == Array(repeating: "app.one", count: 4))
    await connection.cut()
    try await nodes.pair.close()
  }

  @Test func `what cannot be is refused, and says why`() async throws {
    let nodes = try await Nodes(
      folder,
      apps: [
        Self.app("app.still"), Self.app("app.gone", "/nowhere/app"),
        RegisteredApp(
          bundleIdentifier: "app.foreign", name: "", readReason: "", shareReason: "",
          user: Machine.user + 1, tokenDigest: [], addedAt: 0, start: ["/bin/true"]),
      ])
    let connection = nodes.pair.connect()
    func refusal(of app: String, on name: String = "") async -> RPCError? {
      do {
        _ = try await nodes.watches.begin(
          WorkoutPlan(.running), on: name, for: .app(SubscriptionFixture.app(app)))
        return nil
      } catch {
        return error as? RPCError
      }
    }
    try await nodes.running {
      for (app, code) in [
        ("app.still", .failedPrecondition), ("app.gone", .unavailable), ("app.foreign", .notFound),
        ("app.none", .notFound),
      ] as [(String, StatusCode)] {
        #expect(await refusal(of: app)?.code == code, "\(app)")
      }
      #expect(await refusal(of: "app.still", on: "ankle")?.code == .notFound)
    }
    await connection.cut()
    let alone = WatchWorkouts(nodes.pair.phone.store, nodes.pair.phone) { [] }
    let onWatch = WatchWorkouts(nodes.pair.watch.store, nodes.pair.watch) { [] }
    let silent = WatchWorkouts(nodes.pair.phone.store, nodes.pair.phone, patience: .zero) {
      [pair = nodes.pair] in [WatchWorkouts.Watch(id: pair.watchID, name: "wrist")]
    }
    for (watches, code) in [
      (alone, .failedPrecondition), (onWatch, .failedPrecondition), (silent, .unavailable),
    ] as [(WatchWorkouts, StatusCode)] {
      do {
        _ = try await watches.begin(WorkoutPlan(.running), on: "", for: .owner)
        Issue.record("it began")
      } catch let error as RPCError {
        #expect(error.code == code)
      }
    }
    #expect(try await nodes.pair.phone.store.workoutOrders() == nil)
    try await nodes.pair.close()
  }

  @Test func `an app sees the sessions of its companions alone`() async throws {
    let nodes = try await Nodes(folder)
    let connection = nodes.pair.connect()
    try await nodes.running {
      let app = AppSession(
        nodes.pair.watch.store,
        as: SourceRevision(source: Source(bundleIdentifier: "app.one.watch", name: "")))
      let session = try await app.change(WorkoutChange(beginning: WorkoutPlan(.dance)))
      #expect(try await nodes.heard(.running) == session)
      for (name, sees) in [
        ("app.one", true), ("app.one.watch", true), ("app.on", false), ("a", false),
      ] {
        let caller = StoreCaller.app(SubscriptionFixture.app(name))
        let seen = await nodes.watches.sessions(seenBy: caller).map(\.session)
        #expect(seen == (sees ? [session] : []), "\(name)")
      }
      // What another app's order says of it is not done.
      let far = try #require(await nodes.watches.sessions(seenBy: .owner).first)
      await #expect(throws: RPCError.self) {
        try await nodes.watches.change(
          WorkoutChange(.ended, to: session.uuid), of: far,
          for: .app(SubscriptionFixture.app("app.two")))
      }
      #expect(try await nodes.pair.watch.store.workoutSessions() == [session])
    }
    await connection.cut()
    try await nodes.pair.close()
  }

  @Test func `nobody gives so many orders that others can give none`() async throws {
    let nodes = try await Nodes(folder)
    let caller = StoreCaller.app(SubscriptionFixture.app("app.one"))
    // Nobody answers them.
    let orders = (0..<4).map { _ in
      Task { [watches = nodes.watches] in
        try await watches.begin(WorkoutPlan(.yoga), on: "", for: caller)
      }
    }
    while try await nodes.pair.phone.store.workoutOrders()?.all.count != 4 { await Task.yield() }
    do {
      _ = try await nodes.watches.begin(WorkoutPlan(.yoga), on: "", for: caller)
      Issue.record("it gave a fifth")
    } catch let error as RPCError {
      #expect(error.code == .resourceExhausted)
    }
    let connection = nodes.pair.connect()
    try await nodes.running {
      let name = try await nodes.watches.begin(WorkoutPlan(.rowing), on: "", for: .owner)
      #expect(name == "wrist")
    }
    for order in orders {
      order.cancel()
      await #expect(throws: (any Error).self) { try await order.value }
    }
    #expect(try await nodes.pair.phone.store.workoutOrders() == nil)
    await connection.cut()
    try await nodes.pair.close()
  }

  @Test func `what a phone wanted before its node ended is forgotten`() async throws {
    let nodes = try await Nodes(folder)
    let order = try WorkoutOrder(
      5, to: nodes.pair.watchID, for: nil, WorkoutChange(beginning: WorkoutPlan(.yoga)))
    try await nodes.pair.phone.store.setWorkoutOrders(WorkoutOrders([order]))
    try await nodes.watches.forget()
    #expect(try await nodes.pair.phone.store.workoutOrders() == nil)
    let connection = nodes.pair.connect()
    try await nodes.running {
      try await nodes.pair.watch.settle(with: nil, reconciling: false)
      #expect(try await nodes.pair.watch.store.workoutSessions().isEmpty)
    }
    await connection.cut()
    try await nodes.pair.close()
  }
}
