internal import CommandLineCore
internal import HealthModel
internal import SystemCore
internal import TextFormats

/// Starts programs that apps and their owner named, and waits for their end.
package struct Launcher: Sendable {
  /// What became of something that was to be started.
  enum Outcome: Hashable, Sendable {
    /// It returned a number.
    case ended(Int32)
    /// A signal ended it, ours or another.
    case broken(signal: Int32)
    /// It took too long, and was ended.
    case timedOut
    /// The system refused; why, without the words of the command.
    case notStarted(String)
  }

  /// The variables that programs get from the daemon's own environment.
  private static let inherited = [
    "PATH", "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_DIRS", "XDG_CONFIG_HOME", "XDG_DATA_DIRS",
    "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
  ]
  /// How long something may go on that was asked to end.
  private static let grace = Duration.seconds(5)

  /// Where apps reach the node, and where its owner does; empty for nowhere.
  let appSocket: String
  let ownerSocket: String
  /// What starts units.
  var manager = "/usr/bin/systemctl"
  /// How long something may run.
  var longest = Duration.seconds(600)

  /// Starts what the subscription names, and returns when it has ended; cancelling the task ends it.
  func run(_ subscription: Subscription) async -> Outcome {
    let words: [String]
    switch subscription.target {
    case .nothing: return .notStarted("there is nothing to start")
    case .command(let command): words = command
    case .unit(let unit): words = [manager, "--user", "--no-block", "start", "--", unit]
    }
    do {
      let program = try start(
        words, telling: ["DYAD_SUBSCRIPTION": subscription.key.name],
        isOwner: subscription.key.app == nil)
      return await outcome(of: program, within: longest)
    } catch {
      return .notStarted(error.detail)
    }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: Its path, and what it is told.
  ///   - news: What it finds in its environment beside what all do.
  ///   - isOwner: Whether it calls as the owner of the node, and not as an app.
  /// - Returns: The program, which goes on until somebody ends it.
  /// - Throws: That the system refused.
  func start(
    _ words: [String], telling news: [String: String], isOwner: Bool
  ) throws(SystemError) -> LaunchedProgram {
    try LaunchedProgram(words, environment: environment(telling: news, isOwner: isOwner))
  }

  /// All that a program finds in its environment.
  func environment(telling news: [String: String], isOwner: Bool) -> [String: String] {
    var environment = news
    for name in Self.inherited { environment[name] = CurrentProcess.environment(name) }
    let socket = isOwner ? ownerSocket : appSocket
    if !socket.isEmpty { environment["DYAD_SOCKET"] = socket }
    return environment
  }

  /// How a program ended, once it has; cancelling the task ends it.
  ///
  /// - Parameters:
  ///   - program: Which.
  ///   - longest: How long it may run; `nil` for as long as it wants.
  /// - Returns: What became of it.
  func outcome(of program: LaunchedProgram, within longest: Duration?) async -> Outcome {
    await withTaskCancellationHandler {
      await ending(of: program, within: longest)
    } onCancel: {
      program.end(within: Self.grace)
    }
  }

  private func ending(of program: LaunchedProgram, within longest: Duration?) async -> Outcome {
    await withTaskGroup(of: LaunchedProgram.Ending?.self) { group in
      group.addTask { await program.ending() }
      if let longest {
        group.addTask {
          // Cancelled because the program has ended, or because all ends.
          try? await Pause.sleep(for: longest)
          return nil
        }
      }
      var tookTooLong = false
      while let next = await group.next() {
        if let ending = next {
          group.cancelAll()
          if tookTooLong { return .timedOut }
          return ending.exitCode.map { .ended($0) } ?? .broken(signal: ending.signal ?? 0)
        }
        guard !Task.isCancelled else { continue }
        tookTooLong = true
        program.end(within: Self.grace)
      }
      return .timedOut
    }
  }
}
