internal import Foundation
internal import HealthKit
internal import TestSupport
internal import Testing

/// The app of a phone and its companion on the watch.
@Suite(.serialized, .timeLimit(.minutes(3))) struct WatchAppTests {
  private static let app = "com.example.run"

  /// Hears which states a session comes to.
  private final class Listener: NSObject, HKWorkoutSessionDelegate {
    let states: AsyncStream<HKWorkoutSessionState>
    private let state: AsyncStream<HKWorkoutSessionState>.Continuation

    override init() {
      (states, state) = AsyncStream.makeStream()
      super.init()
    }

    func workoutSession(
      _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
      from fromState: HKWorkoutSessionState, date: Date
    ) { state.yield(toState) }

    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
      Issue.record(error)
    }

    /// Waits until the session comes to a state.
    func hear(_ wanted: HKWorkoutSessionState) async {
      for await state in states where state == wanted { return }
    }
  }

  /// A daemon, and what its owner does.
  private struct Node {
    let folder = try? TemporaryFolder()
    let program: RunningProgram
    let address: String
    var path: String { folder?.path ?? "" }

    init(_ role: String) throws {
      program = try RunningProgram(
        try RunningProgram.builtPath("dyadd"),
        [
          "--state", folder?.path ?? "", "--role", role, "--name", "Test \(role)", "--activity",
          "off", "--listen", "127.0.0.1:0", "--print-addresses",
        ])
      address = String(try program.waitForLine("listening tls ").dropFirst("listening tls ".count))
      _ = try program.waitForLine("listening operator ")
    }

    @discardableResult
    func dyad(_ words: String..., input: String = "") throws -> String {
      let ending = try RunningProgram.run(
        try RunningProgram.builtPath("dyad"), words + ["--state", path], input: input)
      try #require(ending.exitCode == 0, "\(words.prefix(2)) \(ending.errors)")
      return ending.output
    }

    /// The store of an app that is made known.
    func store(_ words: String...) throws -> HKHealthStore {
      let ending = try RunningProgram.run(
        try RunningProgram.builtPath("dyad"),
        ["apps", "add", app, "--show-token", "--json", "--state", path] + words)
      let answer = try JSONSerialization.jsonObject(with: Data(ending.output.utf8))
      let token = try #require((answer as? [String: Any])?["token"] as? String)
      return HKHealthStore(daemon: URL(fileURLWithPath: path), token: token)
    }
  }

  private static func pair(_ phone: Node, _ watch: Node) throws {
    let showing = try RunningProgram(
      try RunningProgram.builtPath("dyad-pair"),
      ["show", "--json", "--no-announce", "--state", watch.path])
    let opened = try showing.waitForLine("{\"event\":\"opened\"")
    let code = try #require(opened.firstMatch(of: /"code":"([0-9]+)"/)).1
    try phone.dyad("pair", "join", watch.address, "--code", "-", "--yes", input: "\(code)\n")
    try showing.waitForLine("{\"event\":\"paired\"")
    #expect(try showing.finish().exitCode == 0)
  }

  private static func configuration() -> HKWorkoutConfiguration {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    configuration.locationType = .indoor
    return configuration
  }

  @Test func `a phone starts the companion, sees its workout, pauses and ends it`() async throws {
    let (phone, watch) = (try Node("phone"), try Node("watch"))
    try Self.pair(phone, watch)
    let started = watch.path + "/started"
    let script = watch.path + "/companion"
    try Data("#!/bin/sh\necho $DYAD_WORKOUT $DYAD_WORKOUT_LOCATION $DYAD_APP >\(started)\n".utf8)
      .write(to: URL(fileURLWithPath: script))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
    let app = try phone.store()
    let companion = try watch.store("--start", script)

    #expect(try await app.recoverActiveWorkoutSession() == nil)
    try await app.startWatchApp(toHandle: Self.configuration())
    while (try? String(contentsOfFile: started, encoding: .utf8))?.hasSuffix("\n") != true {
      await Task.yield()
    }
    let told = try String(contentsOfFile: started, encoding: .utf8)
    #expect(told == "running indoor \(Self.app)\n")
    // This very program was started by nobody's phone.
    #expect(HKWorkoutConfiguration.handedOver == nil)

    let session = try HKWorkoutSession(healthStore: companion, configuration: Self.configuration())
    let here = Listener()
    session.delegate = here
    session.startActivity(with: nil)
    await here.hear(.running)
    var found: HKWorkoutSession?
    while found == nil { found = try await app.recoverActiveWorkoutSession() }
    let mirrored = try #require(found)
    #expect(mirrored.type == .mirrored && session.type == .primary)
    #expect(mirrored.activityType == .running && mirrored.locationType == .indoor)
    #expect(mirrored.startDate == session.startDate)
    let far = Listener()
    mirrored.delegate = far
    mirrored.pause()
    await here.hear(.paused)
    await far.hear(.paused)
    session.resume()
    await far.hear(.running)
    mirrored.end()
    await here.hear(.ended)
    await far.hear(.ended)
    #expect(mirrored.endDate == session.endDate && session.endDate != nil)
    for node in [phone, watch] {
      node.program.receive(.terminate)
      #expect(try node.program.finish().exitCode == 0)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `without a watch there is nothing to start`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind) { test in
      let store = test.store
      let error = await #expect(throws: HKError.self) {
        try await store.startWatchApp(toHandle: Self.configuration())
      }
      #expect(
        error?.code == (kind == .daemon ? .errorHealthDataUnavailable : .errorInvalidArgument))
      let (isStarted, reason) = await withCheckedContinuation { answer in
        store.startWatchApp(with: Self.configuration()) { isStarted, error in
          answer.resume(returning: (isStarted, error as? HKError))
        }
      }
      #expect(!isStarted && reason?.code == error?.code)
    }
  }
}
