internal import CommandLineCore
internal import Pairing

/// What a refusal means, in a clause, and how a program that ends because of it exits.
enum RefusalWords {
  /// The reason, for "cannot pair: REASON".
  static func reason(_ refusal: PairingError.Refusal) -> String {
    switch refusal {
    case .wrongCode: "the code is wrong"
    case .windowClosed: "the other device shows no code"
    case .windowOpen: "a code is being shown already"
    case .busy: "another device is being paired at this moment"
    case .locked: "too many codes were wrong"
    case .wrongRole: "both devices have the same role"
    case .clocks: "the clocks are too far apart"
    case .alreadyPaired: "the watch has a phone already"
    case .otherHistory: "the watch holds samples that it shared with another phone"
    case .version: "the two have no version of the exchange in common"
    case .malformed: "what came does not fit the exchange"
    case .declined: "the owner said no"
    case .codeSpent: "too many attempts broke off"
    case .expired: "the time is over"
    case .unreachable: "there is no connection to the other device"
    case .interrupted: "the connection was lost on the way"
    case .notPaired: "the other device does not know this one any more"
    case .noSuchPeer: "there is no such device"
    case .unknownKey: "it is not the device that was asked for"
    }
  }

  /// The reason for a word that the daemon said, which may be newer than this program.
  static func reason(_ word: String) -> String {
    PairingError.Refusal(rawValue: word).map(reason) ?? TerminalText.quotable(word)
  }

  /// How the program exits.
  static func exitCode(_ refusal: PairingError.Refusal) -> ExitCode {
    switch refusal {
    case .wrongCode, .locked, .wrongRole, .alreadyPaired, .otherHistory, .declined, .codeSpent,
      .notPaired, .unknownKey:
      .refused
    case .windowOpen, .busy: .busy
    case .noSuchPeer: .notFound
    case .windowClosed, .clocks, .version, .malformed, .expired, .unreachable, .interrupted:
      .failure
    }
  }
}
