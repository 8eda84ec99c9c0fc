/// The exchange as the side sees it where the code is typed: A, which calls.
///
/// ```
/// made ── hello ─▶ greeting ── receiveHello ─▶ asking ── enter ─▶ offering ── receiveShare ─▶
/// proving ── receiveProof ─▶ trusting ── commit ─▶ committing ── receiveCommitted ─▶ paired
/// ```
///
/// A message that does not fit, or is not the one whose turn it is, is the peer's fault: it is thrown, the
/// secrets are dropped, and every later call throws the same. A call that is not the one whose turn it is
/// is a mistake of ours, and traps.
package struct JoiningExchange: Sendable {
  private enum Phase: Sendable {
    case made
    case greeting
    case asking(PairingSession)
    case offering(PairingOffer)
    case proving(PairingAgreement)
    case trusting(PairingAgreement)
    case committing(PairingAgreement)
    case paired(SecretBytes)
    case over(PairingError)
  }

  private let ours: Greeting
  private let drawScalar: @Sendable () -> SecretBytes
  private var phase = Phase.made

  /// Begins an exchange.
  ///
  /// - Parameter device: This device, with what its clock says at this moment.
  package init(_ device: DeviceDescription) {
    self.init(
      device, versions: PairingExchange.versions,
      nonce: Sodium.randomBytes(PairingExchange.nonceByteCount), scalar: CPace.randomScalar)
  }

  /// Begins an exchange in which nothing is left to chance.
  init(
    _ device: DeviceDescription, versions: [UInt32], nonce: [UInt8],
    scalar: @escaping @Sendable () -> SecretBytes
  ) {
    ours = Greeting(device, versions: versions, nonce: nonce)
    drawScalar = scalar
  }

  /// What the pair has in common, once the other one has proven that it has the code: 32 bytes.
  package var pairSecret: SecretBytes? {
    switch phase {
    case .made, .greeting, .asking, .offering, .proving, .over: nil
    case .trusting(let agreement), .committing(let agreement): agreement.pairSecret
    case .paired(let secret): secret
    }
  }

  /// M1.
  package mutating func hello() -> [UInt8] {
    guard case .made = phase else { preconditionFailure("hello is said once, and first") }
    phase = .greeting
    return ours.bytes
  }

  /// Takes M2.
  ///
  /// - Parameter bytes: The message as it came.
  /// - Returns: The device that shows the code, which nothing proves yet.
  /// - Throws: `version`, `wrongRole`, `clocks`, `malformed`.
  package mutating func receiveHello(
    _ bytes: [UInt8]
  ) throws(PairingError) -> DeviceDescription {
    try advance { exchange throws(PairingError) in try exchange.afterHello(bytes) }
  }

  /// Takes the code, and gives M3.
  ///
  /// - Parameters:
  ///   - code: What was typed.
  ///   - channel: The connection that the exchange runs over.
  /// - Returns: What to send.
  /// - Throws: What ended the exchange before.
  package mutating func enter(
    _ code: PairingCode, over channel: PairingChannel
  ) throws(PairingError) -> [UInt8] {
    try advance { exchange throws(PairingError) in exchange.afterCode(code, channel) }
  }

  /// Takes M4, and gives M5.
  ///
  /// - Parameter bytes: The message as it came.
  /// - Returns: What to send.
  /// - Throws: `malformed`.
  package mutating func receiveShare(_ bytes: [UInt8]) throws(PairingError) -> [UInt8] {
    try advance { exchange throws(PairingError) in try exchange.afterShare(bytes) }
  }

  /// Takes M6.
  ///
  /// - Parameter bytes: The message as it came.
  /// - Throws: `wrongCode`, `malformed`.
  package mutating func receiveProof(_ bytes: [UInt8]) throws(PairingError) {
    try advance { exchange throws(PairingError) in try exchange.afterProof(bytes) }
  }

  /// Gives M7; the pair must be stored by then.
  ///
  /// - Throws: What ended the exchange before.
  package mutating func commit() throws(PairingError) -> [UInt8] {
    try advance { exchange throws(PairingError) in exchange.afterStoring() }
  }

  /// Takes M8.
  ///
  /// - Parameter bytes: The message as it came.
  /// - Throws: `malformed`.
  package mutating func receiveCommitted(_ bytes: [UInt8]) throws(PairingError) {
    try advance { exchange throws(PairingError) in try exchange.afterCommitted(bytes) }
  }

  private mutating func advance<Answer>(
    _ transition: (Self) throws(PairingError) -> (next: Phase, answer: Answer)
  ) throws(PairingError) -> Answer {
    if case .over(let error) = phase { throw error }
    do throws(PairingError) {
      let (next, answer) = try transition(self)
      phase = next
      return answer
    } catch {
      phase = .over(error)
      throw error
    }
  }

  private func afterHello(
    _ bytes: [UInt8]
  ) throws(PairingError) -> (Phase, DeviceDescription) {
    guard case .greeting = phase else { preconditionFailure("no hello is expected now") }
    let theirs = try Greeting(decoding: bytes, spoken: ours.versions)
    guard theirs.versions.count == 1 else {
      throw .malformed("the other device chose \(theirs.versions.count) versions, not 1")
    }
    try ours.check(theirs)
    return (.asking(PairingSession(joining: ours, showing: theirs)), theirs.device)
  }

  private func afterCode(_ code: PairingCode, _ channel: PairingChannel) -> (Phase, [UInt8]) {
    guard case .asking(let session) = phase else { preconditionFailure("no code is expected now") }
    let offer = PairingOffer(
      session, side: .joining, generator: session.generator(of: code, over: channel),
      scalar: drawScalar())
    return (.offering(offer), offer.bytes)
  }

  private func afterShare(_ bytes: [UInt8]) throws(PairingError) -> (Phase, [UInt8]) {
    guard case .offering(let offer) = phase else {
      preconditionFailure("no share is expected now")
    }
    let agreement = try offer.agree(on: PairingStepMessage.share(bytes))
    return (.proving(agreement), agreement.proof(of: .joining))
  }

  private func afterProof(_ bytes: [UInt8]) throws(PairingError) -> (Phase, Void) {
    guard case .proving(let agreement) = phase else {
      preconditionFailure("no proof is expected now")
    }
    try agreement.checkProof(bytes, of: .showing)
    return (.trusting(agreement), ())
  }

  private func afterStoring() -> (Phase, [UInt8]) {
    guard case .trusting(let agreement) = phase else {
      preconditionFailure("there is nothing to commit now")
    }
    return (.committing(agreement), agreement.commit(of: .joining))
  }

  private func afterCommitted(_ bytes: [UInt8]) throws(PairingError) -> (Phase, Void) {
    guard case .committing(let agreement) = phase else {
      preconditionFailure("no commit is expected now")
    }
    try agreement.checkCommit(bytes, of: .showing)
    return (.paired(agreement.pairSecret), ())
  }
}

extension JoiningExchange: ContentHiding {
  /// "an exchange of the joining side".
  package var description: String { "an exchange of the joining side" }
}
