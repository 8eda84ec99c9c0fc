extension EventLoop {
  /// Calls the resident's `turnEnds` once at the end of this turn; from any thread, where "this"
  /// is the turn in which the loop hears of it.
  package func requestTurnEnd(for resident: some LoopResident) {
    if isCurrent {
      unsafe state.pointee.addTurnEnd(for: resident)
    } else {
      leave { inbox in
        // Nobody is left to be called.
        guard !inbox.hasEnded else { return }
        if let last = inbox.turnEnds.last, last === resident { return }
        inbox.turnEnds.append(resident)
      }
    }
  }

  /// Calls the resident's `timerFired` once, that much later or a little after; on the loop only.
  ///
  /// The loop holds the resident until then, or until the timer is cancelled.
  package func schedule(after delay: Duration, for resident: some LoopResident) -> TimerID {
    schedule(at: now.advanced(by: delay), for: resident)
  }

  /// Calls the resident's `timerFired` once, then or a little after; on the loop only.
  package func schedule(at deadline: MonotonicInstant, for resident: some LoopResident) -> TimerID {
    checkIsolated()
    return unsafe state.pointee.timers.schedule(at: deadline, for: resident)
  }

  /// Takes a timer back, unless it has fired; on the loop only.
  package func cancel(_ timer: TimerID) {
    checkIsolated()
    // The owner may be the last reference to something that calls the loop as it goes.
    _ = unsafe state.pointee.timers.cancel(timer)
  }

  /// Calls the resident's `socketIsReady` when the socket can be used as it is interested in; on
  /// the loop only.
  ///
  /// No interest is set at first. The loop does not hold the resident.
  ///
  /// - Throws: `alreadyExists` when the socket is registered.
  package func register(
    _ socket: Socket, for resident: some LoopResident
  ) throws(SystemError) -> SocketRegistration {
    checkIsolated()
    let watch = try SocketWatch(socket, for: resident, on: handles)
    unsafe state.pointee.watches[ObjectIdentifier(watch)] = watch
    return SocketRegistration(watch, on: self)
  }

  /// Ends a watch; on the loop only.
  func end(_ watch: SocketWatch) {
    unsafe state.pointee.watches[ObjectIdentifier(watch)] = nil
    watch.end()
  }

  /// Ends a watch from any thread.
  func endSoon(_ watch: SocketWatch) {
    if isCurrent {
      end(watch)
    } else {
      leave { inbox in
        // A loop that has ended has ended its watches too.
        if !inbox.hasEnded { inbox.endings.append(watch) }
      }
    }
  }

  /// Ends the loop, and returns when its thread is gone; not from the loop.
  ///
  /// Jobs that are there are run, what is still registered is closed, timers are dropped. A job that
  /// comes later is a mistake and traps.
  package func shutdown() async {
    precondition(!isCurrent, "the loop cannot wait for its own end")
    await withCheckedContinuation { continuation in
      leave { inbox in
        inbox.mustEnd = true
        if inbox.hasEnded {
          continuation.resume()
        } else {
          inbox.whenEnded.append(continuation)
        }
      }
    }
    join()
  }
}
