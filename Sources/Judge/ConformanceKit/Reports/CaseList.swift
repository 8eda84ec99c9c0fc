internal import ConformanceWire

/// The catalogue itself, for people and for programs.
package enum CaseList {
  /// A line for each case: path, level and clause.
  package static func text(_ cases: [Case]) -> String {
    let width = cases.map(\.path.count).max() ?? 0
    return cases.map { item in
      let gap = String(repeating: " ", count: width - item.path.count)
      let level = item.level == .must ? "must  " : "should"
      return "\(item.path)\(gap)  \(level)  \(item.clause)\n"
    }.joined()
  }

  /// The cases as JSON.
  package static func json(_ cases: [Case], _ book: ClauseBook = .shared) -> String {
    JSONText.array(
      cases.map { item in
        .members([
          "path": .string(item.path), "level": .string(item.level.rawValue),
          "clause": .string(item.clause), "text": .string(book[item.clause]?.text ?? ""),
          "file": .string(book[item.clause]?.file ?? ""),
          "role": item.target.map { .string($0.word) } ?? .null,
          "needs": .array(
            Need.allCases.filter(item.needs.contains).map { .string($0.rawValue) }),
        ])
      }
    ).text + "\n"
  }

  /// A line for each clause: how many cases it has, its name and what it says.
  ///
  /// - Parameters:
  ///   - cases: Those that are counted.
  ///   - book: All clauses.
  ///   - width: Where lines are wrapped; nowhere if it is `nil`.
  /// - Returns: The lines, with the clauses that have no case among them.
  package static func clauses(
    _ cases: [Case], _ book: ClauseBook = .shared, width: Int?
  ) -> String {
    let counts = counts(cases)
    let lines = book.clauses.flatMap { clause -> [String] in
      let count = String(counts[clause.id] ?? 0)
      let head = String(repeating: " ", count: max(0, 4 - count.count)) + "\(count)  \(clause.id)"
      guard let width else { return ["\(head)  \(Prose.clean(clause.text))"] }
      return [head] + Prose.wrapped(clause.text, width: width, indent: "      ")
    }
    let covered = book.clauses.count { counts[$0.id] != nil }
    return lines.map { "\($0)\n" }.joined()
      + "\(covered) of \(Prose.count(book.clauses.count, "clause")) have cases\n"
  }

  /// The clauses as JSON.
  package static func clausesJSON(_ cases: [Case], _ book: ClauseBook = .shared) -> String {
    let counts = counts(cases)
    return JSONText.array(
      book.clauses.map { clause in
        .members([
          "clause": .string(clause.id), "file": .string(clause.file), "text": .string(clause.text),
          "cases": .integer(Int64(counts[clause.id] ?? 0)),
        ])
      }
    ).text + "\n"
  }

  private static func counts(_ cases: [Case]) -> [String: Int] {
    cases.reduce(into: [:]) { $0[$1.clause, default: 0] += 1 }
  }
}
