internal import TestSupport
internal import Testing

@testable internal import Pairing

struct SecretMemoryTests {
  /// A mapping of this process, as /proc/PID/smaps tells of it.
  private struct Mapping {
    var range: Range<UInt>
    var rights: Substring
    var flags: [Substring] = []
  }

  @Test func `secrets lie between guard pages, read-only and left out of core dumps`() throws {
    let secret = SecretBytes.random(32)
    let address = unsafe secret.withPointer { UInt(bitPattern: $0) }
    let mappings = try mappings()
    let index = try #require(mappings.firstIndex { $0.range.contains(address) })
    try #require(mappings.indices.contains(index - 1) && mappings.indices.contains(index + 1))
    let mapping = mappings[index]
    #expect(mapping.rights == "r--p")
    #expect(mapping.flags.contains("dd"))
    // The byte behind the last one is in the guard page already.
    #expect(mapping.range.upperBound == address + 32)
    for guardPage in [mappings[index - 1], mappings[index + 1]] {
      #expect(guardPage.rights == "---p")
    }
    #expect(mappings[index - 1].range.upperBound == mapping.range.lowerBound)
    #expect(mappings[index + 1].range.lowerBound == mapping.range.upperBound)
    withExtendedLifetime(secret) {}
  }

  private func mappings() throws -> [Mapping] {
    let text = try RunningProgram.run("/bin/sh", ["-c", "cat /proc/$PPID/smaps"]).output
    var mappings: [Mapping] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      if ends.count == 2, words.count > 1, ends[0] < ends[1] {
        mappings.append(Mapping(range: ends[0]..<ends[1], rights: words[1]))
      } else if words[0] == "VmFlags:", let last = mappings.indices.last {
        mappings[last].flags = Array(words.dropFirst())
      }
    }
    return mappings
  }
}
