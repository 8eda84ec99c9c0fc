internal import ConformanceKit
internal import Testing

@Suite struct RunExitTests {
  @Test func `each number is documented and stays`() {
    #expect(RunExit.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    #expect(Set(RunExit.allCases.map(\.meaning)).count == 6)
  }

  @Test func `what holds, holds`() {
    #expect(MadeUpCases.run([MadeUpCases.conforming, MadeUpCases.absent]).exit == .held)
  }

  @Test func `a should fails a strict run alone`() {
    let cases = [MadeUpCases.conforming, MadeUpCases.lax]
    #expect(MadeUpCases.run(cases).exit == .held)
    #expect(MadeUpCases.run(cases).count(.tolerated) == 1)
    #expect(MadeUpCases.run(cases, isStrict: true).exit == .deviates)
  }

  @Test func `a deviation outweighs a doubt`() {
    #expect(MadeUpCases.run([MadeUpCases.conforming, MadeUpCases.doubting]).exit == .undecided)
    #expect(MadeUpCases.run([MadeUpCases.deviating, MadeUpCases.doubting]).exit == .deviates)
  }

  @Test func `a run that asked nothing has shown nothing`() {
    #expect(MadeUpCases.run([MadeUpCases.absent]).exit == .undecided)
  }
}
