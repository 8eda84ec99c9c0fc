internal import Pairing
internal import TestSupport
internal import Testing

/// How often a code may be guessed.
struct GuessBudgetTests {
  private func wait(_ budget: GuessBudget, at now: Double) -> Double? {
    guard case .at(let end) = budget.lockEnd(at: now) else { return nil }
    return end - now
  }

  @Test func `from the third burnt code on it takes a wait, ever longer`() {
    var budget = GuessBudget()
    var now = 0.0
    for wanted in [nil, nil, 60, 300, 1_800, 1_800, 1_800, 1_800, 1_800] as [Double?] {
      #expect(budget.lockEnd(at: now) == nil)
      budget.beginWindow()
      budget.beginGuess()
      budget.noteWrong(at: now)
      #expect(wait(budget, at: now) == wanted)
      now += wanted ?? 0
    }
    #expect(budget.burntInRow == 9)
  }

  @Test func `ten in a day end it until the owner resets it`() throws {
    var budget = GuessBudget()
    var now = 0.0
    for _ in 0..<10 {
      #expect(budget.lockEnd(at: now) == nil)
      budget.noteWrong(at: now)
      // What is right ends the row, and so the waits, but not the count of the day.
      now += 2_000
      if budget.lockEnd(at: now) == nil { budget.noteRight() }
    }
    #expect(budget.lockEnd(at: now) == .reset)
    #expect(budget.lockEnd(at: now + 1e9) == .reset)
    let error = #expect(throws: PairingError.self) { try budget.check(at: now) }
    #expect(error?.refusal == .locked)
    #expect(error?.lockEnd == .reset)
    #expect(
      error?.message
        == "cannot show a code: 10 codes were wrong within a day; 'dyad pair unlock' forgets them")
    budget.reset()
    #expect(budget == GuessBudget())
    try budget.check(at: now)
  }

  @Test func `codes of yesterday do not count`() {
    var budget = GuessBudget()
    // One in three hours is eight in a day, for ever.
    for number in 0..<100 {
      let now = Double(number) * 10_800
      #expect(budget.lockEnd(at: now) == nil)
      budget.noteWrong(at: now)
    }
    #expect(budget.burntInRow == 100)
  }

  @Test(
    arguments: [
      (3, 0, "1 min", 60), (3, 15, "45 s", 45), (3, 59.5, "1 s", 0.5), (4, 0, "5 min", 300),
      (4, 60.5, "4 min", 239.5), (5, 0, "30 min", 1_800),
    ] as [(Int, Double, String, Double)])
  func `a lock says how long it lasts`(
    burnt: Int, passed: Double, text: String, remaining: Double
  ) {
    var budget = GuessBudget()
    for _ in 0..<burnt { budget.noteWrong(at: 1_000) }
    let error = #expect(throws: PairingError.self) { try budget.check(at: 1_000 + passed) }
    #expect(error?.refusal == .locked)
    #expect(
      error?.message
        == "cannot show a code: \(burnt) codes in a row were wrong; try again in \(text)")
    #expect(error?.lockEnd == .at(1_000 + passed + remaining))
  }

  @Test func `a right one ends the row`() {
    var budget = GuessBudget()
    for _ in 0..<2 { budget.noteWrong(at: 0) }
    budget.beginGuess()
    budget.noteRight()
    #expect(!budget.hasOpenGuess)
    for _ in 0..<2 { budget.noteWrong(at: 0) }
    #expect(budget.lockEnd(at: 0) == nil)
    budget.noteWrong(at: 0)
    #expect(wait(budget, at: 0) == 60)
  }

  @Test func `the third session that dies burns the code, and a new code starts anew`() {
    var budget = GuessBudget()
    for _ in 0..<5 {
      budget.beginWindow()
      for _ in 0..<2 {
        budget.beginGuess()
        let isBurnt1 = budget.noteAborted(at: 0)
        #expect(!isBurnt1)
        #expect(!budget.hasOpenGuess)
      }
    }
    #expect(budget.burntInRow == 0)
    budget.beginGuess()
    let isBurnt2 = budget.noteAborted(at: 0)
    #expect(isBurnt2)
    #expect(budget.burntInRow == 1)
    let isBurnt3 = budget.noteAborted(at: 0)
    #expect(!isBurnt3)
  }

  @Test func `a crash while a guess is open burns the code, and another start does not`() {
    var budget = GuessBudget()
    budget.beginWindow()
    budget.beginGuess()
    budget.recover(at: 5)
    #expect(budget.burntInRow == 1)
    budget.recover(at: 6)
    #expect(budget.burntInRow == 1)
    budget.noteWrong(at: 7)
    budget.beginGuess()
    budget.recover(at: 8)
    #expect(wait(budget, at: 8) == 60)
  }

  @Test func `a restart in a lock does not end it`() throws {
    var ledger = try LedgerFixture.watch()
    for _ in 0..<4 { ledger.guesses.noteWrong(at: 100, uptime: uptime(1, 50)) }
    for passed in [0, 100, 299] as [Double] {
      ledger = try TrustLedger(decoding: ledger.encoded())
      ledger.guesses.recover(at: 100 + passed, uptime: uptime(1, 50 + passed))
      #expect(
        ledger.guesses.lockEnd(at: 100 + passed, uptime: uptime(1, 50 + passed)) == .at(400))
    }
    #expect(ledger.guesses.lockEnd(at: 400, uptime: uptime(1, 350)) == nil)
  }

  private func uptime(_ boot: UInt64, _ seconds: Double) -> MachineUptime {
    MachineUptime(boot: boot, seconds: seconds)
  }

  @Test(arguments: [-1e9, -3_600, 3_600, 1e9])
  func `with an uptime no jump of the clock changes a lock`(jump: Double) {
    var budget = GuessBudget()
    for _ in 0..<5 { budget.noteWrong(at: 0, uptime: uptime(1, 10)) }
    for passed in [0, 900, 1_799] as [Double] {
      let now = passed + jump
      #expect(budget.lockEnd(at: now, uptime: uptime(1, 10 + passed)) == .at(1_800 + jump))
      let jumped4 = budget.noteClock(at: now, uptime: uptime(1, 10 + passed))
      #expect(!jumped4)
    }
    #expect(budget.lockEnd(at: 1_800 + jump, uptime: uptime(1, 1_810)) == nil)
  }

  @Test func `after the machine started anew only its uptime has certainly passed`() {
    var budget = GuessBudget()
    for _ in 0..<5 { budget.noteWrong(at: 0, uptime: uptime(1, 10)) }
    #expect(budget.lockEnd(at: 1e9, uptime: uptime(2, 30)) == .at(1e9 + 1_770))
    budget.recover(at: 1e9, uptime: uptime(2, 30))
    #expect(budget.lockEnd(at: 1e9, uptime: uptime(2, 30)) == .at(1e9 + 1_770))
    #expect(budget.lockEnd(at: 1e9, uptime: uptime(2, 1_800)) == nil)
    // A second start goes on from what was marked.
    #expect(budget.lockEnd(at: 1e9, uptime: uptime(3, 70)) == .at(1e9 + 1_700))
  }

  @Test func `without an uptime a clock that is set back makes a lock as long as it was`() {
    var budget = GuessBudget()
    for _ in 0..<4 { budget.noteWrong(at: 1_000_000) }
    #expect(wait(budget, at: 0) == 300)
    let jumped5 = budget.noteClock(at: 0)
    #expect(jumped5)
    let jumped6 = budget.noteClock(at: 0)
    #expect(!jumped6)
    #expect(wait(budget, at: 299) == 1)
    #expect(budget.lockEnd(at: 300) == nil)
  }

  @Test func `all codes, one after the other, are refused and counted`() {
    // Somebody who tries every code as soon as a window may open.
    var budget = GuessBudget()
    var now = 0.0
    var tried = 0
    for _ in 0..<1_000_000 {
      switch budget.lockEnd(at: now) {
      case nil:
        budget.beginWindow()
        budget.beginGuess()
        budget.noteWrong(at: now)
        tried += 1
      case .at(let end): now = end
      case .reset: break
      }
    }
    #expect(tried == 10)
    #expect(now == 60 + 300 + 5 * 1_800)
    #expect(budget.lockEnd(at: now) == .reset)
  }

  /// Guesses at random times by somebody who can set the clock and restart the machine, against the
  /// time that nobody can set.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `whatever the clock says, ten guesses a day and the waits are kept`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var ledger = try LedgerFixture.watch()
    var time = 0.0
    var skew = 0.0
    var boot: (number: UInt64, at: Double) = (1, 0)
    var wrong: [Double] = []
    var row: [Double] = []
    let waits: [Double] = [60, 300, 1_800]
    for step in 0..<2_500 {
      let comment: Comment = "\(random), step \(step)"
      time += random.next() % 3 == 0 ? Double(random.next() % 4_000) : Double(random.next() % 90)
      if random.next() % 4 == 0 { skew = Double(random.next() % 2_000_000) - 1_000_000 }
      if random.next() % 25 == 0 {
        time += Double(random.next() % 5_000)
        boot = (boot.number + 1, time)
        ledger = try TrustLedger(decoding: ledger.encoded())
        ledger.guesses.recover(at: time + skew, uptime: uptime(boot.number, 0))
      }
      let (now, uptime) = (time + skew, uptime(boot.number, time - boot.at))
      switch ledger.guesses.lockEnd(at: now, uptime: uptime) {
      case .reset:
        #expect(wrong.filter { time - $0 < 86_400 }.count <= 10, comment)
        #expect(wrong.count >= 10, comment)
        if random.next() % 10 == 0 {
          ledger.guesses.reset()
          (wrong, row) = ([], [])
        }
      case .at(let end): #expect(end > now && end - now <= 1_800, comment)
      case nil:
        if row.count > 2, let last = row.last {
          #expect(time - last >= waits[min(row.count - 3, 2)] - 1e-3, comment)
        }
        ledger.guesses.beginWindow()
        ledger.guesses.beginGuess()
        if random.next() % 20 == 0 {
          ledger.guesses.noteRight()
          row = []
        } else if random.next() % 10 == 0 {
          // The process dies in the middle, with what was stored by then.
          ledger = try TrustLedger(decoding: ledger.encoded())
          ledger.guesses.recover(at: now, uptime: uptime)
          (wrong, row) = (wrong + [time], row + [time])
        } else {
          ledger.guesses.noteWrong(at: now, uptime: uptime)
          (wrong, row) = (wrong + [time], row + [time])
        }
        #expect(wrong.filter { time - $0 < 86_400 - 1e-3 }.count <= 10, comment)
        #expect(ledger.guesses.burntInRow == row.count, comment)
      }
    }
  }
}
