internal import HTTP2Core
internal import RPCCore

extension CallLimits {
  /// The same, changed where a call over such a session could come to stand still.
  func fitting(_ session: SessionLimits) -> CallLimits {
    var limits = self
    // A peer that filled its window hears of room only when a step is full.
    limits.creditStep = min(max(creditStep, 1), session.streamWindow)
    // A sender goes on when less than this waits, and nothing is less than nothing.
    limits.outboundMark = max(outboundMark, 1)
    return limits
  }
}

extension SessionLimits {
  /// The same, changed where a writer could wait for ever.
  var fitting: SessionLimits {
    var limits = self
    // A writer that reached the mark goes on when less than half of it waits.
    limits.outboundMark = max(outboundMark, 2)
    return limits
  }
}

extension ServerLimits {
  /// The same, changed where a call could come to stand still.
  var fitting: ServerLimits {
    var limits = self
    limits.session = session.fitting
    limits.call = call.fitting(limits.session)
    return limits
  }
}
