/// The exchange as the side sees it that shows the code: B, which is called.
///
/// ```
/// waiting ── receiveHello ─▶ greeted ── receiveShare ─▶ offering ── receiveProof ─▶
/// trusting ── receiveCommit ─▶ storing ── committed ─▶ paired
/// ```
///
/// A message that does not fit, or is not the one whose turn it is, is the peer's fault: it is thrown, the
/// secrets are dropped, and every later call throws the same. A call that is not the one whose turn it is
/// is a mistake of ours, and traps.
package struct ShowingExchange: Sendable {
  private enum Phase: Sendable {
    case waiting(PairingCode, PairingChannel)
    case greeted(PairingSession, PairingCode, PairingChannel)
    case offering(PairingAgreement)
    case trusting(PairingAgreement)
    case storing(PairingAgreement)
    case paired(SecretBytes)
    case over(PairingError)
  }

  private let device: DeviceDescription
  private let versions: [UInt32]
  private let nonce: [UInt8]
  private let drawScalar: @Sendable () -> SecretBytes
  private var phase: Phase

  /// Begins an exchange.
  ///
  /// - Parameters:
  ///   - device: This device, with what its clock says at this moment.
  ///   - code: What is shown.
  ///   - channel: The connection that the exchange runs over.
  package init(_ device: DeviceDescription, code: PairingCode, over channel: PairingChannel) {
    self.init(
      device, code: code, over: channel, versions: PairingExchange.versions,
      nonce: Sodium.randomBytes(PairingExchange.nonceByteCount), scalar: CPace.randomScalar)
  }

  /// Begins an exchange in which nothing is left to chance.
  init(
    _ device: DeviceDescription, code: PairingCode, over channel: PairingChannel,
    versions: [UInt32], nonce: [UInt8], scalar: @escaping @Sendable () -> SecretBytes
  ) {
    self.device = device
    self.versions = versions
    self.nonce = nonce
    drawScalar = scalar
    phase = .waiting(code, channel)
  }

  /// What the pair has in common, once the other one has proven that it has the code: 32 bytes.
  package var pairSecret: SecretBytes? {
    switch phase {
    case .waiting, .greeted, .offering, .over: nil
    case .trusting(let agreement), .storing(let agreement): agreement.pairSecret
    case .paired(let secret): secret
    }
  }

  /// Takes M1, and gives M2.
  ///
  /// - Parameter bytes: The message as it came.
  /// - Returns: What to send, and the device where the code is to be typed, which nothing proves yet.
  /// - Throws: `version`, `wrongRole`, `clocks`, `malformed`.
  package mutating func receiveHello(
    _ bytes: [UInt8]
  ) throws(PairingError) -> (answer: [UInt8], peer: DeviceDescription) {
    try advance { exchange throws(PairingError) in try exchange.afterHello(bytes) }
  }

  /// Takes M3, and gives M4.
  ///
  /// - Parameter bytes: The message as it came.
  /// - Returns: What to send.
  /// - Throws: `malformed`.
  package mutating func receiveShare(_ bytes: [UInt8]) throws(PairingError) -> [UInt8] {
    try advance { exchange throws(PairingError) in try exchange.afterShare(bytes) }
  }

  /// Takes M5, and gives M6; after a wrong proof nothing is sent.
  ///
  /// - Parameter bytes: The message as it came.
  /// - Returns: What to send.
  /// - Throws: `wrongCode`, `malformed`.
  package mutating func receiveProof(_ bytes: [UInt8]) throws(PairingError) -> [UInt8] {
    try advance { exchange throws(PairingError) in try exchange.afterProof(bytes) }
  }

  /// Takes M7, after which the pair is to be stored.
  ///
  /// - Parameter bytes: The message as it came.
  /// - Throws: `malformed`.
  package mutating func receiveCommit(_ bytes: [UInt8]) throws(PairingError) {
    try advance { exchange throws(PairingError) in try exchange.afterCommit(bytes) }
  }

  /// Gives M8; the pair must be stored by then.
  ///
  /// - Throws: What ended the exchange before.
  package mutating func committed() throws(PairingError) -> [UInt8] {
    try advance { exchange throws(PairingError) in exchange.afterStoring() }
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
  ) throws(PairingError) -> (Phase, (answer: [UInt8], peer: DeviceDescription)) {
    guard case .waiting(let code, let channel) = phase else {
      preconditionFailure("no hello is expected now")
    }
    let theirs = try Greeting(decoding: bytes, spoken: versions)
    guard let version = theirs.versions.last(where: versions.contains) else {
      throw .noCommonVersion
    }
    let ours = Greeting(device, versions: [version], nonce: nonce)
    try ours.check(theirs)
    let session = PairingSession(joining: theirs, showing: ours)
    return (.greeted(session, code, channel), (ours.bytes, theirs.device))
  }

  private func afterShare(_ bytes: [UInt8]) throws(PairingError) -> (Phase, [UInt8]) {
    guard case .greeted(let session, let code, let channel) = phase else {
      preconditionFailure("no share is expected now")
    }
    let theirs = try PairingStepMessage.share(bytes)
    let offer = PairingOffer(
      session, side: .showing, generator: session.generator(of: code, over: channel),
      scalar: drawScalar())
    return (.offering(try offer.agree(on: theirs)), offer.bytes)
  }

  private func afterProof(_ bytes: [UInt8]) throws(PairingError) -> (Phase, [UInt8]) {
    guard case .offering(let agreement) = phase else {
      preconditionFailure("no proof is expected now")
    }
    try agreement.checkProof(bytes, of: .joining)
    return (.trusting(agreement), agreement.proof(of: .showing))
  }

  private func afterCommit(_ bytes: [UInt8]) throws(PairingError) -> (Phase, Void) {
    guard case .trusting(let agreement) = phase else {
      preconditionFailure("no commit is expected now")
    }
    try agreement.checkCommit(bytes, of: .joining)
    return (.storing(agreement), ())
  }

  private func afterStoring() -> (Phase, [UInt8]) {
    guard case .storing(let agreement) = phase else {
      preconditionFailure("there is nothing to commit now")
    }
    return (.paired(agreement.pairSecret), agreement.commit(of: .showing))
  }
}

extension ShowingExchange: ContentHiding {
  /// "an exchange of the showing side".
  package var description: String { "an exchange of the showing side" }
}
