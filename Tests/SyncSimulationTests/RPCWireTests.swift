internal import RPCCore
internal import SyncSimulation
internal import TestSupport
internal import Testing

struct RPCWireTests {
  @Test func `messages arrive when they are taken, in order, both ways`() {
    let wire = RPCWire(.bytes)
    wire.send([1], from: .watch)
    wire.send([2], from: .watch)
    wire.send([3], from: .phone)
    #expect(wire.count(to: .phone) == 2)
    #expect(wire.count(to: .watch) == 1)
    #expect(wire.receive(at: .phone) == [1])
    #expect(wire.receive(at: .watch) == [3])
    #expect(wire.receive(at: .watch) == nil)
    #expect(wire.receive(at: .phone) == [2])
    #expect(wire.receive(at: .phone) == nil)
    #expect(!wire.hasEnded)
  }

  @Test func `the phone may speak first`() {
    let wire = RPCWire(.bytes)
    wire.send([9], from: .phone)
    #expect(wire.receive(at: .watch) == [9])
  }

  @Test func `what is more than the window waits for its reader and is not lost`() {
    let wire = RPCWire(.bytes)
    let messages = (0..<20).map { [UInt8](repeating: UInt8($0), count: 50_000) }
    for message in messages { wire.send(message, from: .watch) }
    for message in messages { wire.send(message, from: .phone) }
    for side in WireSide.allCases {
      for message in messages { #expect(wire.receive(at: side) == message) }
      #expect(wire.receive(at: side) == nil)
    }
  }

  @Test(arguments: 0..<6) func `a cut loses what was not taken and ends both sides`(taken: Int) {
    let wire = RPCWire(.bytes)
    for number in 0..<3 {
      wire.send([UInt8(number)], from: .watch)
      wire.send([UInt8(number)], from: .phone)
    }
    for number in 0..<taken {
      #expect(wire.receive(at: number % 2 == 0 ? .phone : .watch) == [UInt8(number / 2)])
    }
    wire.cut()
    #expect(wire.hasEnded)
    for side in WireSide.allCases {
      #expect(wire.count(to: side) == 0)
      wire.send([7], from: side)
      #expect(wire.receive(at: side) == nil)
    }
  }

  @Test func `a session that ends in good order ends well on both sides`() {
    let wire = RPCWire(.bytes)
    wire.send([1], from: .watch)
    #expect(wire.receive(at: .phone) == [1])
    wire.close()
    #expect(wire.hasEnded)
    #expect(wire.endedWell)
    let broken = RPCWire(.bytes)
    broken.cut()
    #expect(!broken.endedWell)
  }

  @Test func `a message that cannot be decoded breaks the session off`() {
    struct Refusal: Error {}
    let coding = MessageCoding<[UInt8]>(
      encode: { $0 }, decode: { if $0 == [6] { throw Refusal() } else { $0 } })
    let wire = RPCWire(coding)
    wire.send([5], from: .watch)
    wire.send([6], from: .watch)
    wire.send([5], from: .watch)
    #expect(wire.receive(at: .phone) == [5])
    #expect(wire.receive(at: .phone) == nil)
    #expect(wire.hasEnded)
    #expect(!wire.endedWell)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a run of sends, reads and cuts is the same each time`(seed: UInt64) {
    func run() -> [String] {
      var random = SeededGenerator(seed: seed)
      var wire = RPCWire(.bytes)
      var told: [String] = []
      for number in 0..<300 {
        let side: WireSide = Bool.random(using: &random) ? .phone : .watch
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
          wire.cut()
          wire = RPCWire(.bytes)
          told.append("cut")
        case 1..<10: wire.send([UInt8(number % 251)], from: side)
        default: told.append("\(side) \(wire.count(to: side)) \(wire.receive(at: side) ?? [])")
        }
      }
      return told
    }
    #expect(run() == run(), "seed \(seed)")
  }
}
