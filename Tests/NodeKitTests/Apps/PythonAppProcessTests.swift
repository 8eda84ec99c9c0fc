internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import SystemCore
internal import TestSupport
internal import Testing
internal import TextFormats

/// Where the package is, and what `Tools/peers` brings for Python.
private enum Places {
  static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
  static let packages = root + "/.build/peers/python"
}

// One after the other: each waits for processes on a thread that others need.
@Suite(
  .serialized, .timeLimit(.minutes(4)),
  .enabled("grpcio-tools is not there: run Tools/peers first") {
    try FileSystem.exists(Places.packages + "/grpc_tools")
  })
struct `The example app in Python` {
  private static let app = "heart.rates"

  private let folder: TemporaryFolder
  private let daemon: RunningDaemon
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    environment = [
      "PATH": "/usr/bin:/bin", "PYTHONPATH": Places.packages, "PYTHONNOUSERSITE": "1",
      "PYTHONPYCACHEPREFIX": Places.root + "/.build/peers/cache",
    ]
    daemon = try RunningDaemon(in: folder)
  }

  /// Asks the daemon as its owner.
  private func ask<Request: Sendable, Response: Sendable>(
    _ method: Method<Request, Response>, _ request: Request
  ) async throws -> Response {
    try await withClient(daemon.asOwner()) { try await $0.call(method, request) }
  }

  /// Makes the app known; returns the file of its token.
  private func addApp(
    _ app: String = app, readReason: String = "To show your heart rate."
  ) async throws -> String {
    var request = AddAppRequest()
    request.bundleIdentifier = app
    request.name = "Heart rates"
    request.readReason = readReason
    request.shareReason = "To keep what you type in."
    return try await ask(OperatorMethods.addApp, request).path
  }

  /// Starts the example.
  private func start(
    _ words: [String], token: String, file: String = "heart_rate.py"
  ) throws -> RunningProgram {
    try RunningProgram(
      "/usr/bin/env",
      [
        "python3", Places.root + "/Tools/examples/\(file)", "--socket",
        folder.file("app.sock"),
        "--token", token,
      ] + words, environment: environment)
  }

  /// Decides what the app waits for.
  private func decide(_ isGranted: Bool, for program: RunningProgram) async throws {
    try program.waitForError("Waiting for the owner's decision")
    let open = try await ask(OperatorMethods.listRequests, ListRequestsRequest()).requests
    let request = try #require(open.first)
    #expect(open.count == 1)
    #expect(request.bundleIdentifier == Self.app)
    #expect(request.readReason == "To show your heart rate.")
    #expect(request.read == request.share)
    var decision = DecideRequest()
    decision.id = request.id
    decision.others = isGranted
    _ = try await ask(OperatorMethods.decide, decision)
  }

  @Test func `it saves what was granted and reads it back`() async throws {
    let token = try await addApp()
    let program = try start(["61", "64.5", "58"], token: token)
    try await decide(true, for: program)
    let ending = try program.finish()
    #expect(ending.exitCode == 0, "\(ending.errors)")
    let lines = ending.lines.map { $0.split(separator: " ", maxSplits: 1) }
    let values = lines.map { $0.last ?? "" }
    #expect(values == [" 61 count/min", " 64.5 count/min", " 58 count/min"])
    let times = try lines.map { try DateText(parsing: String($0[0])).secondsSince2001 }
    #expect(zip(times, times.dropFirst()).map { $1 - $0 } == [60, 60])

    var request = ListSourcesRequest()
    request.type = "HKQuantityTypeIdentifierHeartRate"
    let sources = try await ask(StoreMethods.listSources, request).sources
    // The app says a bundle identifier and no name; the node knows both.
    #expect(
      try sources.map { try Source($0, in: "sources") }
        == [Source(bundleIdentifier: Self.app, name: "Heart rates")])
  }

  @Test func `it shows what is saved from then on, until it is stopped`() async throws {
    let token = try await addApp()
    let follower = try start(["61", "--follow"], token: token)
    try await decide(true, for: follower)
    try follower.waitForLine(containing: " 61 count/min")
    let saver = try start(["72"], token: token).finish()
    #expect(saver.exitCode == 0, "\(saver.errors)")
    #expect(saver.lines.count == 2)
    try follower.waitForLine(containing: " 72 count/min")
    follower.receive(.interrupt)
    let ending = try follower.finish()
    #expect(ending.exitCode == 0, "\(ending.errors)")
    #expect(ending.lines.count == 2)
  }

  @Test func `it says what to do where there is no node or no token`() throws {
    let absent = try start(["61"], token: folder.file("none")).finish()
    #expect(absent.exitCode == 1)
    #expect(absent.errors.contains("'dyad apps add heart.rates --reading WHY --sharing WHY'"))
    let alone = try RunningProgram.run(
      "/usr/bin/env",
      ["python3", Places.root + "/Tools/examples/heart_rate.py", "--socket", folder.file("none")],
      environment: environment.merging(["HOME": folder.path]) { $1 })
    #expect(alone.exitCode == 1)
    #expect(alone.errors.contains("start it with 'dyadd'"))
  }

  @Test func `it tells in a line why it may not`() async throws {
    let token = try await addApp()
    let program = try start(["61"], token: token)
    try await decide(false, for: program)
    let denied = try program.finish()
    #expect(denied.exitCode == 1)
    #expect(denied.output.isEmpty)
    #expect(denied.errors.contains("PERMISSION_DENIED: cannot save the objects: "))
    try folder.write(Array("not the token".utf8), to: "other")
    let unknown = try start(["61"], token: folder.file("other")).finish()
    #expect(unknown.exitCode == 1)
    #expect(unknown.errors.hasPrefix("UNAUTHENTICATED: "))
  }

  /// Saves steps of one moment, as the owner.
  private func saveSteps(_ count: Double, at time: Double) async throws {
    var request = SaveRequest()
    request.runs = try SampleRun.messages(
      of: [
        SampleRun(
          Sample(
            uuid: SampleUUID(base: 1, counter: UInt64(count)), type: .stepCount, start: time,
            end: time, value: .quantity(Quantity(count, .count)),
            source: SourceRevision(source: Source(bundleIdentifier: "phone", name: "Phone"))))
      ])
    _ = try await ask(StoreMethods.save, request)
  }

  @Test func `steps are shown day by day, and anew when they change`() async throws {
    let token = try await addApp("daily.steps", readReason: "To show your steps.")
    let time = WallClock.system.now.rounded(.down)
    try await saveSteps(100, at: time)
    let follower = try start(["--follow"], token: token, file: "daily_steps.py")
    try follower.waitForError("Waiting for the owner's decision")
    let open = try await ask(OperatorMethods.listRequests, ListRequestsRequest()).requests
    var decision = DecideRequest()
    decision.id = try #require(open.first).id
    decision.others = true
    _ = try await ask(OperatorMethods.decide, decision)
    try follower.waitForLine(containing: "  100 steps")
    try await saveSteps(1, at: time)
    try follower.waitForLine(containing: "  101 steps")
    follower.receive(.interrupt)
    let ending = try follower.finish()
    #expect(ending.exitCode == 0, "\(ending.errors)")
    let asked = try start(["--days", "2"], token: token, file: "daily_steps.py").finish()
    #expect(asked.exitCode == 0, "\(asked.errors)")
    #expect(asked.lines.last == ending.lines.last)
  }
}
