/// The section "sharing": inserts, deaths, cutoffs and pruning: what is held where in the end.
enum SharingCases {
  static let all =
    InsertCases.all + ArrivalOrderCases.all + ViewCases.all + FloorCases.all + HeldWindowCases.all
    + DeathCases.all + LogCases.all + CursorCases.all + TombstoneCases.all + RefillCases.all
    + TwinCases.all + SharedDocumentCases.all + ObjectCases.all + SkipCases.all
    + SharedScopeCases.all
    + ToleranceCases.all + TwoWatchCases.all + CutCases.all + DurableCases.all + RandomCases.all
    + RefillingCases.all + LateCases.all + SkipListCases.all + LossCases.all
}
