internal import ConformanceKit
internal import ConformanceWire

/// An exchange between two sides of ours, in which each step can be changed on its way.
struct ExchangeDialogue {
  var guest = KnownExchange.guest()
  var host = KnownExchange.host()
  /// What was sent, M1 on.
  private(set) var sent: [[UInt8]] = []

  /// Takes the steps up to the last that is asked for, or to the first flaw.
  ///
  /// - Parameters:
  ///   - last: The number of the last step.
  ///   - change: What arrives in the place of a step.
  /// - Returns: What was found wrong.
  mutating func play(
    until last: Int = PairingExchange.stepCount,
    arriving change: (Int, [UInt8]) -> [UInt8] = { $1 }
  ) -> PairingFlaw? {
    while guest.step <= last, !guest.isPaired {
      let step = guest.step
      let speaker = PairingSide(ofStep: step)
      guard let message = speaker == .guest ? guest.next : host.next else { return nil }
      let bytes = message.encoded()
      sent.append(bytes)
      do throws(PairingFlaw) {
        if speaker == .guest {
          guest.noteSent(bytes)
          try host.receive(change(step, bytes))
        } else {
          host.noteSent(bytes)
          try guest.receive(change(step, bytes))
        }
      } catch {
        return error
      }
    }
    return nil
  }
}
