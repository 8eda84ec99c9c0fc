internal import CommandLineCore
internal import CommandSupport
internal import Pairing

/// What seals a backup with the device's key in it, as its owner types it.
enum Passphrase {
  /// Fewer are guessed.
  private static let fewestCharacters = 8

  /// Asks for a new one, twice on a terminal: a slip would never open the backup again.
  static func choose(_ context: OperatorContext) async throws -> SecretBytes {
    let text = try await ask("Passphrase for the backup: ", context)
    guard text.count >= fewestCharacters else {
      throw ProgramFailure(
        .usage, "cannot use the passphrase: it has fewer than \(fewestCharacters) characters",
        advice: "Take four or more words that nobody would put together.")
    }
    if context.console.isInputTerminal {
      guard try await ask("The same again: ", context) == text else {
        throw ProgramFailure(
          .usage, "cannot use the passphrase: the two are not the same", advice: "Begin again.")
      }
    }
    return SecretBytes(copying: Array(text.utf8))
  }

  /// Asks for the one of a backup.
  static func enter(_ context: OperatorContext) async throws -> SecretBytes {
    SecretBytes(copying: Array(try await ask("Passphrase of the backup: ", context).utf8))
  }

  private static func ask(_ prompt: String, _ context: OperatorContext) async throws -> String {
    // A pipe has no use for the question.
    let prompt = context.console.isInputTerminal ? prompt : ""
    guard let text = try await context.questions.secret(prompt), !text.isEmpty else {
      throw ProgramFailure(
        .usage, "cannot go on without a passphrase",
        advice: "Type it, or give it as the first line of the input.")
    }
    return text
  }
}

extension SealedStream.Failure {
  /// What is said of a backup that cannot be opened or sealed.
  func failure(_ path: String) -> ProgramFailure {
    switch self {
    case .foreign:
      ProgramFailure(
        .damaged, "cannot restore \(path): it was not written by a version that is known here",
        advice: "Update this program, or use another copy of the file.")
    case .unfitting:
      ProgramFailure(
        .refused, "cannot restore \(path): the passphrase is another one, or the file was changed",
        advice: "Try again; the store is as it was.")
    case .memory(let kibibytes):
      ProgramFailure(
        .failure,
        "cannot make a key of the passphrase: \(kibibytes / 1_024) MiB of memory are not free",
        advice: "Close other programs and try again.")
    }
  }
}
