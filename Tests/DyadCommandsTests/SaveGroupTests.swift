internal import HealthModel
internal import Testing

@testable internal import DyadCommands

// Testable, because how lines are grouped shows from outside only in time and memory.
@Suite struct SaveGroupTests {
  private func entry(_ count: Int, keys: Range<Int> = 0..<0, documentBytes: Int = 0) -> SaveEntry {
    var entry = SaveEntry(place: "line 1")
    for index in 0..<count {
      var metadata: Metadata = [:]
      for key in keys { metadata["k\(key)"] = .integer(1) }
      entry.samples.append(
        Sample(
          uuid: SampleUUID(high: 1, low: UInt64(index)), type: .stepCount, start: 0, end: 0,
          value: .quantity(Quantity(1, .count)), source: .unsaid,
          metadata: metadata))
    }
    if documentBytes > 0 {
      entry.documents[SampleUUID(high: 2, low: 1)] = [UInt8](repeating: 0, count: documentBytes)
    }
    return entry
  }

  @Test func `a group is full at its bound, and a longer line has one of its own`() {
    var group = SaveGroup()
    #expect(group.hasRoom(for: entry(SaveGroup.mostSamples + 1)))
    group.add(entry(SaveGroup.mostSamples - 1))
    #expect(group.hasRoom(for: entry(1)))
    #expect(!group.hasRoom(for: entry(2)))
  }

  @Test func `a group has no more metadata keys than a run may have`() {
    var group = SaveGroup([entry(1, keys: 0..<60)])
    #expect(group.hasRoom(for: entry(1, keys: 50..<64)))
    #expect(!group.hasRoom(for: entry(1, keys: 50..<65)))
    group.add(entry(1, keys: 60..<64))
    #expect(group.hasRoom(for: entry(1)))
    #expect(!group.hasRoom(for: entry(1, keys: 64..<65)))
  }

  @Test func `documents fill a group by their bytes`() {
    let group = SaveGroup([entry(1, documentBytes: SaveGroup.mostDocumentBytes - 1)])
    #expect(group.hasRoom(for: entry(1, documentBytes: 1)))
    #expect(!group.hasRoom(for: entry(1, documentBytes: 2)))
  }

  @Test func `halves hold every line once`() {
    let group = SaveGroup((1...5).map { entry($0) })
    let (first, second) = group.halves
    #expect(first.entries + second.entries == group.entries)
    #expect(!first.isEmpty && !second.isEmpty)
  }
}
