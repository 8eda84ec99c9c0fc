/// The cases of which it is known that they deviate: they are run, and it is wrong to list one that
/// passes.
package struct KnownFailures: Hashable, Sendable {
  private struct Line: Hashable, Sendable {
    let number: Int
    let pattern: CasePattern
    let reason: String
  }

  /// Longer lists are no lists of known failures.
  package static let maximumByteCount = 1 << 20

  private let file: String
  private let lines: [Line]

  /// Nothing is known.
  package static let none = KnownFailures(file: "", lines: [])

  private init(file: String, lines: [Line]) {
    self.file = file
    self.lines = lines
  }

  /// Reads a list: a pattern a line, and after `#` the reason.
  ///
  /// - Parameters:
  ///   - text: What the file holds.
  ///   - file: Its name, for errors.
  /// - Throws: where a line is no pattern.
  package init(_ text: String, file: String) throws(RunFailure) {
    var lines: [Line] = []
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in all.enumerated() {
      let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let words = (parts.first ?? "").split(whereSeparator: \.isWhitespace)
      guard let word = words.first else { continue }
      let place = "cannot use line \(index + 1) of \(Prose.quotable(file))"
      guard words.count == 1 else {
        throw RunFailure(
          .usage, "\(place): more than a path stands there",
          advice: "Write the reason after '#'.")
      }
      do throws(RunFailure) {
        let reason = parts.count > 1 ? Prose.trimmed(parts[1]) : ""
        lines.append(
          Line(number: index + 1, pattern: try CasePattern(String(word)), reason: reason))
      } catch {
        throw RunFailure(error.exit, "\(place): it is no path", advice: error.advice)
      }
    }
    self.init(file: file, lines: lines)
  }

  /// Refuses a list with a line that means no case.
  package func check(against catalogue: [Case]) throws(RunFailure) {
    for line in lines where !catalogue.contains(where: { line.pattern.matches($0.path) }) {
      throw RunFailure(
        .usage,
        "cannot use line \(line.number) of \(Prose.quotable(file)): no case has the path "
          + "'\(Prose.quotable(line.pattern.text))'",
        advice: "Take it off the list; 'dyad-conformance --list' shows the paths there are.")
    }
  }

  /// The reason why the case at `path` is known to deviate, which may be empty; `nil` where it is not.
  package func reason(for path: String) -> String? {
    lines.first { $0.pattern.matches(path) }?.reason
  }
}
