internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import TextFormats

/// `dyad pair remove`: ends a pair.
struct PairRemoveCommand: PairCommand {
  static let side = PairingSide.remove

  static func command(_ call: String) -> Command {
    Command(
      side.rawValue, summary: "End the pair with another device",
      discussion: """
        The other device is told at once, or when it can be reached. DEVICE need not be given where \
        there is one. Samples stay; --erase erases all of them, on a watch.
        """,
      examples: [
        .init("\(call) remove", "end the only pair"),
        .init("\(call) remove K7QM --yes", "end the pair with that device, without a question"),
      ], options: [PairOptions.eraseOnRemoval, PairOptions.yes], arguments: [PairOptions.device])
  }

  private let device: String?
  private let erases: Bool
  private let isConfirmed: Bool

  init(_ arguments: ParsedArguments) throws {
    device = arguments.value(PairOptions.device)
    erases = arguments.has(PairOptions.eraseOnRemoval)
    isConfirmed = arguments.has(PairOptions.yes)
    if device?.isEmpty == true { throw arguments.unusable(PairOptions.device, "it is empty") }
  }

  func run(_ context: PairContext) async throws {
    guard isConfirmed || context.console.isInputTerminal else {
      throw ProgramFailure(
        .usage, "cannot ask whether to remove the device: there is no terminal",
        advice: "Say --yes to remove it without a question.")
    }
    let peers = try await context.call(PairingControlMethods.listPeers, ListPeersRequest()).peers
    let peer = try PeerChoice(peers: peers, context: context).peer(device)
    if !isConfirmed {
      var question = "Remove the \(peer.title) (\(TerminalText.clean(peer.id)))"
      if erases { question += ", and erase all samples of this watch" }
      guard try await context.questions.confirm("\(question)?") else {
        throw ProgramFailure(.refused, "cannot remove the device: you said no")
      }
    }
    var request = RemovePeerRequest()
    request.peer = peer.id
    request.erase = erases
    try write(try await context.call(PairingControlMethods.removePeer, request), context)
  }

  private func write(_ answer: RemovePeerResponse, _ context: PairContext) throws {
    let peer = answer.peer ?? PeerMessage()
    var lines = [
      answer.wasTold
        ? "Removed the \(peer.title), which has been told."
        : "Removed the \(peer.title). It will be told when it can be reached."
    ]
    if answer.wasErased { lines.append("All samples of this device are erased.") }
    try context.write(
      lines,
      json: .object([
        .init("peer", peer.json), .init("told", .bool(answer.wasTold)),
        .init("erased", .bool(answer.wasErased)),
      ]))
  }
}
