package import CommandLineCore
internal import CommandSupport
package import PostgresCore
package import StoreMirror

extension MirrorFailure: ExplainedError {
  /// What to tell.
  package var programFailure: ProgramFailure {
    ProgramFailure(.refused, description, advice: advice)
  }
}

extension PostgresError: ExplainedError {
  /// What to tell.
  package var programFailure: ProgramFailure {
    let advice: String? =
      switch code {
      case .noLibrary: "Install libpq: 'apt install libpq5' on Debian."
      case .lost: "See whether the server runs, and whether ADDRESS names it."
      case .badAddress:
        "ADDRESS is such as postgresql://host/database, or postgresql:///database here."
      case .noDatabase: "Make it with 'createdb', or name another one."
      case .refused: "A password belongs into ~/.pgpass; the user needs the right to make tables."
      case .full: "Make room on the server, and try again: nothing is lost."
      case .inTheWay, .duplicate: "Try again."
      case .other: nil
      }
    let exitCode: ExitCode =
      switch code {
      case .refused: .refused
      case .badAddress: .usage
      case .noDatabase: .notFound
      default: .failure
      }
    return ProgramFailure(exitCode, description, advice: advice)
  }
}
