internal import ConformanceCases
internal import ConformanceKit

/// Nodes that break the clauses of the section "pairing".
enum PairingSaboteurs {
  static let all: [Saboteur] =
    blind + PairingStepSaboteurs.all + PairingWindowSaboteurs.all + GuessSaboteurs.all
    + HalfPairSaboteurs.all + RotationSaboteurs.all + JoinSaboteurs.all

  /// Those that do not look at what a whole table of cases breaks, and the cases alike.
  private static let blind: [Saboteur] =
    Catalogue.all.map(\.path)
    .filter { $0.hasPrefix("pairing/refuses/") && $0 != "pairing/refuses/step-after-a-refusal" }
    .map(Saboteur.blind)
    + [
      "half/no-pair-when-cut-after-m2", "half/no-pair-when-cut-after-m4",
      "half/no-pair-when-cut-after-m6", "half/no-pair-by-a-wrong-commit",
      "confirm/told-that-it-is-forgotten", "rotation/another-before-it-was-seen",
      "known/id-of-a-peer", "history/refused", "joining/no-commit-without-a-yes",
      "joining/hears-that-the-code-was-wrong", "derives/a-secret-that-is-never-said",
    ].map { .blind("pairing/\($0)") }
}
