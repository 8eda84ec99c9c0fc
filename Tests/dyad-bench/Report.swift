private import Glibc

/// Prints figures as they come.
final class Report {
  private let printsJSON: Bool

  init(printsJSON: Bool) {
    self.printsJSON = printsJSON
  }

  func add(_ figure: Figure) {
    print(printsJSON ? figure.json : figure.description)
    // A run takes minutes, so each line shows at once, also through a pipe.
    _ = fflush(nil)
  }

  /// Writes to the standard error.
  static func complain(_ text: String) {
    let line = text + "\n"
    // There is nowhere left to say that this failed.
    _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
  }
}
