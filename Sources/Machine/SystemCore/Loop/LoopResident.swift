/// An actor that lives on a loop: the loop is its executor and calls it without a hop.
package protocol LoopResident: Actor {
  /// Where it lives, all its life.
  nonisolated var loop: EventLoop { get }

  /// Called when a socket it registered can be used in one of the ways it is interested in.
  ///
  /// It is called again every turn until the socket was used, or the interest taken back.
  func socketIsReady(_ socket: SocketID, _ readiness: Readiness)

  /// Called once when a timer it set is due.
  func timerFired(_ timer: TimerID)

  /// Called once at the end of a turn in which it was asked for.
  func turnEnds()
}

extension LoopResident {
  /// The loop; an actor that is called for every message saves a quarter of a hop by saying the same
  /// itself, because this has to ask it for the loop.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.unowned }

  /// Does nothing; for those who register no socket.
  package func socketIsReady(_ socket: SocketID, _ readiness: Readiness) {}

  /// Does nothing; for those who set no timer.
  package func timerFired(_ timer: TimerID) {}

  /// Does nothing; for those who ask for no end of a turn.
  package func turnEnds() {}
}

/// In which ways a socket can be used at once.
package struct Readiness: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Something can be read or accepted, or the stream has ended.
  package static let readable = Readiness(rawValue: 1)
  /// Something can be sent, or connecting is done.
  package static let writable = Readiness(rawValue: 2)
  /// An error waits to be read; no more readiness comes until an interest is set again.
  package static let hungUp = Readiness(rawValue: 4)
}

/// What one wants to hear of a socket.
package struct SocketInterest: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// When something can be read or accepted.
  package static let read = SocketInterest(rawValue: 1)
  /// When something can be sent.
  package static let write = SocketInterest(rawValue: 2)
}
