internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import PairingCommands
internal import TextFormats

/// How a node is, in lines for people.
struct StatusReport: Sendable {
  let status: NodeStatusMessage
  /// The time by the node's clock, which may have gone on since it told.
  let now: Double

  /// The lines, as wide as the console where that is known; names in them are not cleaned yet.
  func lines(on console: Console) -> [String] {
    let (sentences, table, notes) = parts(console)
    let wrapped = [sentences, notes].map { lines in
      lines.flatMap { line in console.columns.map { TerminalText.wrap(line, to: $0) } ?? [line] }
    }
    let rest = [table, wrapped[1]].filter { !$0.isEmpty }
    return wrapped[0] + rest.flatMap { [""] + $0 }
  }

  private func parts(
    _ console: Console
  ) -> (sentences: [String], table: [String], notes: [String]) {
    var lines = [title, holdings(console)]
    if status.diskFull {
      lines.append(
        "The disk is full: reading works, saving does not, and deleting as far as the room goes that is kept "
          + "for it. Make room on the disk.")
    }
    if status.keyIsAnother {
      lines.append(
        "This device has another key than its pairs were made with, and no paired device knows it. Restore "
          + "a backup that was written with --with-key, or put the old device.pem back; or remove the pairs "
          + "on both sides, 'dyad pair remove', and pair anew.")
    }
    if status.openRequests > 0 {
      let count = counted(Int(status.openRequests), "request")
      lines.append(
        "\(count) of apps \(status.openRequests == 1 ? "waits" : "wait"): "
          + "'dyad requests' shows what for.")
    }
    for mirror in status.mirrors {
      let lag =
        mirror.lag == 0
        ? "has everything" : "lacks \(counted(Int(clamping: mirror.lag), "change"))"
      lines.append(
        "The mirror of \(mirror.name) \(lag); heard \(SpanText.past(mirror.heardAt, now: now)).")
    }
    guard !status.peers.isEmpty else {
      lines.append(
        "It is not paired: 'dyad pair show' here and 'dyad pair join' on the other device do that.")
      return (lines, [], [])
    }
    let notes = status.peers.flatMap { PeerReport(peer: $0, now: now).notes }
    return (lines, table.lines(width: console.columns), notes)
  }

  private var title: String {
    let running = SpanText.text(of: now - status.startedAt)
    return
      "This is the \(PairingWords.title(role: status.role, name: status.name)) (\(status.id)), "
      + "dyadd \(status.version), running for \(running)."
  }

  private func holdings(_ console: Console) -> String {
    var parts = [counted(Int(clamping: status.samples), "sample")]
    parts.append(
      status.damaged == 0
        ? "nothing damaged"
        : "\(counted(Int(clamping: status.damaged), "part")) damaged ('dyad verify' lists them)")
    if let cutoff = status.cutoff {
      parts.append("what ends before \(PairingWords.date(cutoff, on: console)) is not kept")
    }
    return parts.joined(separator: "; ") + "."
  }

  private var table: Table {
    var table = Table([
      .init("NAME"), .init("ROLE"), .init("STATE"), .init("LAG", .right), .init("EQUAL"),
      .init("ADDRESS"),
    ])
    for peer in status.peers {
      let report = PeerReport(peer: peer, now: now)
      table.append([
        peer.name, PairingWords.role(peer.role), report.state, report.lag, report.equality,
        peer.address.isEmpty ? "-" : peer.address,
      ])
    }
    return table
  }
}
