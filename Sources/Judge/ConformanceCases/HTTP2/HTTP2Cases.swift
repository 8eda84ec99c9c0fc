/// The section "http2": frames, streams, windows and floods.
enum HTTP2Cases {
  static let all =
    BeginningCases.all + LimitCases.all + FrameMistakes.all + FrameCases.all
    + FieldMistakes.all + FlowWindowCases.all + StreamEndCases.all + FloodCases.all
    + ClientCases.all + IdleCases.all + TurnCases.all + OverrunCases.all
}
