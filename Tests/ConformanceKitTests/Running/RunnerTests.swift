internal import ConformanceKit
internal import ConformanceWire
internal import Synchronization
internal import SystemCore
internal import Testing

@Suite struct RunnerTests {
  @Test func `each way to end has its verdict`() {
    let result = MadeUpCases.run(MadeUpCases.all)
    #expect(result.entries.map(\.path) == MadeUpCases.all.map(\.path))
    #expect(
      result.entries.map(\.verdict) == [
        .conforms, .deviates(expected: "an end", observed: "no end"),
        .deviates(expected: "haste", observed: "delay"), .inconclusive("it was dark"),
        .notApplicable("no such thing"), .inconclusive("a surprise"),
      ])
    #expect(result.entries[1].clauseText == "An end comes.")
    #expect(result.entries[5].clauseText.isEmpty)
    #expect(result.unfinished.isEmpty)
  }

  @Test func `a stage that cannot be made is judged`() {
    let staging = MadeUpCases.staging { _, _ in throw Surprise() }
    let result = Runner(RunPlan([MadeUpCases.conforming]), staging).run()
    #expect(result.entries.map(\.verdict) == [.inconclusive("a surprise")])
  }

  @Test func `a case for others is not played`() {
    let watch = Case("one/watch", "ONE-FIRST", of: .watch) { _ in throw Surprise() }
    let clock = Case("one/clock", "ONE-FIRST", needs: [.clock, .owner, .restart]) { _ in
      throw Surprise()
    }
    let result = MadeUpCases.run([watch, clock])
    #expect(
      result.entries.map(\.verdict) == [
        .notApplicable("the clause is about a watch, and this node is a phone"),
        .notApplicable(
          "the target does not offer to be ended and started again and a clock that can be moved"),
      ])
    #expect(result.exit == .undecided)
  }

  @Test(arguments: [1, 3]) func `so many cases run beside each other`(jobs: Int) {
    let present = Mutex((arrived: 0, now: 0, most: 0))
    let gate = Mailbox<Void>()
    let cases = (0..<9).map { number in
      Case("one/\(number)", "ONE-FIRST") { _ in
        let arrived = present.withLock { present in
          present.arrived += 1
          present.now += 1
          present.most = max(present.most, present.now)
          return present.arrived
        }
        // Nobody leaves before as many are there as may be.
        if arrived.isMultiple(of: jobs) { for _ in 0..<jobs { gate.put(()) } }
        _ = gate.take()
        present.withLock { $0.now -= 1 }
      }
    }
    let result = Runner(RunPlan(cases, jobs: jobs), MadeUpCases.staging()).run()
    #expect(result.count(.held) == 9)
    #expect(present.withLock { $0.most } == jobs)
  }

  @Test func `a seed draws one order, and 0 draws none`() {
    let cases = (0..<40).map { Case("one/\($0)", "ONE-FIRST") { _ in } }
    #expect(RunPlan(cases, seed: 0).order == Array(0..<40))
    #expect(RunPlan(cases, seed: 5).order == RunPlan(cases, seed: 5).order)
    #expect(RunPlan(cases, seed: 5).order != RunPlan(cases, seed: 6).order)
    #expect(RunPlan(cases, seed: 5).order.sorted() == Array(0..<40))
    var begun: [String] = []
    let plan = RunPlan(cases, jobs: 1, seed: 5)
    let result = Runner(plan, MadeUpCases.staging()).run {
      if case .began(let path) = $0 { begun.append(path) }
    }
    #expect(begun == plan.order.map { cases[$0].path })
    #expect(result.entries.map(\.path) == cases.map(\.path))
  }

  @Test func `a case that runs over is stopped, and what passed is kept`() {
    let gate = Mailbox<Void>()
    let hanging = Case("one/hangs", "ONE-FIRST") { _ in
      _ = gate.take()
      throw Deviation(expected: "life", observed: "death")
    }
    var staging = MadeUpCases.staging { _, stop in
      stop.onStrike { gate.put(()) }
      return MadeUpCases.stage()
    }
    staging.evidence = { _ in [Evidence(isFromNode: true, layer: "log", summary: "the last word")] }
    let plan = RunPlan(
      [hanging], jobs: 1, timeout: .milliseconds(20), grace: .seconds(600))
    let result = Runner(plan, staging).run()
    #expect(
      result.entries[0].verdict
        == .inconclusive(
          "it was not over after 0.02 s, so its node was stopped"))
    #expect(result.entries[0].evidence.map(\.summary) == ["the last word"])
    #expect(result.exit == .undecided)
  }

  @Test func `a case that never ends does not hang the run`() {
    let gate = Mailbox<Void>()
    let hanging = Case("one/hangs", "ONE-FIRST") { _ in _ = gate.take() }
    let plan = RunPlan(
      [hanging, hanging], jobs: 1, timeout: .milliseconds(10),
      grace: .milliseconds(10))
    let result = Runner(plan, MadeUpCases.staging()).run()
    for _ in 0..<2 { gate.put(()) }
    #expect(result.entries.map(result.standing) == [.undecided, .undecided])
    #expect(result.entries.allSatisfy { $0.evidence.isEmpty })
  }

  @Test func `an interrupted run ends with what there is`() {
    let gate = Mailbox<Void>()
    let hanging = Case("two/hangs", "ONE-FIRST") { _ in _ = gate.take() }
    let plan = RunPlan([MadeUpCases.conforming, hanging, MadeUpCases.deviating], jobs: 1)
    let runner = Runner(
      plan,
      MadeUpCases.staging { _, stop in
        stop.onStrike { gate.put(()) }
        return MadeUpCases.stage()
      })
    let result = runner.run {
      if case .began("two/hangs") = $0 { runner.interrupt() }
    }
    #expect(result.entries.map(\.path) == ["one/conforms"])
    #expect(result.unfinished == ["two/hangs", "one/deviates"])
    #expect(result.exit == .undecided)
  }

  @Test func `a stage is lowered after every case`() {
    let lowered = Mutex(0)
    var staging = MadeUpCases.staging()
    staging.lower = { _ in lowered.withLock { $0 += 1 } }
    _ = Runner(RunPlan(MadeUpCases.all), staging).run()
    #expect(lowered.withLock { $0 } == MadeUpCases.all.count)
  }

  @Test func `secrets leave no trace`() {
    var staging = MadeUpCases.staging()
    staging.secrets = { _ in [Array("12345678".utf8), Array("1234".utf8), [1]] }
    staging.evidence = { _ in
      [
        Evidence(
          isFromNode: false, layer: "call", summary: "code 12345678", bytes: [1] + "x1234".utf8)
      ]
    }
    let telling = Case("one/tells", "ONE-FIRST") { _ in
      throw Deviation(expected: "1234", observed: "no 123456789")
    }
    let entry = Runner(RunPlan([telling]), staging).run().entries[0]
    #expect(entry.verdict == .deviates(expected: "(covered)", observed: "no (covered)9"))
    #expect(entry.evidence[0].summary == "code (covered)")
    #expect(entry.evidence[0].bytes == [1] + Array("x****".utf8))
  }
}
