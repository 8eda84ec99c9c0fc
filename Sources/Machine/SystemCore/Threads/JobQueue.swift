internal import CUV

/// Work that waits for the threads of one executor, at once or by the clock.
///
/// One thread is the leader: it waits for the clock as well, so that a time that comes wakes one thread
/// and not all. Nobody wakes when there is nothing to do.
///
/// `@unchecked`: what is in `state` is touched inside the mutex alone.
@safe final class JobQueue: @unchecked Sendable {
  typealias Work = @Sendable () -> Void

  private struct Timer {
    var number: UInt64
    var due: UInt64
    var work: Work
  }

  private struct State {
    /// Those before `first` are done.
    var ready: [Work?] = []
    var first = 0
    /// In the order in which they are due.
    var timers: [Timer] = []
    var lastTimer: UInt64 = 0
    var isLeaderAsleep = false
    var sleepingFollowers = 0
    var hasEnded = false
  }

  private let mutex = UnsafeMutablePointer<uv_mutex_t>.allocate(capacity: 1)
  private let forLeader = UnsafeMutablePointer<uv_cond_t>.allocate(capacity: 1)
  private let forFollowers = UnsafeMutablePointer<uv_cond_t>.allocate(capacity: 1)
  private var state = State()

  init() {
    unsafe mutex.initialize(to: uv_mutex_t())
    unsafe forLeader.initialize(to: uv_cond_t())
    unsafe forFollowers.initialize(to: uv_cond_t())
    // They fail where there is no memory left, which ends a process of Swift anyway.
    let status = unsafe uv_mutex_init(mutex) | uv_cond_init(forLeader) | uv_cond_init(forFollowers)
    precondition(status == 0, "there is no memory for a queue")
  }

  deinit {
    unsafe uv_cond_destroy(forFollowers)
    unsafe uv_cond_destroy(forLeader)
    unsafe uv_mutex_destroy(mutex)
    unsafe forFollowers.deallocate()
    unsafe forLeader.deallocate()
    unsafe mutex.deallocate()
  }

  /// Adds work that is to be done as soon as there is a thread.
  func add(_ work: @escaping Work) {
    unsafe uv_mutex_lock(mutex)
    state.ready.append(work)
    let sleeper = unsafe sleeper
    unsafe uv_mutex_unlock(mutex)
    // Afterwards, or whoever wakes would wait for the mutex at once.
    if let sleeper = unsafe sleeper { unsafe uv_cond_signal(sleeper) }
  }

  /// Wakes a thread, where all sleep, for work that is about to come: to wake takes as long as to make the work.
  ///
  /// It looks out for the work without sleeping, for moments, where there is another processor to make it.
  func expect() {
    guard Self.mayLookOut else { return }
    unsafe uv_mutex_lock(mutex)
    let sleeper = unsafe state.first == state.ready.count ? sleeper : nil
    if unsafe sleeper != nil { state.ready.append { [unowned self] in lookOut() } }
    unsafe uv_mutex_unlock(mutex)
    if let sleeper = unsafe sleeper { unsafe uv_cond_signal(sleeper) }
  }

  private func lookOut() {
    let end = uv_hrtime() + Self.longestLookOut
    repeat {
      unsafe uv_mutex_lock(mutex)
      let isOver = state.first < state.ready.count || state.hasEnded
      unsafe uv_mutex_unlock(mutex)
      if isOver { return }
    } while uv_hrtime() < end
  }

  /// In nanoseconds: about twice as long as a thread takes to wake.
  private static let longestLookOut: UInt64 = 60_000
  private static let mayLookOut = uv_available_parallelism() > 1

  /// Adds work that is to be done after so many nanoseconds.
  ///
  /// - Returns: What `remove` takes.
  @discardableResult
  func add(after nanoseconds: UInt64, _ work: @escaping Work) -> UInt64 {
    let (due, isBeyond) = uv_hrtime().addingReportingOverflow(nanoseconds)
    unsafe uv_mutex_lock(mutex)
    state.lastTimer += 1
    let timer = Timer(number: state.lastTimer, due: isBeyond ? .max : due, work: work)
    let place = state.timers.firstIndex { $0.due > timer.due } ?? state.timers.endIndex
    state.timers.insert(timer, at: place)
    if place == state.timers.startIndex, state.isLeaderAsleep { unsafe uv_cond_signal(forLeader) }
    unsafe uv_mutex_unlock(mutex)
    return timer.number
  }

  /// Takes work back that waits for its time; what is ready or done by now stays so.
  func remove(_ number: UInt64) {
    unsafe uv_mutex_lock(mutex)
    let place = state.timers.firstIndex { $0.number == number }
    let timer = place.map { state.timers.remove(at: $0) }
    unsafe uv_mutex_unlock(mutex)
    // What its work holds is let go of outside.
    withExtendedLifetime(timer) {}
  }

  /// Lets the threads end once there is nothing to do at once.
  func end() {
    unsafe uv_mutex_lock(mutex)
    state.hasEnded = true
    unsafe uv_cond_broadcast(forLeader)
    unsafe uv_cond_broadcast(forFollowers)
    unsafe uv_mutex_unlock(mutex)
  }

  /// Does work on the calling thread until the queue has ended.
  ///
  /// - Parameter isLeader: Whether it is the thread that waits for the clock.
  func run(asLeader isLeader: Bool) {
    // What work holds is let go of outside the mutex: it may be the last that holds this queue's owner.
    while let work = next(isLeader) { work() }
  }

  /// The next work, waited for; nothing once the queue has ended.
  private func next(_ isLeader: Bool) -> Work? {
    unsafe uv_mutex_lock(mutex)
    defer { unsafe uv_mutex_unlock(mutex) }
    while true {
      takeDue()
      if let work = takeReady() { return work }
      if state.hasEnded { return nil }
      if isLeader { waitAsLeader() } else { waitAsFollower() }
    }
  }

  private func waitAsLeader() {
    state.isLeaderAsleep = true
    if let due = state.timers.first?.due {
      let now = uv_hrtime()
      // Woken early or late, it looks again.
      if due > now { _ = unsafe uv_cond_timedwait(forLeader, mutex, due - now) }
    } else {
      unsafe uv_cond_wait(forLeader, mutex)
    }
    state.isLeaderAsleep = false
  }

  private func waitAsFollower() {
    state.sleepingFollowers += 1
    unsafe uv_cond_wait(forFollowers, mutex)
    state.sleepingFollowers -= 1
  }

  private func takeReady() -> Work? {
    guard state.first < state.ready.count else { return nil }
    let work = state.ready[state.first]
    state.ready[state.first] = nil
    state.first += 1
    if state.first == state.ready.count {
      state.ready.removeAll(keepingCapacity: true)
      state.first = 0
    }
    return work
  }

  /// Makes ready what is due; another thread helps where there is more than one.
  private func takeDue() {
    guard let first = state.timers.first else { return }
    let now = uv_hrtime()
    guard first.due <= now else { return }
    let count = state.timers.firstIndex { $0.due > now } ?? state.timers.count
    for timer in state.timers[..<count] { state.ready.append(timer.work) }
    state.timers.removeFirst(count)
    if count > 1, let sleeper = unsafe sleeper { unsafe uv_cond_signal(sleeper) }
  }

  /// Where a thread sleeps that can do what is ready; asked within the mutex.
  private var sleeper: UnsafeMutablePointer<uv_cond_t>? {
    if state.sleepingFollowers > 0 { return unsafe forFollowers }
    return unsafe state.isLeaderAsleep ? forLeader : nil
  }
}
