internal import HealthCodec
internal import HealthModel
internal import TestSupport
internal import Testing

/// Valid messages with a few bytes changed: a decoder throws, or gives a value that it would encode.
struct MutationTests {
  static let mutationsPerSeed = 250

  @Test(arguments: Array(UInt64(1)...20))
  func `a broken run is refused or becomes another valid run`(seed: UInt64) throws {
    var random = RandomRuns(seed: seed)
    let kind = RunKind.allCases[Int(seed % 3)]
    let made = random.run(kind, count: 24, isNumbered: true)
    let run = try #require(made)
    try check(run, seed, &random.generator)
  }

  @Test(arguments: Array(UInt64(21)...40))
  func `a broken batch is refused or becomes another valid batch`(seed: UInt64) throws {
    var random = RandomRuns(seed: seed)
    let made = random.run(.category, count: 10, isNumbered: true)
    var run = try #require(made)
    run.dropPositions()
    var batch = ChangeBatch(view: 5, runs: [run])
    batch.covers.cover(run.dots, of: run.type)
    try check(batch, seed, &random.generator)
  }

  private func check<Value: Message>(
    _ value: Value, _ seed: UInt64, _ generator: inout SeededGenerator
  ) throws {
    let bytes = try value.encoded()
    var accepted = 0
    for mutation in 0..<Self.mutationsPerSeed {
      var broken = bytes
      for _ in 0...(generator.next() % 3) { mutate(&broken, &generator) }
      guard let other = try? Value(decoding: broken, limits: .stored) else { continue }
      accepted += 1
      let again = try other.encoded()
      let back = try Value(decoding: again, limits: .stored).encoded()
      #expect(back == again, "seed \(seed), mutation \(mutation)")
    }
    // Were all refused, the test would say nothing of what is accepted.
    #expect(accepted > 0, "seed \(seed)")
  }

  private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = Int(generator.next() % UInt64(bytes.count))
    switch generator.next() % 5 {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
    case 1: bytes[place] ^= 1 << UInt8(generator.next() % 8)
    case 2: bytes.remove(at: place)
    case 3: bytes.insert(UInt8(truncatingIfNeeded: generator.next()), at: place)
    default: bytes.removeSubrange(place...)
    }
  }
}
