package import ConformanceWire

/// One exchange as one of its sides sees it: a value that is told what was sent and what came.
///
/// ```
/// step 1   2   3   4   5   6   7   8
///      M1  M2  M3  M4  M5  M6  M7  M8  paired
///      A   B   A   B   A   B   A   B
/// ```
///
/// In each of the steps that are its own, a side sends ``next``, or what a case makes of it, and says so
/// with ``noteSent(_:)``; in the others it takes what came with ``receive(_:)``. What was sent counts, as
/// far as it says anything, so that an honest other side arrives at the same keys. A flaw ends nothing: the
/// step is still open, and the case decides. To send in the other side's turn, or to receive in one's own,
/// is a mistake of the case, and traps.
package struct PairingExchange: Sendable {
  /// The number of steps.
  package static let stepCount = 8

  package let side: PairingSide
  /// What this side says of itself.
  package let device: PairingDevice
  /// The step that is open, from 1; 9 when all are done.
  package private(set) var step = 1
  /// What the other side said of itself.
  package private(set) var peer: PairingDevice?
  /// The steps of the other side as they came, by their numbers.
  package private(set) var heard: [Int: [UInt8]] = [:]
  /// The keys, once both shares are there.
  package private(set) var keys: PairingKeys?

  private let code: String
  private let channel: PairingChannel
  private let versions: [UInt64]
  private let derivation: PairingDerivation
  private let nonce: [UInt8]
  private let scalar: [UInt8]
  private var helloOfA: PairingHello?
  private var session: PairingSession?
  private var share: CPaceShare?
  private var otherShare: CPaceShare?

  /// Begins an exchange.
  ///
  /// - Parameters:
  ///   - side: Which part is played.
  ///   - device: What it says of itself.
  ///   - code: The digits that were typed, or are shown.
  ///   - channel: The connection that it runs over.
  ///   - versions: Those that it speaks, ascending.
  ///   - derivation: How it derives what both have in common.
  ///   - nonce: 32 bytes for this exchange; drawn where none are given.
  ///   - scalar: The secret behind the share; drawn where none is given.
  package init(
    as side: PairingSide, _ device: PairingDevice, code: String, over channel: PairingChannel,
    versions: [UInt64] = [1], by derivation: PairingDerivation = .text, nonce: [UInt8]? = nil,
    scalar: [UInt8]? = nil
  ) {
    self.side = side
    self.device = device
    self.code = code
    self.channel = channel
    self.versions = versions
    self.derivation = derivation
    self.nonce = nonce ?? Sodium.randomBytes(PairingHello.nonceCount)
    self.scalar = scalar ?? Ristretto.randomScalar()
  }

  /// Whether all eight steps were taken.
  package var isPaired: Bool { step > Self.stepCount }

  /// Whether the open step is this side's.
  package var isOurTurn: Bool { !isPaired && PairingSide(ofStep: step) == side }

  /// What an honest side sends in the open step; `nil` where it is not its turn.
  package var next: Message? {
    guard isOurTurn else { return nil }
    switch step {
    case 1: return PairingSteps.hello(versions: versions, nonce: nonce, device)
    case 2:
      let chosen = helloOfA?.versions.last { versions.contains($0) }
      return PairingSteps.hello(versions: chosen.map { [$0] } ?? [], nonce: nonce, device)
    case 3, 4: return honestShare.map { PairingSteps.share($0) }
    case 5, 6: return keys.map { PairingSteps.proof($0.proof(of: side)) }
    default:
      guard let keys, let session else { return nil }
      return PairingSteps.commit(
        of: side, roleOfA: session.roleOfA, roleOfB: session.roleOfB, tag: keys.commit(of: side))
    }
  }

  private var honestShare: CPaceShare? {
    session?.share(of: side, code: code, over: channel, scalar: scalar)
  }

  private var honestHello: Message {
    PairingSteps.hello(versions: versions, nonce: nonce, device)
  }
}

// The steps of this side.
extension PairingExchange {
  /// Notes what was sent in the open step.
  ///
  /// - Parameter bytes: The message as it went out, which may be anything.
  package mutating func noteSent(_ bytes: [UInt8]) {
    precondition(isOurTurn, "step \(step) is the other side's")
    switch step {
    case 1: helloOfA = PairingHello(sent: bytes, insteadOf: honestHello)
    case 2:
      let hello = PairingHello(sent: bytes, insteadOf: honestHello)
      session = helloOfA.map { PairingSession(helloOfA: $0, helloOfB: hello, by: derivation) }
    case 3: share = sentShare(bytes)
    case 4:
      share = sentShare(bytes)
      derive()
    default: break
    }
    step += 1
  }

  private func sentShare(_ bytes: [UInt8]) -> CPaceShare? {
    // What is no message counts as what it stands for: nobody goes on from there.
    guard let message = try? Message("PairingStep", decoding: bytes),
      message["share"].isPresent
    else { return honestShare }
    return CPaceShare(
      element: message["share"]["share"].data,
      associatedData: message["share"]["associated_data"].data)
  }

  private mutating func derive() {
    guard let session, let share, let otherShare else { return }
    keys = PairingKeys(
      session, shareOfA: side == .guest ? share : otherShare,
      shareOfB: side == .guest ? otherShare : share, side: side, scalar: scalar, by: derivation)
  }
}

// The steps of the other side.
extension PairingExchange {
  /// Takes what came in the open step.
  ///
  /// - Parameter bytes: The message as it came.
  /// - Throws: What in it the text does not allow; the step stays open then.
  package mutating func receive(_ bytes: [UInt8]) throws(PairingFlaw) {
    precondition(!isPaired && !isOurTurn, "step \(step) is this side's")
    switch step {
    case 1, 2: try receiveHello(bytes)
    case 3, 4: try receiveShare(bytes)
    case 5, 6: try receiveProof(bytes)
    default: try receiveCommit(bytes)
    }
    heard[step] = bytes
    step += 1
  }

  private mutating func receiveHello(_ bytes: [UInt8]) throws(PairingFlaw) {
    // What was sent counts: a case may have said something else than this side is.
    let said = helloOfA ?? PairingHello(sent: honestHello.encoded(), insteadOf: honestHello)
    let hello = try PairingHello(
      received: bytes, step: step, versions: said.versions, own: (said.nonce, said.device))
    peer = hello.device
    if side == .guest {
      session = PairingSession(helloOfA: said, helloOfB: hello, by: derivation)
    } else {
      helloOfA = hello
    }
  }

  private mutating func receiveShare(_ bytes: [UInt8]) throws(PairingFlaw) {
    let content = try PairingSteps.read(bytes, step: step)["share"]
    guard let session else { preconditionFailure("the hellos come before the shares") }
    let other = CPaceShare(
      element: content["share"].data, associatedData: content["associated_data"].data)
    guard other.associatedData == session.associatedData(of: PairingSide(ofStep: step)) else {
      throw flaw("PAIR-SHARE-DATA", "the hash of both hellos as they went", "other data")
    }
    guard other.element != share?.element else {
      throw flaw("PAIR-SHARE-REFLECTED", "a share of its own", "the other side's")
    }
    guard Ristretto.multiple(of: other.element, by: scalar) != nil else {
      throw flaw("PAIR-SHARE-ELEMENT", "an element", "\(other.element.count) bytes that are none")
    }
    otherShare = other
    if side == .guest { derive() }
  }

  private func receiveProof(_ bytes: [UInt8]) throws(PairingFlaw) {
    let tag = try PairingSteps.read(bytes, step: step)["proof"]["tag"].data
    try check(tag, "PAIR-PROOF-TAG", keys?.proof(of: PairingSide(ofStep: step)))
  }

  private func receiveCommit(_ bytes: [UInt8]) throws(PairingFlaw) {
    let content = try PairingSteps.read(bytes, step: step)[PairingSteps.name(ofStep: step)]
    let roles = (content["role_a"].word, content["role_b"].word)
    guard let session, roles == (session.roleOfA, session.roleOfB) else {
      throw flaw("PAIR-COMMIT-TAG", "the roles of the hellos", "\(roles.0) and \(roles.1)")
    }
    try check(content["tag"].data, "PAIR-COMMIT-TAG", keys?.commit(of: PairingSide(ofStep: step)))
  }

  private func check(_ tag: [UInt8], _ clause: String, _ own: [UInt8]?) throws(PairingFlaw) {
    guard tag.count == Sodium.longCount else {
      throw flaw(clause, "\(Sodium.longCount) bytes", "\(tag.count) bytes")
    }
    guard tag == own else { throw flaw(clause, "the tag of this exchange", "another tag") }
  }

  private func flaw(_ clause: String, _ expected: String, _ observed: String) -> PairingFlaw {
    PairingFlaw(step: step, clause, expected: expected, observed: observed)
  }
}

extension PairingExchange: ContentHiding {
  package var description: String { "an exchange of \(side.rawValue) before step \(step)" }
}
