internal import ProtobufWire

/// One step of the exchange: a call of `Pairing/Pair` carries M1 to M8 in this order, odd ones from
/// A.
///
/// A step that does not come in its turn, or does not fit what it stands for here, ends the call;
/// what the reason is stands in the trailer `dyad-refusal`, as one of the words of `Refusals`
/// below.
struct PairingStepMessage: WireMessage {
  static let wireName = "dyad.v1.PairingStep"

  /// What it can be.
  enum Step: Hashable, Sendable {
    /// M1 and M2.
    case hello(PairingHelloMessage)
    /// M3 and M4.
    case share(PairingShareMessage)
    /// M5 and M6.
    case proof(PairingProofMessage)
    /// M7.
    case commit(PairingCommitMessage)
    /// M8.
    case committed(PairingCommitMessage)
  }

  /// What it is; nothing for what a newer version means.
  var step: Step?

  /// Makes one in which nothing is said.
  init() {}

  /// Makes one.
  init(_ step: Step) {
    self.step = step
  }

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1:
      try field.merge(into: &step, "hello", as: Step.hello) {
        if case .hello(let former) = $0 { former } else { nil }
      }
    case 2:
      try field.merge(into: &step, "share", as: Step.share) {
        if case .share(let former) = $0 { former } else { nil }
      }
    case 3:
      try field.merge(into: &step, "proof", as: Step.proof) {
        if case .proof(let former) = $0 { former } else { nil }
      }
    case 4:
      try field.merge(into: &step, "commit", as: Step.commit) {
        if case .commit(let former) = $0 { former } else { nil }
      }
    case 5:
      try field.merge(into: &step, "committed", as: Step.committed) {
        if case .committed(let former) = $0 { former } else { nil }
      }
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    switch step {
    case nil: break
    case .hello(let value): writer.write(value, field: 1)
    case .share(let value): writer.write(value, field: 2)
    case .proof(let value): writer.write(value, field: 3)
    case .commit(let value): writer.write(value, field: 4)
    case .committed(let value): writer.write(value, field: 5)
    }
  }
}
