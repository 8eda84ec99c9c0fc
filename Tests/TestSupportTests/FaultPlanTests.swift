private import TestSupport
internal import Testing

struct FaultPlanTests {
  @Test func `a sweep fails each operation once, and then none`() {
    var failed: [Int] = []
    let struck = failingEachOperation { plan in
      for operation in 0..<3 where plan.strikes() { failed.append(operation) }
    }
    #expect(failed == [0, 1, 2])
    #expect(struck == 3)
  }

  @Test func `a stride skips operations`() {
    var failed: [Int] = []
    failingEachOperation(stride: 4) { plan in
      for operation in 0..<10 where plan.strikes() { failed.append(operation) }
    }
    #expect(failed == [0, 4, 8])
  }

  @Test func `a body without operations runs once`() async {
    var runs = 0
    let struck = await failingEachOperation { _ async in runs += 1 }
    #expect(struck == 0)
    #expect(runs == 1)
  }
}

struct SeededGeneratorTests {
  @Test func `a seed gives the published sequence`() {
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
    #expect(generator.bytes(3).count == 3)
    #expect("\(generator)" == "seed 1234567")
  }
}

struct TemporaryFolderTests {
  @Test func `a folder goes away with all in it`() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder?.path)
    try folder?.write([1, 2, 3], to: "a")
    #expect(folder?.contents() == ["a"])
    #expect(try folder?.read("a") == [1, 2, 3])
    folder = nil
    let other = try TemporaryFolder()
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    #expect(throws: TestSupportError.self) { try other.read("../\(name)/a") }
  }
}
