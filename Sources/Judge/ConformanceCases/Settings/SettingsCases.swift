/// The section "settings": what the phone decided, what apps of the watch may do, and what they ask.
enum SettingsCases {
  static let all =
    RecordRules.all + WatchRecordCases.all + ScopeSettingCases.all + AccessCases.all
    + LeaseCases.all
    + QuestionRules.all + WatchQuestionCases.all + PhoneQuestionCases.all + PhoneRecordCases.all
    + WatchWorkoutCases.all + PhoneWorkoutCases.all
    + ReissueCases.all + SealCases.all + OwnedRecordCases.all + ProfileRules.all
}
