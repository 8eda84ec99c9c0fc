internal import CommandLineCore
internal import HealthModel
internal import SystemCore
internal import TextFormats

/// Starts what subscriptions name, and waits for its end.
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
    let program: LaunchedProgram
    do {
      program = try LaunchedProgram(words, environment: environment(for: subscription))
    } catch {
      return .notStarted(error.detail)
    }
    return await withTaskCancellationHandler {
      await outcome(of: program)
    } onCancel: {
      program.end(within: Self.grace)
    }
  }

  /// What a program finds in its environment.
  func environment(for subscription: Subscription) -> [String: String] {
    var environment: [String: String] = [:]
    for name in Self.inherited { environment[name] = CurrentProcess.environment(name) }
    environment["DYAD_SUBSCRIPTION"] = subscription.key.name
    let socket = subscription.key.app == nil ? ownerSocket : appSocket
    if !socket.isEmpty { environment["DYAD_SOCKET"] = socket }
    return environment
  }

  private func outcome(of program: LaunchedProgram) async -> Outcome {
    await withTaskGroup(of: LaunchedProgram.Ending?.self) { group in
      group.addTask { await program.ending() }
      group.addTask {
        // Cancelled because the program has ended, or because all ends.
        try? await Pause.sleep(for: longest)
        return nil
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
