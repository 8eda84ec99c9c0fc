private import CLinux
private import Synchronization

extension EventLoop {
  /// Jobs that make new ones are followed this far before sockets are looked at again.
  private static let mostRounds = 64

  /// What the thread does.
  func run() {
    inbox.withLock { _ in }  // Whoever made the thread notes which it is.
    _ = unsafe CLinux_nameThread(name)  // It fails for bad addresses only.
    repeat {
      turn()
    } while !hasEnded()
    handles.close()
    let waiting = inbox.withLock { inbox in
      let waiting = inbox.whenEnded
      inbox.whenEnded = []
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Sockets, then timers, then jobs until there are none, then those who want the end of the turn,
  /// so that whatever all of them had to send goes out together.
  private func turn() {
    runDueTimers()
    runJobs()
    runTurnEnds()
    runJobs()
    let mayWait = mayWait()
    if mayWait { setAlarm() }
    unsafe state.pointee.forgetTime()
    handles.poll(mayWait: mayWait)
    if mayWait { inbox.withLock { $0.isAsleep = false } }
  }

  private func runJobs() {
    let serial = unsafe asUnownedSerialExecutor()
    let task = unsafe asUnownedTaskExecutor()
    for _ in 0..<Self.mostRounds {
      if hasMail.load(ordering: .relaxed) { takeInbox() }
      guard unsafe !state.pointee.jobs.isEmpty else { return }
      unsafe state.pointee.forgetTime()
      var jobs = unsafe state.pointee.takeJobs()
      for job in jobs {
        unsafe job.runSynchronously(isolatedTo: serial, taskExecutor: task)
      }
      jobs.removeAll(keepingCapacity: true)
      unsafe state.pointee.keep(jobs)
    }
  }

  private func runTurnEnds() {
    guard unsafe !state.pointee.turnEnds.isEmpty else { return }
    var residents = unsafe state.pointee.takeTurnEnds()
    for resident in residents { resident.endTurn() }
    // Here, where the state is nobody's: the last reference to a resident ends its registrations.
    residents.removeAll(keepingCapacity: true)
    unsafe state.pointee.keep(residents)
  }

  private func runDueTimers() {
    guard unsafe !state.pointee.timers.isEmpty else { return }
    let now = unsafe state.pointee.now()
    let bound = unsafe state.pointee.timers.countOfAll
    while let (timer, resident) = unsafe state.pointee.timers.popDue(by: now, amongFirst: bound) {
      resident.fire(timer)
    }
  }

  /// Takes what other threads have left.
  private func takeInbox() {
    let endings = inbox.withLock { inbox in
      hasMail.store(false, ordering: .relaxed)
      if !inbox.jobs.isEmpty {
        unsafe state.pointee.add(inbox.jobs)
        inbox.jobs.removeAll(keepingCapacity: true)
      }
      for resident in inbox.turnEnds { unsafe state.pointee.addTurnEnd(for: resident) }
      inbox.turnEnds.removeAll()
      if inbox.mustEnd { unsafe state.pointee.mustEnd = true }
      let endings = inbox.endings
      inbox.endings = []
      return endings
    }
    for watch in endings { end(watch) }
  }

  /// Whether there is nothing to do; from then on other threads wake the loop.
  private func mayWait() -> Bool {
    guard unsafe !state.pointee.hasWork, unsafe !state.pointee.mustEnd else { return false }
    return inbox.withLock { inbox in
      guard inbox.isEmpty, !inbox.mustEnd else { return false }
      inbox.isAsleep = true
      return true
    }
  }

  /// Makes sure that the loop wakes when the first timer is due.
  ///
  /// An alarm that is too early stays: most timers are cancelled, and setting it each time would cost
  /// more than waking once.
  private func setAlarm() {
    guard let earliest = unsafe state.pointee.timers.earliest else { return }
    if handles.isAlarmSet, unsafe state.pointee.alarm <= earliest { return }
    unsafe state.pointee.alarm = earliest
    let now = MonotonicInstant.now
    let wait = max(0, now.duration(to: earliest).nanoseconds)
    handles.setAlarm(in: UInt64(wait / 1_000_000 + (wait % 1_000_000 > 0 ? 1 : 0)))
  }

  /// Once it was asked to, closes what is left; whether nothing can happen any more.
  private func hasEnded() -> Bool {
    guard unsafe state.pointee.mustEnd else { return false }
    var timers = TimerQueue<any LoopResident>()
    unsafe swap(&state.pointee.timers, &timers)
    for watch in unsafe Array(state.pointee.watches.values) { end(watch) }
    guard unsafe !state.pointee.hasWork else { return false }
    return inbox.withLock { inbox in
      inbox.hasEnded = inbox.isEmpty
      return inbox.hasEnded
    }
  }
}

extension LoopResident {
  /// Calls `turnEnds` from the loop.
  nonisolated func endTurn() {
    assumeIsolated { $0.turnEnds() }
  }

  /// Calls `timerFired` from the loop.
  nonisolated func fire(_ timer: TimerID) {
    assumeIsolated { $0.timerFired(timer) }
  }

  /// Calls `socketIsReady` from the loop.
  nonisolated func ready(_ socket: SocketID, _ readiness: Readiness) {
    assumeIsolated { $0.socketIsReady(socket, readiness) }
  }
}
