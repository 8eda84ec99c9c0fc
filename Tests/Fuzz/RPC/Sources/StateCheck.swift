private import RPCCore

private let limits: CallLimits = {
  var limits = CallLimits()
  limits.outboundMark = 50
  limits.creditStep = 40
  return limits
}()

private let broken = RPCError(.unavailable, "broken off")

/// Any order of inputs leaves a server's call in order: headers once and first, the status once and
/// last, nothing after a break, and credit for what was read alone.
func checkServerState(_ inputs: [UInt8]) {
  var state = ServerCallState(mark: limits.outboundMark, creditStep: limits.creditStep)
  var order = PartOrder()
  var ledger = Ledger()
  for input in inputs {
    let message = CallMessage([UInt8](repeating: input, count: Int(input >> 4)))
    switch input & 15 {
    case 0, 1:
      ledger.received += message.wireCount
      state.receiveMessage(message)
    case 2: state.receiveEnd()
    case 3: state.abort(broken)
    case 4: try? state.sendHeaders([:])
    case 5, 6:
      // An application that waits when it is told to.
      guard state.mayProceed else { break }
      if (try? state.sendMessage(message)) != nil { ledger.queued += message.wireCount }
    case 7: _ = state.finish(.ok, [:])
    case 8: state.addTrailers(["x": .text("y")])
    case 9, 10: ledger.read(state.takeMessage())
    case 11: ledger.credit += state.takeCredit()
    case 12: _ = state.givesRoomForUnfinished()
    default:
      let part = state.nextPart()
      precondition(part == nil || state.abortReason == nil, "something is sent after a break")
      switch part {
      case .headers: order.headers()
      case .message(let message):
        order.message()
        ledger.queued -= message.wireCount
      case .status: order.status()
      case nil: break
      }
    }
    if state.abortReason != nil { ledger.queued = 0 }
    ledger.check()
  }
  ledger.credit += state.takeCredit()
  precondition(ledger.credit == ledger.taken, "credit is not what was read")
}

/// Any order of inputs leaves a client's call in order: one half-close behind all messages, one
/// cancellation, one end, and credit for what was read alone.
func checkClientState(_ inputs: [UInt8]) {
  var state = ClientCallState(mark: limits.outboundMark, creditStep: limits.creditStep)
  var ledger = Ledger()
  var replayed = 0
  var hasClosed = false
  var hasCancelled = false
  var outcome: Status?
  for input in inputs {
    let message = CallMessage([UInt8](repeating: input, count: Int(input >> 4)))
    switch input & 15 {
    case 0, 1:
      ledger.received += message.wireCount
      state.receiveMessage(message)
    case 2: state.receiveStatus(input > 127 ? .ok : broken.status, [:])
    case 3: state.abort(broken)
    case 4: state.receiveHeaders([:])
    case 5, 6:
      guard state.mayProceed else { break }
      if (try? state.sendMessage(message)) != nil { ledger.queued += message.wireCount }
    case 7: state.finishSending()
    case 8: _ = state.cancel(RPCError(.cancelled, "cancelled"))
    case 9, 10: ledger.read(state.takeMessage())
    case 11: ledger.credit += state.takeCredit()
    case 12: _ = state.givesRoomForUnfinished()
    case 13:
      guard state.rewind() else { break }
      // All that was sent waits again, beyond the mark.
      ledger.queued += replayed
      ledger.excess += replayed
      replayed = 0
      hasClosed = false
    default:
      switch state.nextPart() {
      case .message(let message):
        precondition(!hasClosed && !hasCancelled, "a message after the end")
        ledger.queued -= message.wireCount
        replayed += message.wireCount
      case .halfClose:
        precondition(!hasClosed && !hasCancelled, "a second end")
        hasClosed = true
      case .cancel:
        precondition(!hasCancelled && state.hasEnded, "a second cancellation")
        hasCancelled = true
      case nil: break
      }
    }
    precondition(outcome == nil || outcome == state.outcome?.status, "a second outcome")
    outcome = state.outcome?.status
    if state.hasEnded { ledger.queued = 0 }
    ledger.check()
  }
  ledger.credit += state.takeCredit()
  precondition(ledger.credit == ledger.taken, "credit is not what was read")
}

/// The order of what a server sends.
private struct PartOrder {
  private var hasHeaders = false
  private var hasStatus = false

  mutating func headers() {
    precondition(!hasHeaders && !hasStatus, "headers are late")
    hasHeaders = true
  }

  mutating func message() {
    precondition(hasHeaders && !hasStatus, "a message is out of place")
  }

  mutating func status() {
    precondition(!hasStatus, "a second status")
    hasStatus = true
  }
}

/// The bytes of a call, as the check counts them.
private struct Ledger {
  var received = 0
  var taken = 0
  var credit = 0
  var queued = 0
  var excess = 0

  mutating func read(_ reading: CallReading) {
    if case .message(let message, _) = reading { taken += message.wireCount }
  }

  func check() {
    precondition(taken <= received, "more is read than came")
    precondition(credit <= taken, "more credit than was read")
    let longest = 15 + MessageDeframer.prefixLength
    precondition(queued >= 0, "more is sent than was queued")
    precondition(queued < limits.outboundMark + longest + excess, "more waits than may")
  }
}
