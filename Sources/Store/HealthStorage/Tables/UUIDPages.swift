internal import HealthModel

/// Short hashes of the foreign UUIDs of a segment with the blocks that have them, cut into pages by
/// the hash: looking one up reads one page, and what is found is confirmed in the block.
///
/// A page has the number of its entries, then their fragments in ascending order as differences of
/// mostly one byte, then two bytes each: the index of the block in as few bits as the segment needs,
/// below more of the hash. That is a little more than three bytes a sample, for a false hit in one of
/// some thirty thousand segments.
enum UUIDPages {
  /// A page fills most of a database page.
  private static let rowsPerPage = 1_150
  /// As many rows as a segment may have, and so as many blocks.
  static let mostRows = 1 << 16
  /// Says that the difference follows in two bytes.
  private static let escape: UInt8 = 0xFF

  /// Where a hash belongs.
  struct Place {
    var page: Int
    /// The bits that order it in the page.
    var fragment: UInt16
    /// The bits after them.
    var rest: UInt16
  }

  /// How many pages `count` foreign UUIDs take.
  static func pageCount(for count: Int) -> Int {
    max(1, (count + rowsPerPage - 1) / rowsPerPage)
  }

  /// How many bits name one of `count` blocks.
  static func blockBits(for count: Int) -> Int {
    Int.bitWidth - max(0, count - 1).leadingZeroBitCount
  }

  /// The place of a hash among so many pages.
  static func place(_ hash: UInt64, pages: Int) -> Place {
    let (page, rest) = hash.multipliedFullWidth(by: UInt64(pages))
    return Place(
      page: Int(page), fragment: UInt16(truncatingIfNeeded: rest >> 48),
      rest: UInt16(truncatingIfNeeded: rest >> 32))
  }

  /// The pages of a segment's foreign UUIDs.
  ///
  /// - Parameters:
  ///   - uuids: Each with the index of its block.
  ///   - blocks: How many blocks the segment has.
  ///   - total: How many foreign UUIDs the segment's directory tells of, some of which may be lost.
  /// - Returns: Their bytes, by number.
  static func build(
    _ uuids: [(uuid: SampleUUID, block: Int)], blocks: Int, asFor total: Int
  ) -> [[UInt8]] {
    let count = pageCount(for: total)
    let bits = blockBits(for: blocks)
    let sorted = HashedUUIDs.sorted(
      uuids.map { (hash: HashedUUIDs.hash($0.uuid), block: $0.block) }
    ) { $0.hash }
    var pages: [[UInt8]] = []
    var next = 0
    for page in 0..<count {
      var entries: [(fragment: UInt16, rest: UInt16)] = []
      while next < sorted.count {
        let place = place(sorted[next].hash, pages: count)
        guard place.page == page else { break }
        let block = UInt16(truncatingIfNeeded: sorted[next].block)
        entries.append((place.fragment, (place.rest >> bits) << bits | block))
        next += 1
      }
      pages.append(encode(entries))
    }
    return pages
  }

  private static func encode(_ entries: [(fragment: UInt16, rest: UInt16)]) -> [UInt8] {
    guard !entries.isEmpty else { return [] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 3 + 64)
    append(UInt16(truncatingIfNeeded: entries.count - 1), to: &bytes)
    var last: UInt16 = 0
    for entry in entries {
      let difference = entry.fragment - last
      last = entry.fragment
      if difference < UInt16(escape) {
        bytes.append(UInt8(difference))
      } else {
        bytes.append(escape)
        append(difference, to: &bytes)
      }
    }
    for entry in entries { append(entry.rest, to: &bytes) }
    return bytes
  }

  /// The blocks of a page that may have one of the UUIDs, all of which belong to the page.
  ///
  /// - Parameters:
  ///   - page: As it is stored.
  ///   - uuids: In ascending order of their hashes.
  ///   - pages: How many pages the segment has.
  ///   - bits: How many bits of an entry's last sixteen are the number of its block: all of them where they
  ///     are the number of its row.
  ///   - found: Gets that number, and the index in `uuids` of what may be there.
  /// - Returns: `false` for bytes that are no page.
  static func search(
    _ page: borrowing Span<UInt8>, for uuids: ArraySlice<HashedUUIDs.Entry>, pages: Int, bits: Int,
    _ found: (_ number: Int, _ index: Int) -> Void
  ) -> Bool {
    guard !page.isEmpty else { return true }
    guard page.count >= 2 else { return false }
    let count = Int(number(page, 0)) + 1
    let end = page.count - 2 * count
    guard end >= 2 + count else { return false }
    let mask = UInt16(truncatingIfNeeded: (1 << bits) - 1)
    var wanted = uuids.startIndex
    guard wanted < uuids.endIndex else { return true }
    var place = place(uuids[wanted].hash, pages: pages)
    var target = Int(place.fragment)
    var offset = 2
    var fragment = 0
    for index in 0..<count {
      guard offset < end else { return false }
      let difference = page[offset]
      if difference == escape {
        guard offset + 2 < end else { return false }
        fragment += Int(number(page, offset + 1))
        offset += 3
      } else {
        fragment += Int(difference)
        offset += 1
      }
      // Most entries are passed over here.
      if fragment < target { continue }
      while target < fragment {
        wanted += 1
        guard wanted < uuids.endIndex else { return true }
        place = self.place(uuids[wanted].hash, pages: pages)
        target = Int(place.fragment)
      }
      guard target == fragment else { continue }
      let rest = number(page, end + 2 * index)
      var match = wanted
      var next = place
      while true {
        if (rest ^ next.rest) >> bits == 0 { found(Int(rest & mask), match) }
        match += 1
        guard match < uuids.endIndex else { break }
        next = self.place(uuids[match].hash, pages: pages)
        guard next.fragment == place.fragment else { break }
      }
    }
    return true
  }

  private static func append(_ number: UInt16, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: number >> 8))
    bytes.append(UInt8(truncatingIfNeeded: number))
  }

  private static func number(_ bytes: borrowing Span<UInt8>, _ offset: Int) -> UInt16 {
    UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
  }
}
