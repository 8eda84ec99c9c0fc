/// What belongs to the thread of a loop alone.
struct LoopState {
  /// A queue that once was long is not kept for ever.
  private static let mostSpareJobs = 16_384

  private(set) var jobs: [UnownedJob] = []
  private var spareJobs: [UnownedJob] = []
  private(set) var turnEnds: [any LoopResident] = []
  private var turnEndNames: Set<ObjectIdentifier> = []
  private var spareTurnEnds: [any LoopResident] = []
  var timers = TimerQueue<any LoopResident>()
  /// When the alarm, if it is set, wakes the loop; or a little earlier.
  var alarm = MonotonicInstant(nanoseconds: .min)
  var watches: [ObjectIdentifier: SocketWatch] = [:]
  /// The time, if somebody asked since it was last forgotten.
  private var time: MonotonicInstant?
  var mustEnd = false

  /// Whether something is left to do before the loop may wait.
  var hasWork: Bool { !jobs.isEmpty || !turnEnds.isEmpty }
}

extension LoopState {
  mutating func add(_ job: UnownedJob) {
    jobs.append(job)
  }

  mutating func add(_ more: [UnownedJob]) {
    jobs += more
  }

  /// Takes all jobs out.
  mutating func takeJobs() -> [UnownedJob] {
    let taken = jobs
    jobs = spareJobs
    spareJobs = []
    return taken
  }

  /// Keeps the memory of an empty array for later jobs.
  mutating func keep(_ memory: consuming [UnownedJob]) {
    guard memory.capacity <= Self.mostSpareJobs else { return }
    spareJobs = memory
  }

  /// Notes that a resident wants to hear of the end of the turn, once however often it asks.
  mutating func addTurnEnd(for resident: any LoopResident) {
    if let last = turnEnds.last, last === resident { return }
    guard turnEndNames.insert(ObjectIdentifier(resident)).inserted else { return }
    turnEnds.append(resident)
  }

  /// Takes all who asked out; who asks from now on asks for the next turn.
  mutating func takeTurnEnds() -> [any LoopResident] {
    let taken = turnEnds
    turnEnds = spareTurnEnds
    spareTurnEnds = []
    turnEndNames.removeAll(keepingCapacity: true)
    return taken
  }

  /// Keeps the memory of an empty array for those who ask later.
  mutating func keep(_ memory: consuming [any LoopResident]) {
    spareTurnEnds = memory
  }

  mutating func now() -> MonotonicInstant {
    if let time { return time }
    let fresh = MonotonicInstant.now
    time = fresh
    return fresh
  }

  mutating func forgetTime() {
    time = nil
  }
}
