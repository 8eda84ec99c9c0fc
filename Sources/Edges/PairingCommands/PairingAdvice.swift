package import CommandLineCore
internal import CommandSupport
package import Pairing
internal import TextFormats

/// What to do about a refusal: the one place where that is decided.
package struct PairingAdvice: Sendable {
  /// How the commands are called here: "dyad pair" or "dyad-pair".
  let call: String
  /// Who asked.
  let side: PairingSide
  /// The time, for locks that end by themselves: seconds since 2001-01-01 UTC.
  let now: Double

  /// Advice for one who asked.
  ///
  /// - Parameters:
  ///   - call: How the commands are called.
  ///   - side: Who asked.
  ///   - now: The time, in seconds since 2001-01-01 UTC.
  package init(call: String, side: PairingSide, now: Double) {
    self.call = call
    self.side = side
    self.now = now
  }

  /// The failure to show.
  ///
  /// - Parameters:
  ///   - refusal: Why.
  ///   - detail: What the daemon says of it; it may know numbers.
  ///   - lockEnd: When the lock ends, if there is one.
  /// - Returns: It, with advice.
  package func failure(
    _ refusal: PairingError.Refusal, detail: String = "", lockEnd: PairingError.LockEnd? = nil
  ) -> ProgramFailure {
    let message =
      if detail.hasPrefix("cannot ") {
        detail
      } else {
        "cannot \(side.operation): \(detail.isEmpty ? RefusalWords.reason(refusal) : detail)"
      }
    var text = advice(refusal, lockEnd)
    // Other reasons may bring the lock with them.
    if refusal != .locked, let lockEnd { text += " \(lockText(lockEnd))" }
    return ProgramFailure(RefusalWords.exitCode(refusal), message, advice: text)
  }

  private func advice(
    _ refusal: PairingError.Refusal, _ lockEnd: PairingError.LockEnd?
  ) -> String {
    switch refusal {
    case .wrongCode, .codeSpent, .expired, .windowClosed, .windowOpen: codeAdvice(refusal)
    case .locked: lockText(lockEnd)
    case .wrongRole, .clocks, .alreadyPaired, .otherHistory, .version: deviceAdvice(refusal)
    case .busy:
      "Wait until the other device is through, at most ten minutes, and try again."
    case .malformed:
      "Update the older of the two programs; if they are the same, somebody else may be answering "
        + "there: see 'journalctl --user -u dyadd'."
    case .declined:
      side == .show
        ? "Ask the owner of the other device; '\(call) show' makes a new code."
        : "Nothing was kept. Begin again with '\(call) join' if that was a mistake."
    case .unreachable, .interrupted: connectionAdvice(refusal)
    case .notPaired:
      "Remove it here, too, with '\(call) remove', and pair again if that is meant."
    case .noSuchPeer: "'\(call) list' shows the devices that there are."
    case .unknownKey:
      "Compare the key that the other device shows with the one that was asked for: somebody may be "
        + "in between, the address may be that of another device, or its key was made anew. Then "
        + "begin again with what it shows now."
    }
  }

  private func codeAdvice(_ refusal: PairingError.Refusal) -> String {
    let again = "'\(call) show' makes a new code."
    let there = "Let the other device show a new code with '\(call) show'"
    switch (refusal, side) {
    case (.windowOpen, _):
      return "End the other '\(call) show' with Ctrl-C, or use the code that it shows."
    case (.wrongCode, .show):
      return "A code is good for one try, so this one is spent. \(again)"
    case (.wrongCode, _):
      return "A code is good for one try. \(there), and type that one."
    case (.codeSpent, .show):
      return "Somebody began three times and did not end; that may be a bad connection. \(again)"
    case (.expired, .show): return "\(again) It holds longer with '--for 10m'."
    case (.windowClosed, .show): return again
    case (.codeSpent, _), (.expired, _): return "\(there), and begin again."
    default: return "\(there), and begin again while it is on the screen."
    }
  }

  private func deviceAdvice(_ refusal: PairingError.Refusal) -> String {
    switch refusal {
    case .wrongRole where side == .remove:
      return "Leave --erase out; the samples of a phone are its own."
    case .wrongRole:
      return "A pair is a phone and a watch: set 'role' in dyadd.toml of one of them, or start it "
        + "with 'dyadd --role'."
    case .clocks:
      return "Set the clock that is wrong: 'timedatectl' shows it, and 'timedatectl set-ntp true' "
        + "keeps it right."
    case .alreadyPaired:
      return
        "'\(call) list' shows the pair, and '\(call) remove' ends it; do that on the watch, or "
        + "on the phone that it belongs to."
    case .otherHistory:
      return "On the watch, say --keep for the new phone to get these samples, or --erase to erase "
        + "all samples of the watch at the moment of pairing."
    default:
      return "Update Dyad on the device where it is older: 'dyadd --version' tells which that is."
    }
  }

  private func connectionAdvice(_ refusal: PairingError.Refusal) -> String {
    switch (refusal, side) {
    case (.unreachable, .remove), (.unreachable, .rotate):
      return
        "See that 'dyadd' runs on the other device and that its port is let through; it is told "
        + "when it can be reached."
    case (.unreachable, _):
      return
        "See that the address and the port are those that the other device shows, that 'dyadd' "
        + "runs there, and that no firewall is in between."
    case (_, .show), (_, .join):
      return
        "'\(call) list' tells whether there is a pair; if not, begin again with '\(call) show'."
    default:
      return "'\(call) list' tells how far it came; try again."
    }
  }

  private func lockText(_ end: PairingError.LockEnd?) -> String {
    let place = side == .join ? "on the device that shows the code" : "here"
    let unlock = "'\(call) unlock' \(place) ends that"
    switch end {
    case .at(let instant):
      guard let until = DateText(secondsSince2001: instant.rounded()), instant > now else {
        return "The lock is over about now: try again."
      }
      return "No code is taken for another \(SpanText.text(of: instant - now)), until "
        + "\(until.text); \(unlock) at once."
    case .reset, nil:
      return "So many wrong codes are no slip of the finger: find out who tried. Only \(unlock)."
    }
  }
}
