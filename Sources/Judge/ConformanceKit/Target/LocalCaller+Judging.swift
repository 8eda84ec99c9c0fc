package import ConformanceWire

// What cases ask of calls over a Unix socket.
extension LocalCaller {
  /// All that comes of a call, until it ends well.
  package func all(_ method: String, _ request: Value) throws -> [Message] {
    let call = try start(method, request)
    var messages: [Message] = []
    while let message = try call.next(by: scene.deadline) { messages.append(message) }
    return messages
  }

  /// Sees a call refused before anything comes of it.
  ///
  /// - Parameters:
  ///   - refusal: How.
  ///   - method: "Store/Save".
  ///   - request: The first request, and the last one.
  ///   - valid: What a request that breaks a rule would be without that, which a saboteur that mends says.
  /// - Returns: How it ended.
  /// - Throws: ``Deviation`` where something comes of it, or another refusal.
  @discardableResult
  package func expect(
    _ refusal: Refusal, of method: String, _ request: Value, insteadOf valid: Value? = nil
  ) throws -> CallEnd {
    let call = try start(method, scene.interference.mends ? valid ?? request : request)
    if call.method.clientStreams { try call.finish() }
    return try call.expect(refusal)
  }
}

extension LocalCall {
  /// The next response of a call that goes on.
  package func following() throws -> Message {
    let message = try Deviation.unlessThere(
      next(by: deadline), "\(method.name) to go on", "it ended well")
    return message
  }

  /// Sees that it is refused next.
  @discardableResult
  package func expect(_ refusal: Refusal) throws -> CallEnd {
    let expected = "\(method.name) to be refused with \(refusal)"
    do {
      let answer = try next(by: deadline)
      throw Deviation(expected: expected, observed: answer == nil ? "success" : "an answer")
    } catch let failure as CallFailure {
      guard refusal.fits(failure.end) else {
        let told = failure.end.trailers.filter { $0.name.hasPrefix("dyad-") }
          .map { ", \($0.name): \($0.value)" }.joined()
        throw Deviation(expected: expected, observed: "\(failure.end)\(told)")
      }
      return failure.end
    }
  }
}
