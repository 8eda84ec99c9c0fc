internal import ConformanceKit
internal import ConformanceWire

/// A node whose owner types a code that the tool shows.
final class Joining {
  /// What the tool shows.
  static let code = "271828"

  let device: Device
  /// The owner's call.
  let owner: LocalCall
  /// The node's call.
  let pairing: PairingCall
  private let scene: Scene

  /// Lets the owner join the tool; nothing has been said yet.
  init(_ stage: Stage) throws {
    scene = stage.scene
    device = try stage.stranger()
    owner = try stage.node().ownerStream(
      "PairingControl/Join", ["start": ["address": .text("127.0.0.1:\(device.listener.port)")]])
    pairing = try device.acceptConnection().acceptPair(device.description(), code: Self.code)
  }

  /// Goes on up to a step, with an owner who types the code and says yes.
  ///
  /// - Parameters:
  ///   - last: The last step.
  ///   - code: What the owner types.
  ///   - change: What the tool says instead, by the number of the step.
  /// - Throws: As ``PairingCall/run(until:by:changing:)``, and where the owner hears something else.
  func run(
    until last: Int, typing code: String = Joining.code,
    changing change: (Int, Message) throws -> [UInt8] = { $1.encoded() }
  ) throws {
    try pairing.run(until: min(2, last), changing: change)
    guard last > 2 else { return }
    try expect("reached")
    try owner.send(["code": .text(code)])
    try pairing.run(until: min(6, last), changing: change)
    guard last > 6 else { return }
    try expect("verified")
    try owner.send(["approve": true])
    try pairing.run(until: last, changing: change)
  }

  /// What the owner hears next.
  func expect(_ event: String) throws {
    let heard = try owner.next(by: scene.deadline)?.keys ?? []
    try Deviation.unless(heard == [event], "the event '\(event)'", "\(heard)")
  }

  /// Sees the owner hear why there is no pair.
  func expectRefusal(_ word: PairingRefusal) throws {
    do {
      let event = try Deviation.unlessThere(
        owner.next(by: scene.deadline), "the refusal \(word.rawValue)", "an end without one")
      throw Deviation(
        expected: "the refusal \(word.rawValue)", observed: "the event \(event.keys)")
    } catch let failure as CallFailure {
      let said = failure.end.trailer(PairingRefusal.trailer)
      try Deviation.unless(
        said == word.rawValue, "the refusal \(word.rawValue)", said ?? "\(failure)")
    }
  }

  /// Sees the node say nothing more.
  func expectOver() throws {
    do {
      guard case .message(let bytes) = try pairing.call.receive() else { return }
      throw Deviation(
        expected: "no further step (PAIR-STEP-LAST)", observed: "a step of \(bytes.count) bytes")
    } catch WireError.closed {
      return
    }
  }
}
