private import Glibc
internal import SystemCore
internal import Testing

struct ClockTests {
  @Test func `the system's clock counts from the start of 2001`() {
    let before = Double(time(nil)) - 978_307_200
    let now = WallClock.system.now
    #expect(now >= before)
    #expect(now < before + 60)
  }

  @Test func `a clock of one's own shows what it is told`() {
    #expect(WallClock { 12.5 }.now == 12.5)
  }
}

struct EntropyTests {
  @Test func `numbers do not repeat`() {
    var entropy = Entropy()
    let numbers = Set((0..<1_000).map { _ in entropy.next() })
    #expect(numbers.count == 1_000)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 33])
  func `bytes come in any number`(count: Int) {
    var entropy = Entropy()
    #expect(entropy.bytes(count).count == count)
  }
}

struct MachineTests {
  @Test func `a start of the machine has one name`() throws {
    let identifier = try Machine.bootIdentifier()
    #expect(identifier.count == 36)
    #expect(try Machine.bootIdentifier() == identifier)
  }
}
