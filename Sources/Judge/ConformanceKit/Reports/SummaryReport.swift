/// A result for people: each failure with all that is known of it, then one line.
package struct SummaryReport: Sendable {
  private let ink: Ink
  private let width: Int

  /// Narrower than this, wrapping leaves one word to a line; wider lines are hard to read.
  private static let widths = 40...100

  /// Of so many, the gravest, it is told what passed: more than that nobody reads on a terminal.
  private static let mostWithEvidence = 10

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - ink: The colours.
  ///   - width: The columns there are; 80 where nobody knows.
  package init(ink: Ink, width: Int?) {
    self.ink = ink
    self.width = min(max(width ?? 80, Self.widths.lowerBound), Self.widths.upperBound)
  }

  /// The lines about all that is worth a look, and the summary.
  package func lines(_ result: RunResult) -> [String] {
    let worth: [Standing] = [.tolerated, .undecided, .surprising, .failed]
    // The gravest stand last, next to the summary.
    let found = worth.flatMap { standing in
      result.entries.filter { result.standing(of: $0) == standing }
    }
    let first = max(0, found.count - Self.mostWithEvidence)
    let head =
      first == 0
      ? []
      : Prose.wrapped(
        "What passed is told of the last \(Self.mostWithEvidence) of \(found.count) cases; the files of "
          + "--html, --tap, --junit and --json tell it of all.", width: width) + [""]
    return head
      + found.enumerated().flatMap { place, entry in
        details(entry, result.standing(of: entry), hasEvidence: place >= first)
      } + [summary(result)]
  }

  /// One line: what came of it in numbers.
  package func summary(_ result: RunResult) -> String {
    let counts = Standing.allCases.compactMap { standing -> String? in
      let count = result.count(standing)
      guard count > 0 else { return nil }
      return ink.paint("\(count) \(standing.phrase)", standing.colour)
    }
    let unfinished =
      result.unfinished.isEmpty
      ? [] : [ink.paint("\(result.unfinished.count) not run to the end", .magenta)]
    return "\(Prose.count(result.entries.count + result.unfinished.count, "case")): "
      + "\((counts + unfinished).joined(separator: ", ")); "
      + "\(Prose.seconds(result.duration)), seed \(result.seed)"
  }

  private func details(
    _ entry: RunResult.Entry, _ standing: Standing, hasEvidence: Bool
  ) -> [String] {
    let title = "\(standing.mark) \(standing.word)  \(Prose.clean(entry.path))"
    var lines = [ink.paint(title, standing.colour)]
    lines += Prose.wrapped(
      "\(entry.clause) (\(entry.level.rawValue)): \(entry.clauseText)", width: width, indent: "  ")
    switch entry.verdict {
    case .conforms: lines.append("  It passes now: take it off the list of known failures.")
    case .deviates(let expected, let observed):
      lines += field("expected", expected) + field("observed", observed)
    case .notApplicable(let reason), .inconclusive(let reason): lines += field("reason", reason)
    }
    let evidence = hasEvidence ? EvidenceText.lines(entry.evidence) : []
    if !evidence.isEmpty {
      lines.append("  \(ink.paint("what passed last:", .bold))")
      lines += evidence.map { ink.paint("    \($0)", .dim) }
    }
    return lines + [""]
  }

  private func field(_ name: String, _ text: String) -> [String] {
    let head = "  \(name): "
    let indent = String(repeating: " ", count: head.count)
    var lines = Prose.wrapped(text, width: width, indent: indent)
    lines[0] = "  \(ink.paint("\(name):", .bold)) " + lines[0].dropFirst(indent.count)
    return lines
  }
}
