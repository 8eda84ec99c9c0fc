/// The section "reconciling": reconciliations, the brake, restores and clones.
enum ReconcilingCases {
  static let all =
    GoldenCases.all + ClaimFloorCases.all + WhenCases.all + JudgeCases.all + SeveralPartCases.all
    + SpanCases.all
    + SnapshotCases.all + BrakeCases.all + RestoreCases.all + PartCases.all
    + PartEndCases.all
}
