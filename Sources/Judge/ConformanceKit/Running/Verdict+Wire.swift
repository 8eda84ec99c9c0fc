package import ConformanceWire

extension Verdict {
  /// What an error of the wire means where a case did not foresee it.
  ///
  /// A node that cannot be reached to begin with may not run at all; one that no longer can be has ended.
  ///
  /// - Parameters:
  ///   - error: What the wire said.
  ///   - hasAnswered: Whether anything came from the node in this case.
  package init(judging error: WireError, hasAnswered: Bool) {
    switch error {
    case .unreachable(let reason):
      self =
        hasAnswered
        ? .deviates(
          expected: "a node that goes on listening", observed: "cannot connect again: \(reason)")
        : .inconclusive("cannot connect: \(reason)")
    case .refused(let reason):
      self = .deviates(expected: "a connection by TLS", observed: "TLS failed: \(reason)")
    case .silence(let wanted): self = .deviates(expected: wanted, observed: "nothing came in time")
    case .closed(let how):
      self = .deviates(expected: "an answer", observed: "the connection or stream is over: \(how)")
    case .malformed(let rule):
      self = .deviates(
        expected: "bytes by the rules", observed: "what came breaks a rule: \(rule)")
    case .flood(let amount):
      self = .deviates(expected: "an amount that can be read", observed: "too much came: \(amount)")
    }
  }

  /// What any error of a case means that is no verdict by itself.
  ///
  /// - Parameters:
  ///   - error: Why the case ended.
  ///   - transcript: What passed until then.
  package init(judging error: any Error, _ transcript: Transcript?) {
    if let error = error as? WireError {
      self.init(
        judging: error, hasAnswered: transcript?.entries.contains(where: \.isFromNode) ?? false)
    } else if let error = error as? ModelError {
      self = .deviates(
        expected: "a message that keeps to the rules of its fields", observed: "\(error)")
    } else if let error = error as? MessageError {
      self = .deviates(expected: "a message of the protocol", observed: "\(error)")
    } else if let error = error as? PairingFlaw {
      self = .deviates(expected: error.expected, observed: error.observed)
    } else if let error = error as? CallRefused {
      self = .deviates(
        expected: error.step.map { "M\($0), the next step of pairing" } ?? "an answer",
        observed: "\(error)")
    } else if let error = error as? CallFailure {
      self = .deviates(expected: "an answer", observed: "\(error)")
    } else {
      // A fault of the tool or its surroundings is nothing that the node did.
      self = .inconclusive("\(error)")
    }
  }
}

extension Evidence {
  /// What a transcript kept.
  package static func of(_ transcript: Transcript) -> [Evidence] {
    transcript.entries.map {
      Evidence(
        isFromNode: $0.isFromNode, layer: $0.layer, summary: $0.summary, bytes: $0.bytes)
    }
  }
}
