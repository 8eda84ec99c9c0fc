package import CommandLineCore
internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeApps
internal import NodeLog
internal import NodeTrust
internal import Pairing
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore

/// The program `dyadd`: the way from the words of a command line to a node that runs, and to its end.
package enum Daemon {
  /// What `--version` prints.
  package static let version = "dyadd \(ProgramVersion.number)"

  /// Lets a process that is idle sleep: before its first task.
  package static func takeThreads() {
    CommonPool.install()
  }

  /// Runs the words after the program's name, away from the main thread's actor.
  @concurrent package static func run(_ words: [String]) async -> ExitCode {
    do {
      if words.prefix(while: { $0 != "--" }).contains(Option.version.spelling) {
        try print(version + "\n")
        return .success
      }
      if let word = words.first, ["completions", "manual"].contains(word) {
        try print(try toolText(words))
        return .success
      }
      switch try command.parse(words) {
      case .help(let path):
        try print(command.help(for: path, width: Descriptor.standardOutput.columns))
      case .run(let arguments):
        let arguments = try DaemonArguments(arguments)
        let settings = try arguments.settings()
        if arguments.printsConfiguration {
          try print(settings.documentedText)
        } else {
          try await serve(arguments, settings)
        }
      }
      return .success
    } catch {
      let failure = ProgramFailure(daemon: error)
      report(failure)
      return failure.exitCode
    }
  }

  /// What a shell or man reads about the program.
  private static func toolText(_ words: [String]) throws(CommandLineError) -> String {
    switch try tools.parse(words) {
    case .help(let path): tools.help(for: path, width: Descriptor.standardOutput.columns)
    case .run(let arguments):
      arguments.path.last == "manual"
        ? try command.manual(arguments, version: ProgramVersion.number, section: 8)
        : try command.completionScript(arguments)
    }
  }

  /// Serves until a signal ends it; the log is written by a thread of its own.
  private static func serve(_ arguments: DaemonArguments, _ settings: Settings) async throws {
    let isForJournal =
      CurrentProcess.environment("JOURNAL_STREAM").map(ServiceManager.isJournal) ?? false
    let queue = LogQueue(settings.logFormat, isForJournal: isForJournal)
    let clock = arguments.hasTestClock ? WallClock.system(aheadBy: ClockShift()) : .system
    let log = Log(settings.logLevel, clock: clock, to: queue)
    let housekeeping = try EventLoop(name: "dyadd-log")
    let result = await withTaskGroup(of: Void.self) { group in
      group.addTask(executorPreference: housekeeping) {
        await queue.run(to: Descriptor.standardError)
      }
      let result: Result<Void, any Error>
      do {
        result = .success(try await serve(arguments, settings, clock, log, queue, housekeeping))
      } catch {
        result = .failure(error)
      }
      queue.finish()
      return result
    }
    await housekeeping.shutdown()
    try result.get()
  }

  /// Opens the store; one that is too damaged for that is repaired first, as far as it can be.
  ///
  /// The file as it was stays beside it. Where too little of it can be read, that is the error.
  private static func openStore(
    _ location: StoreLocation, _ clock: WallClock, _ log: Log
  ) async throws -> LocalStore {
    do {
      return try await LocalStore.open(location, clock: clock)
    } catch let error as StorageError where error.code == .damaged {
      log.write(.error, "store.damaged", .text("reason", "\(error)"))
      let report = try await LocalStore.repair(location)
      log.write(.warning, "store.repaired", .number("findings", report.findingCount))
      return try await LocalStore.open(location, clock: clock)
    }
  }

  private static func serve(
    _ arguments: DaemonArguments, _ settings: Settings, _ clock: WallClock, _ log: Log,
    _ queue: LogQueue, _ housekeeping: EventLoop
  ) async throws {
    // Before there is a key in memory that a crash could leave on the disk.
    try ProcessProtection.leaveNoCore()
    // Each connection has one, and so has each file of the store and each connection of our own.
    OpenFileLimit.raise(to: 3 * settings.limits.connections + 256)
    let signals = ServiceSignals()
    let passed = try PassedSockets.take()
    let lock = try takeState(arguments.places)
    defer { withExtendedLifetime(lock) {} }
    let identity = try NodeIdentity.loadOrMake(at: arguments.places.identity)
    log.write(
      .info, "node.starting", .text("version", version), .text("state", arguments.places.state),
      .text("key", "\(identity.publicKeyFingerprint)"))
    if arguments.hasTestClock { log.write(.warning, "clock.for-tests") }
    let store = try await openStore(
      StoreLocation(folder: arguments.places.state), clock, log)
    var loops: [EventLoop] = []
    let result: Result<Void, any Error>
    do {
      for number in 0..<settings.threads { loops.append(try EventLoop(name: "dyadd-\(number)")) }
      let node = try await node(
        arguments.places, settings, identity, store, loops, passed, log)
      let manager = CurrentProcess.environment("NOTIFY_SOCKET").flatMap(
        ServiceManager.init(socket:))
      let supervisor = Supervisor(
        node: node, log: log, manager: manager,
        watchdog: manager.flatMap { Watchdog(telling: $0, of: loops, log: log) },
        settings: CurrentSettings(settings, queue: queue, read: arguments.settings),
        metrics: settings.metricsFile.isEmpty
          ? nil : MetricsFile(settings.metricsFile, every: settings.metricsEvery, log: log),
        housekeeping: housekeeping)
      try announce(node.listening, arguments, by: supervisor)
      try await supervisor.run(signals.arrivals)
      log.tellLeftOut()
      log.write(.info, "node.stopped")
      result = .success(())
    } catch {
      result = .failure(error)
    }
    for loop in loops { await loop.shutdown() }
    let closing = await Result<Void, any Error>.made { try await store.close() }
    try result.get()
    try closing.get()
  }

  /// Puts the node together, with what it remembers of its peers.
  private static func node(
    _ places: NodePlaces, _ settings: Settings, _ identity: Identity, _ store: LocalStore,
    _ loops: [EventLoop], _ passed: PassedSockets, _ log: Log
  ) async throws -> Node {
    let trust = try await StoredTrust.open(
      store, key: identity.publicKeyFingerprint, role: settings.role.role,
      clock: NodeClock(store.clock))
    let keys = try NodeKeys(
      identity, at: places.identity, next: places.nextIdentity, believing: trust.view)
    if try keys.resume(await trust.ledger.rotation?.nextKey) {
      try await trust.change { _ = $0.finishRotation() }
    }
    let ledger = await trust.ledger
    log.write(
      .info, "node.device", .text("id", "\(ledger.device)"), .text("role", ledger.role.name),
      .number("peers", ledger.peers.count))
    if await trust.isKeyAnother { log.write(.error, "key.is-another") }
    let known = try await KnownApps.open(store, tokens: places.tokens)
    try await store.recoverWorkout()
    return try await Node(
      settings, trusting: trust, showing: keys, knowing: known, on: loops, at: passed, log: log)
  }

  /// Makes the state folder, and becomes its one daemon.
  private static func takeState(_ places: NodePlaces) throws(ProgramFailure) -> OwnerLock {
    do throws(SystemError) {
      try FileSystem.createFolder(places.state)
      return try OwnerLock(places.lock)
    } catch {
      var failure = ProgramFailure(error, doing: .keepingState)
      if error.code == .locked {
        let owner = error.owner.map { "process \($0)" } ?? "another process"
        failure.message = "cannot start in \(places.state): \(owner) is its daemon"
      }
      throw failure
    }
  }

  /// Tells everybody who waits for it that calls are taken.
  private static func announce(
    _ places: [ListeningAddress], _ arguments: DaemonArguments, by supervisor: Supervisor
  ) throws {
    if arguments.printsAddresses {
      try print(places.map { "listening \($0.text)\n" }.joined())
    }
    if let descriptor = arguments.readyDescriptor {
      try ServiceManager.tellReady(throughDescriptor: descriptor)
    }
    supervisor.tell(.ready)
  }

  private static func print(_ text: String) throws(CommandLineError) {
    try Descriptor.standardOutput.write(Array(text.utf8))
  }

  private static func report(_ failure: ProgramFailure) {
    guard failure.exitCode != .success else { return }
    let palette = Palette(for: .standardError)
    let head = palette.paint("dyadd:", .red)
    var text = "\(head) \(TerminalText.clean(failure.message))\n"
    if let advice = failure.advice { text += "  \(TerminalText.clean(advice))\n" }
    // Whoever does not read errors cannot be told of one.
    try? Descriptor.standardError.write(Array(text.utf8))
  }
}
