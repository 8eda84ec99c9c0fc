/// The section "http2": frames, streams, windows and floods.
enum HTTP2Cases {
  static let all =
    BeginningCases.all + LimitCases.all + FrameMistakes.all.map(\.item) + FrameCases.all
    + FieldMistakes.all.map(\.item) + FlowWindowCases.all + StreamEndCases.all + FloodCases.all
    + ClientCases.all + IdleCases.all + TurnCases.all + OverrunCases.all
}
