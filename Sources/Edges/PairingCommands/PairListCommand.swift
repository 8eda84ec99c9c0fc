internal import CommandLineCore
internal import CommandSupport
internal import DyadServices

/// `dyad pair list`: the devices that this one is paired with.
struct PairListCommand: PairCommand {
  static let side = PairingSide.list

  static func command(_ call: String) -> Command {
    Command(
      side.rawValue, summary: "List the devices that this one is paired with",
      discussion: """
        STATE is paired; pending, while the last message of the pairing is open, which ends by itself; \
        or removed, until the other device was told.
        """,
      examples: [
        .init("\(call) list", "list them"),
        .init("\(call) list --json", "list them for a program, one on each line"),
      ])
  }

  init(_ arguments: ParsedArguments) throws {}

  func run(_ context: PairContext) async throws {
    let peers = try await context.call(PairingControlMethods.listPeers, ListPeersRequest()).peers
    if context.isJSON {
      for peer in peers { try context.write([], json: peer.json) }
      return
    }
    guard !peers.isEmpty else {
      return context.note(
        "This device is not paired: '\(context.call) show' here and '\(context.call) join' on the "
          + "other one do that.")
    }
    var table = Table(
      ["NAME", "ROLE", "ID", "STATE", "PAIRED SINCE", "ADDRESS"].map { Table.Column($0) })
    for peer in peers {
      table.append([
        peer.name, PairingWords.role(peer.role), peer.id, PairingWords.state(peer.state),
        peer.pairedAt == 0 ? "-" : PairingWords.date(peer.pairedAt, on: context.console),
        peer.address.isEmpty ? "-" : peer.address,
      ])
    }
    let lines = table.lines(width: context.console.columns)
    try context.console.write(lines.map { $0 + "\n" }.joined())
  }
}
