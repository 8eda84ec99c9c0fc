internal import ConformanceKit
internal import ConformanceWire

/// A request that nobody may make, and what it would be without what is wrong with it.
struct RequestRule: Sendable {
  let path: String
  let clause: String
  let method: String
  let broken: Value
  let valid: Value
  var refusal = Refusal.argument

  /// As a case: the owner, whom nothing is hidden from, makes it.
  var asCase: Case {
    AppCases.owned("app/\(path)", clause) { [self] owner, _ in
      try owner.expect(refusal, of: method, broken, insteadOf: valid)
    }
  }
}
