internal import ConformanceWire

/// What to say where the tool cannot pair with a node that runs already.
enum PairingAdvice {
  private static let window =
    "Open the node's pairing window and write the code that it shows after --code."

  /// The end of a run that could not begin.
  ///
  /// - Parameters:
  ///   - error: Why there is no pair.
  ///   - role: What the node should be.
  ///   - target: The node in words.
  /// - Returns: The reason and what to do.
  static func failure(of error: any Error, _ role: Role, _ target: String) -> RunFailure {
    let failed = "cannot pair with \(target)"
    switch error {
    case let error as CallRefused:
      guard let word = error.refusal else {
        return RunFailure(.deviates, "\(failed): \(error)")
      }
      let (exit, reason, advice) = words(for: word, role)
      return RunFailure(exit, "\(failed): \(reason)", advice: advice)
    case let error as CallFailure:
      let word = error.end.trailer(PairingRefusal.trailer) ?? "\(error.end)"
      return RunFailure(
        .unreachable, "\(failed): its owner's socket opens no window (\(word))",
        advice: word == "already-paired" || word == "other-history"
          ? "End the pair that it has." : nil)
    case let error as PairingFlaw:
      return RunFailure(
        .deviates,
        "\(failed): expected in M\(error.step) \(error.expected), and came \(error.observed) "
          + "(\(error.clause))")
    case let error as Deviation:
      return RunFailure(
        .deviates, "\(failed): expected \(error.expected), and came \(error.observed)")
    case WireError.refused(let reason) where reason.contains("certificate"):
      return RunFailure(.unreachable, "\(failed): no window is open there", advice: window)
    case let error as WireError:
      return RunFailure(
        .unreachable, "\(failed): \(error)",
        advice: "See whether a node listens there, and whether it is a \(role.word).")
    default: return RunFailure(.unreachable, "\(failed): \(error)")
    }
  }

  private static func words(
    for word: PairingRefusal, _ role: Role
  ) -> (RunExit, reason: String, advice: String?) {
    switch word {
    case .wrongCode, .codeSpent:
      (.usage, "the code is wrong, and spent now (\(word.rawValue))", window)
    case .windowClosed, .expired: (.unreachable, "no window is open there", window)
    case .wrongRole:
      (
        .usage, "it is no \(role.word)",
        "Write '--as \(role.word)', and open the window again."
      )
    case .alreadyPaired:
      (.unreachable, "it has a \(role.other.word) already", "End that pair on the node.")
    case .otherHistory:
      (
        .unreachable, "it holds samples of another pair",
        "Judge a node that was reset, or keep them when the window is opened."
      )
    case .clocks:
      (.unreachable, "its clock and this machine's are minutes apart", "Set both by the same time.")
    case .busy, .interrupted: (.unreachable, "it is busy (\(word.rawValue))", "Try again.")
    case .declined: (.unreachable, "its owner declined", window)
    case .version, .malformed, .notPaired:
      (.deviates, "it refuses what the text allows (\(word.rawValue))", nil)
    }
  }
}
