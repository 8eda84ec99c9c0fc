internal import CommandSupport
internal import DyadServices
internal import PairingCommands
internal import TextFormats

/// How it is with one peer, in words.
struct PeerReport: Sendable {
  /// Clocks that far apart are no trouble.
  private static let harmlessSkew = 2.0

  let peer: PeerStatusMessage
  /// The time by the node's clock.
  let now: Double

  /// "watch "Band"".
  var title: String { PairingWords.title(role: peer.role, name: peer.name) }

  /// The state in a word.
  var state: String {
    if peer.isTwice || peer.isThisTwice { return "copied" }
    return switch peer.state {
    case .waiting: "waiting"
    case .connecting: "connecting"
    case .syncing: "syncing"
    case .settled: "settled"
    case .retrying: "retrying"
    case .braked: "stopped"
    case .unspecified: "unknown"
    }
  }

  /// When both held the same last.
  var equality: String {
    peer.equalAt.map { SpanText.past($0, now: now) } ?? "not seen yet"
  }

  /// How many samples it does not have yet; without a connection nobody may know.
  var lag: String {
    peer.lag.isEmpty && peer.connectedSince == nil ? "-" : String(TypeWords.total(peer.lag))
  }

  /// Whether it goes on by itself, as things are.
  var isUnderWay: Bool {
    switch peer.state {
    case .connecting, .syncing, .settled: true
    case .waiting, .retrying, .braked, .unspecified: false
    }
  }

  /// How far it is, in a sentence.
  var standing: String {
    let lag = TypeWords.total(peer.lag)
    let rest = lag == 0 ? "" : ", \(counted(Int(clamping: lag), "sample")) to go"
    let last = peer.equalAt == nil ? "never equal yet" : "equal last \(equality)"
    return "The \(title) is \(state)\(rest), \(last)."
  }

  /// What a person should know of it, a sentence or two for each thing, with what to do.
  var notes: [String] {
    var notes: [String] = []
    if !peer.lag.isEmpty {
      notes.append("The \(title) does not have \(TypeWords.list(peer.lag)) yet.")
    }
    if let question { notes.append(question) }
    if peer.deletedLately > 0 {
      notes.append(
        "The \(title) deleted \(counted(Int(clamping: peer.deletedLately), "sample")) within the last day: "
          + "'dyad undo --list' shows when, and takes it back.")
    }
    if peer.isThisTwice {
      notes.append(
        "This device runs twice: another one that goes on with a copy of its state folder pushes it out at "
          + "the \(title). Stop one of them; what is to be a device of its own begins with an empty folder "
          + "and is paired anew.")
    }
    notes += [trouble, skew].compactMap { $0 }
    if peer.isTwice {
      notes.append(
        "The \(title) runs twice: two devices go on with copies of one state folder, and each pushes the "
          + "other out. Stop one of them; what is to be a device of its own begins with an empty folder "
          + "and is paired anew.")
    } else if peer.isAlarmed {
      notes.append(
        "The \(title) seems to be restored from a backup, or copied. All is compared anew, which "
          + "takes longer once; if there are two copies of it, stop one of them.")
    }
    return notes
  }

  /// What the owner has to decide.
  var question: String? {
    guard !peer.held.isEmpty else { return nil }
    return
      "The \(title) says that samples are deleted which it is not trusted to delete: "
      + "\(TypeWords.list(peer.held)). They stay until you decide: 'dyad brake accept \(peer.id)' deletes "
      + "them; 'dyad brake refuse \(peer.id)' keeps them, and sends them there again."
  }

  /// What keeps it from going on, and what to do about it.
  var trouble: String? {
    switch peer.state {
    case .retrying:
      let failure = peer.failure.isEmpty ? "it cannot be reached" : peer.failure
      let next = peer.nextTry.map { "tried again \(SpanText.future($0, now: now))" }
      return "\(told(failure)); \(next ?? "it will be tried again")."
    case .waiting:
      return "The \(title) has no address that is known here, and does not call: see that 'dyadd' "
        + "runs there, and that it knows this device's address."
    case .braked where peer.hasUnsealedSettings:
      return
        "The \(title) shows permissions that this device neither remembers nor signed: it was restored from "
        + "a backup from before it signed them, or somebody made them up. Nothing is synced until you decide: "
        + "'dyad brake accept \(peer.id)' keeps only what both allow; 'dyad brake refuse \(peer.id)' keeps "
        + "what this device allows."
    case .braked:
      let what = peer.braked.isEmpty ? "" : " (\(TypeWords.list(peer.braked)))"
      return
        "The brake stopped deletions that follow from comparing with the \(title) alone\(what). "
        + "'dyad brake accept \(peer.id)' lets them pass; 'dyad brake refuse \(peer.id)' keeps the "
        + "samples, and sends them there again."
    case .unspecified, .connecting, .syncing, .settled:
      return peer.failure.isEmpty ? nil : told(peer.failure) + "."
    }
  }

  /// A failure, and which of the two devices failed: this one is named in it.
  private func told(_ failure: String) -> String {
    failure.hasPrefix("this ")
      ? "Nothing is synced with the \(title): \(failure)" : "The \(title): \(failure)"
  }

  private var skew: String? {
    guard let skew = peer.clockSkew, abs(skew) > Self.harmlessSkew else { return nil }
    return "The clock of the \(title) is \(SpanText.text(of: abs(skew))) "
      + "\(skew > 0 ? "ahead" : "behind"): set the wrong one; 'timedatectl' shows it."
  }
}
