/// What a case's verdict means for the run.
package enum Standing: String, CaseIterable, Hashable, Sendable {
  /// It conforms.
  case held
  /// It deviates.
  case failed
  /// It deviates from a should.
  case tolerated
  /// It deviates, and that was known.
  case known
  /// It conforms, and it was known that it does not: the list is wrong.
  case surprising
  /// It could not tell.
  case undecided
  /// It does not concern this node.
  case inapplicable

  package init(_ entry: RunResult.Entry, isStrict: Bool) {
    switch entry.verdict {
    case .conforms: self = entry.knownReason == nil ? .held : .surprising
    case .deviates:
      if entry.knownReason != nil {
        self = .known
      } else {
        self = entry.level == .should && !isStrict ? .tolerated : .failed
      }
    case .notApplicable: self = .inapplicable
    case .inconclusive: self = .undecided
    }
  }

  /// Whether it makes the run fail.
  package var isFailure: Bool { self == .failed || self == .surprising }

  /// For people, in a count: "3 deviate".
  package var phrase: String {
    switch self {
    case .held: "held"
    case .failed: "deviating"
    case .tolerated: "deviating from a should"
    case .known: "known to deviate"
    case .surprising: "passing although known to deviate"
    case .undecided: "undecided"
    case .inapplicable: "not applicable"
    }
  }

  /// One word, for a column.
  package var word: String {
    switch self {
    case .held: "held"
    case .failed: "deviates"
    case .tolerated: "should"
    case .known: "known"
    case .surprising: "passes now"
    case .undecided: "undecided"
    case .inapplicable: "not here"
    }
  }
}
