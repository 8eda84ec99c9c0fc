/// The section "batch": what a batch may hold, rule by rule.
enum BatchCases {
  static let all =
    BrokenColumnCases.all + BrokenRunCases.all + BrokenObjectCases.all + BrokenMetadataCases.all
    + BrokenBatchCases.all + KeptColumnCases.all + KeptSampleCases.all + KeptDeathCases.all
}
