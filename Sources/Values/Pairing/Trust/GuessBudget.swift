/// How often somebody may still guess a code: kept on the disk, so that a restart forgets nothing.
///
/// A code is burnt by one wrong proof, or by three sessions that died after M3. From the third burnt
/// code in a row on it takes a wait until the next: 1 minute, then 5, then 30, and 30 from there on. Ten
/// burnt codes within 24 hours end it until the owner resets it. A right proof ends the row, not the
/// count of the day. So a guess has one chance in 10^6, and there are ten a day.
///
/// How clocks count: with a ``MachineUptime``, given always or never, the wall clock only serves to say
/// when a lock ends, and no jump of it shortens or lengthens anything. While the machine is off time does
/// not count, so that a lock lasts its own length anew at most. Without an uptime the wall clock is all
/// there is: a jump forwards counts as time that has passed, for nobody can tell it from that; after a
/// jump back a lock lasts its own length anew at most, from when ``noteClock(at:uptime:)`` saw it.
package struct GuessBudget: Hashable, Sendable {
  struct Lock: Hashable, Sendable {
    /// On the steady line.
    var began: Double
    var length: Double
  }

  /// How many sessions may die before the code is burnt.
  package static let mostAborts = 3
  /// How many burnt codes within a day end it.
  package static let mostBurntPerDay = 10
  /// The waits after the third burnt code in a row, the fourth, and all others, in seconds.
  package static let waits: [Double] = [60, 300, 1_800]
  static let burntWithoutWait = 2
  static let day: Double = 86_400
  /// More in a row change nothing.
  static let mostInRow = 1_000

  /// Sessions of the open code that died.
  var aborts = 0
  /// Whether a guess is under way; where it still is after a restart, it counts as wrong.
  var isGuessOpen = false
  /// Burnt codes since the last right one.
  var row = 0
  /// When the codes of the last day were burnt, on the steady line, ascending.
  var burnt: [Double] = []
  var lock: Lock?
  /// Whether there were ten within a day since the owner's last reset.
  var needsReset = false
  var time: SteadyTime?

  /// Begins with nothing guessed.
  package init() {}

  /// Whether a guess is under way that was neither right nor wrong yet.
  package var hasOpenGuess: Bool { isGuessOpen }

  /// How many codes were burnt since the last right one.
  package var burntInRow: Int { row }

  /// When the lock ends.
  ///
  /// - Parameters:
  ///   - now: The wall clock.
  ///   - uptime: The machine's uptime, which no jump of the wall clock moves.
  /// - Returns: `nil` where a window may open.
  package func lockEnd(at now: Double, uptime: MachineUptime? = nil) -> PairingError.LockEnd? {
    if needsReset { return .reset }
    let remaining = remaining(at: now, uptime)
    return remaining > 0 ? .at(now + remaining) : nil
  }

  /// Sees that a window may open.
  ///
  /// - Parameters:
  ///   - now: The wall clock.
  ///   - uptime: The machine's uptime.
  /// - Throws: `locked`, with the end of the lock.
  package func check(at now: Double, uptime: MachineUptime? = nil) throws(PairingError) {
    guard let end = lockEnd(at: now, uptime: uptime) else { return }
    let reason =
      switch end {
      case .reset:
        "\(Self.mostBurntPerDay) codes were wrong within a day; "
          + "'dyad pair unlock' forgets them"
      case .at: "\(row) codes in a row were wrong; try again in \(wait(at: now, uptime))"
      }
    throw PairingError(.locked, "cannot show a code: \(reason)", lockEnd: end)
  }

  /// Begins a window with a new code.
  package mutating func beginWindow() { aborts = 0 }

  /// Begins a guess; to be stored before M4 goes out, so that from here on a crash counts.
  package mutating func beginGuess() { isGuessOpen = true }

  /// Notes that the proof was right: the row ends, the count of the day stays.
  package mutating func noteRight() {
    isGuessOpen = false
    aborts = 0
    row = 0
    lock = nil
  }

  /// Notes that the proof was wrong: the code is burnt.
  ///
  /// - Parameters:
  ///   - now: The wall clock.
  ///   - uptime: The machine's uptime.
  package mutating func noteWrong(at now: Double, uptime: MachineUptime? = nil) {
    burn(at: now, uptime)
  }

  /// Notes that the session died after M3.
  ///
  /// - Parameters:
  ///   - now: The wall clock.
  ///   - uptime: The machine's uptime.
  /// - Returns: Whether it was the third one, so that the code is burnt.
  package mutating func noteAborted(at now: Double, uptime: MachineUptime? = nil) -> Bool {
    isGuessOpen = false
    aborts += 1
    guard aborts >= Self.mostAborts else { return false }
    burn(at: now, uptime)
    return true
  }

  /// Takes up what a process left that ended: a guess that was open counts as a burnt code.
  ///
  /// - Parameters:
  ///   - now: The wall clock.
  ///   - uptime: The machine's uptime.
  package mutating func recover(at now: Double, uptime: MachineUptime? = nil) {
    if isGuessOpen { burn(at: now, uptime) } else { _ = noteClock(at: now, uptime: uptime) }
    aborts = 0
  }

  /// Sees whether the clocks jumped since the last change; to be asked at a start, and while a lock
  /// lasts.
  ///
  /// - Parameters:
  ///   - now: The wall clock.
  ///   - uptime: The machine's uptime.
  /// - Returns: Whether they did, so that this is to be stored: what has passed counts from here.
  package mutating func noteClock(at now: Double, uptime: MachineUptime? = nil) -> Bool {
    guard let time else { return false }
    let moved = time.moved(to: now, uptime)
    guard moved.source != time.source || moved.reading < time.reading else { return false }
    self.time = moved
    return true
  }

  /// Forgets all of it, as the owner wants.
  package mutating func reset() { self = GuessBudget() }

  private mutating func burn(at now: Double, _ uptime: MachineUptime?) {
    let moment = time?.moved(to: now, uptime) ?? SteadyTime(now, uptime)
    time = moment
    isGuessOpen = false
    aborts = 0
    row = min(row + 1, Self.mostInRow)
    burnt.removeAll { moment.seconds - $0 >= Self.day }
    burnt.append(moment.seconds)
    if burnt.count >= Self.mostBurntPerDay {
      needsReset = true
      burnt.removeFirst(burnt.count - Self.mostBurntPerDay)
    }
    guard row > Self.burntWithoutWait else { return }
    let step = min(row - Self.burntWithoutWait, Self.waits.count) - 1
    lock = Lock(began: moment.seconds, length: Self.waits[step])
  }

  private func remaining(at now: Double, _ uptime: MachineUptime?) -> Double {
    guard let lock, let time else { return 0 }
    return max(0, lock.length - (time.moved(to: now, uptime).seconds - lock.began))
  }

  private func wait(at now: Double, _ uptime: MachineUptime?) -> String {
    let seconds = Int(remaining(at: now, uptime).rounded(.up))
    return seconds < 60 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
  }
}
