internal import CommandLineCore
package import CommandSupport
internal import DyadServices
internal import SystemCore

/// `dyad-pair`: `dyad pair` as a program of its own.
package enum PairProgram {
  /// What the words that name a device complete to.
  package static let deviceWords = "devices"

  /// The program.
  ///
  /// - Parameter surroundings: What it needs of the machine.
  /// - Returns: It.
  package static func program(in surroundings: PairingSurroundings = .system) -> CommandProgram {
    let command = Command(
      "dyad-pair", summary: PairCommands.summary, discussion: PairCommands.discussion,
      examples: PairCommands.examples("dyad-pair"),
      subcommands: PairCommands.subcommands("dyad-pair"))
    let offers = Offers([deviceWords], sleep: surroundings.sleep) { _, _, folder in
      try await devices(folder)
    }
    return CommandProgram(command, offering: offers) { arguments, console in
      try await PairCommands.run(arguments, on: console, in: surroundings)
      return .success
    }
  }

  /// The names and ids of the paired devices.
  ///
  /// - Parameter folder: What `--state` says, if it says anything.
  /// - Returns: Words to offer.
  /// - Throws: Why the daemon gave none.
  package static func devices(_ folder: String?) async throws -> [String] {
    let answer = try await Offers.ask(PairingControlMethods.listPeers, ListPeersRequest(), folder)
    return answer.peers.flatMap { [$0.name, $0.id] }
  }

  /// Takes the words after the program's name, and hides pairing codes among them from lists of processes.
  ///
  /// Called before anything else: whoever lists processes sees the words until then. A process that
  /// pairs leaves nothing of its memory behind if it crashes.
  ///
  /// - Parameter pairs: Whether it pairs, by its words.
  /// - Returns: What was typed.
  package static func takeWords(pairs: ([String]) -> Bool = { _ in true }) -> [String] {
    let words = CommandLine.arguments
    CurrentProcess.coverArguments(CodesInWords.places(in: words))
    if pairs(words) {
      // Where the system does not allow it there is no crash yet, and the code is good for minutes.
      try? ProcessProtection.leaveNoCore()
    }
    return Array(words.dropFirst())
  }
}
