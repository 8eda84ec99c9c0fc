internal import ProtobufWire

/// One message of the exchange, M1 to M8.
struct PairingStep: WireMessage {
  static let wireName = "dyad.v1.PairingStep"

  /// What it can be.
  enum Step: Hashable, Sendable {
    case hello(PairingHello)
    case share(PairingShare)
    case proof(PairingProof)
    case commit(PairingCommit)
    case committed(PairingCommit)

    /// What errors call it.
    var name: String {
      switch self {
      case .hello: "hello"
      case .share: "share"
      case .proof: "proof"
      case .commit: "commit"
      case .committed: "committed"
      }
    }
  }

  /// What it is; nothing for what a newer version means.
  private(set) var step: Step?

  /// Makes one that says nothing.
  init() {}

  /// Makes one.
  init(_ step: Step) {
    self.step = step
  }

  mutating func read(_ field: WireField) throws(WireError) {
    let next: Step
    switch field.number {
    case 1: next = .hello(try field.message("hello"))
    case 2: next = .share(try field.message("share"))
    case 3: next = .proof(try field.message("proof"))
    case 4: next = .commit(try field.message("commit"))
    case 5: next = .committed(try field.message("committed"))
    default: return
    }
    // Elsewhere the last one counts. Here, what is proven must be what is meant.
    guard step == nil else { throw WireError(.duplicate, "a step has one member") }
    step = next
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
