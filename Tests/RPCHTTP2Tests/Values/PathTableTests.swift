internal import RPCCore
internal import TestSupport
internal import Testing

// @testable: the table is the transport's own.
@testable internal import RPCHTTP2

@Suite struct PathTableTests {
  @Test(arguments: [0, 1, 3, 4, 5, 100, 1_000])
  func `every method is found, and nothing else is`(count: Int) {
    let paths = (0..<count).map { MethodPath(service: "s.S\($0 % 7)", method: "M\($0)") }
    let table = PathTable(paths)
    for path in paths { #expect(table.path(Array(path.path.utf8).span) == path) }
    let other = MethodPath(service: "s.S0", method: "Other")
    #expect(table.path(Array(other.path.utf8).span) == other)
    #expect(table.path([UInt8]().span) == nil)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `any bytes are a path or none`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let table = PathTable([MethodPath(service: "a", method: "b")])
    for _ in 0..<100 {
      let count = Int.random(in: 0..<10, using: &generator)
      let letters: [UInt8] = [0x2f, 0x61, 0x62, 0xff]
      let bytes = (0..<count).map { _ in
        letters[Int.random(in: letters.indices, using: &generator)]
      }
      let path = table.path(bytes.span)
      #expect(path == MethodPath(path: String(decoding: bytes, as: UTF8.self)))
    }
  }
}
