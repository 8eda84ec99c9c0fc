internal import ConformanceWire

/// What came of a run; all reports say what this says.
package struct RunResult: Hashable, Sendable {
  /// What came of one case.
  package struct Entry: Hashable, Sendable {
    package var path: String
    package var clause: String
    /// What the clause says, and where; empty where the text has no such clause.
    package var clauseText: String
    package var clauseFile: String
    package var level: Case.Level
    package var verdict: Verdict
    /// Why it was known to deviate; `nil` where it was not, empty where nobody said why.
    package var knownReason: String?
    package var duration: Duration
    /// What passed, where the case did not hold.
    package var evidence: [Evidence]

    /// Makes an entry.
    package init(
      path: String, clause: String, clauseText: String, clauseFile: String, level: Case.Level,
      verdict: Verdict, knownReason: String? = nil, duration: Duration, evidence: [Evidence] = []
    ) {
      self.path = path
      self.clause = clause
      self.clauseText = clauseText
      self.clauseFile = clauseFile
      self.level = level
      self.verdict = verdict
      self.knownReason = knownReason
      self.duration = duration
      self.evidence = evidence
    }

    /// The first word of the path.
    package var section: String { String(path.prefix { $0 != "/" }) }
  }

  /// In the catalogue's order.
  package var entries: [Entry]
  /// The cases that were selected and did not come to an end, because the run was interrupted.
  package var unfinished: [String]
  package var role: Role
  /// The target in words.
  package var target: String
  package var seed: UInt64
  package var isStrict: Bool
  package var duration: Duration

  /// Makes a result.
  package init(
    entries: [Entry], unfinished: [String] = [], role: Role, target: String, seed: UInt64,
    isStrict: Bool, duration: Duration
  ) {
    self.entries = entries
    self.unfinished = unfinished
    self.role = role
    self.target = target
    self.seed = seed
    self.isStrict = isStrict
    self.duration = duration
  }

  /// The sections in the catalogue's order.
  package var sections: [(name: String, entries: [Entry])] {
    var sections: [(name: String, entries: [Entry])] = []
    var places: [String: Int] = [:]
    for entry in entries {
      if let place = places[entry.section] {
        sections[place].entries.append(entry)
      } else {
        places[entry.section] = sections.count
        sections.append((entry.section, [entry]))
      }
    }
    return sections
  }

  /// What the entry means for the run.
  package func standing(of entry: Entry) -> Standing {
    Standing(entry, isStrict: isStrict)
  }

  /// How many entries stand like that.
  package func count(_ standing: Standing) -> Int {
    entries.count { self.standing(of: $0) == standing }
  }

  /// How the program ends.
  package var exit: RunExit {
    let standings = Set(entries.map(standing))
    if standings.contains(where: \.isFailure) { return .deviates }
    // A run in which nothing was found to hold has shown nothing.
    let hasShown = !standings.isDisjoint(with: [.held, .tolerated, .known])
    if standings.contains(.undecided) || !unfinished.isEmpty || !hasShown { return .undecided }
    return .held
  }
}
