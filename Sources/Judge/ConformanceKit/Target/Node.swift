package import ConformanceWire

/// The node under test, as one case has it.
package final class Node {
  /// How long a program may take.
  package struct Patience: Sendable {
    /// To say where it is, or a code.
    package var starting = Duration.seconds(10)
    /// To end in order where a case wants that.
    package var ending = Duration.seconds(10)
    /// To end when the case is over.
    package var stopping = Duration.seconds(2)

    package init() {}
  }

  package let role: Role
  /// Where other nodes reach it, "HOST:PORT"; another one perhaps after each start.
  package private(set) var address = ""
  /// Where its owner reaches it.
  package private(set) var operatorSocket: String?
  /// Where apps reach it.
  package private(set) var appSocket: String?
  /// What is done to the node while it is down, and what calls of the case are seen by.
  package let scene: Scene
  /// Its owner's calls.
  var ownerCaller: LocalCaller?
  /// The call that keeps the pairing window open.
  package var window: LocalCall?

  private let choice: TargetChoice
  private let patience: Patience
  private let cleaner: LeftoverCleaner?
  private var program: TargetProgram?
  private var earlierOutput: [String] = []
  /// The code that a node shows by itself and nobody has used.
  private var givenCode: String?
  /// Codes and tokens that it gave out, which no report may show.
  package private(set) var secrets: [[UInt8]] = []
  /// How far its clock is ahead.
  package private(set) var ahead = 0.0

  /// Finds the node, or starts it and waits until it can be called.
  ///
  /// - Parameters:
  ///   - choice: Which one.
  ///   - role: What it is; a program is told by `{role}` in its words.
  ///   - scene: The case's.
  ///   - patience: How long a program may take.
  /// - Throws: ``TargetError`` where a program does not start.
  package init(
    _ choice: TargetChoice, role: Role, scene: Scene, patience: Patience = Patience()
  ) throws {
    self.choice = choice
    self.role = role
    self.scene = scene
    self.patience = patience
    switch choice {
    case .running(let address, let code, let operatorSocket, let appSocket):
      cleaner = nil
      self.address = address
      givenCode = code.isEmpty ? nil : code
      secrets.append(Array(code.utf8))
      self.operatorSocket = operatorSocket
      self.appSocket = appSocket
    case .program:
      cleaner = try LeftoverCleaner()
      try start()
    }
  }

  deinit { stop() }

  /// Where it keeps what it has to keep, if it is a program of this tool.
  package var stateFolder: String? { cleaner?.folder }

  /// The last lines of its log, from before it was started again too, if it is a program of this tool.
  package var output: [String] { (earlierOutput + (program?.log ?? [])).suffix(200) }

  /// What can be asked of it.
  package func offers(_ need: Need) -> Bool {
    switch need {
    case .owner: operatorSocket != nil
    case .app: appSocket != nil
    case .restart, .clock, .window, .fresh: choice.mayOffer(need)
    }
  }

  /// Ends it and starts it again with what it kept; its address may be another one then.
  ///
  /// - Parameters:
  ///   - kill: Whether it gets no chance to do anything before its end.
  ///   - change: What the case does to what it kept while it is down.
  /// - Throws: ``TargetError`` where it does not end in order, or not start; ``NotHere`` where it is no
  ///   program of this tool; and what `change` throws.
  package func restart(
    kill: Bool, changing change: (_ stateFolder: String) throws -> Void = { _ in }
  ) throws {
    guard let cleaner, let program else {
      throw NotHere("the node was not started by this tool, which cannot start it again")
    }
    closeCalls()
    let isInTime = program.end(killing: kill, within: patience.ending)
    keepOutput()
    guard kill || isInTime else {
      throw TargetError(
        "cannot end the node in order: it goes on \(patience.ending) after SIGTERM", lines: output)
    }
    try change(cleaner.folder)
    scene.interference.restarts(cleaner.folder)
    try start()
    // A program begins with the machine's time.
    if ahead > 0 { _ = try owner("Operator/AdvanceClock", ["seconds": .double(ahead)]) }
  }

  /// Tells it to end in order, and does not wait for it: a case sees what it does then.
  ///
  /// - Throws: ``NotHere`` where it is no program of this tool.
  package func askToEnd() throws {
    guard let program else {
      throw NotHere("the node was not started by this tool, which cannot end it")
    }
    program.askToEnd()
  }

  /// Notes something that no report may show.
  func noteSecret(_ text: String) {
    secrets.append(Array(text.utf8))
  }

  /// Knows no code any more: the one that was given has made a pair.
  func forgetCode() {
    givenCode = nil
  }

  /// Sets its clock ahead.
  ///
  /// - Throws: ``NotHere`` where its clock cannot be set.
  package func advanceClock(_ seconds: Double) throws {
    guard offers(.clock) else { throw NotHere("the node's clock cannot be set ahead") }
    _ = try owner("Operator/AdvanceClock", ["seconds": .double(seconds)])
    ahead += seconds
  }

  /// Ends the program and all that it started, and removes its folder.
  package func stop() {
    closeCalls()
    program?.end(killing: false, within: patience.stopping)
    keepOutput()
  }

  /// The next code that it prints by itself.
  func printedCode() throws -> String {
    if let code = givenCode {
      givenCode = nil
      return code
    }
    guard let program else { throw NotHere("the node's one code was used, and no other is known") }
    let code = try program.wait(for: "a line 'code DIGITS'", within: patience.starting) { kept in
      kept.codes.isEmpty ? nil : kept.codes.removeFirst()
    }
    noteSecret(code)
    return code
  }

  private func start() throws(TargetError) {
    guard case .program(let words, _) = choice, let cleaner else { return }
    let started = try TargetProgram(
      words.map { word in
        word.replacing("{state}", with: cleaner.folder).replacing("{role}", with: role.word)
      }, cleaner)
    program = started
    (address, operatorSocket, appSocket) = try started.wait(
      for: "a line 'listening tls HOST:PORT'", within: patience.starting
    ) { kept in kept.nodes.map { ($0, kept.owner, kept.apps) } }
  }

  private func keepOutput() {
    earlierOutput = output
    program = nil
  }

  private func closeCalls() {
    window = nil
    ownerCaller?.close()
    ownerCaller = nil
  }
}
