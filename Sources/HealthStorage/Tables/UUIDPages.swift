internal import HealthModel

/// Short hashes of the foreign UUIDs of a segment with the rows that have them, cut into pages by
/// the hash: looking one up reads one page, and what is found is confirmed in the block.
///
/// A page has the number of its entries, then their fragments in ascending order as differences of
/// mostly one byte, then their rows in two bytes each. That is a little more than three bytes a
/// sample, for a false hit in one of fifty segments.
enum UUIDPages {
  /// A page fills most of a database page.
  private static let rowsPerPage = 1_150
  /// As many rows as two bytes name.
  static let mostRows = 1 << 16
  /// Says that the difference follows in two bytes.
  private static let escape: UInt8 = 0xFF

  /// How many pages `count` foreign UUIDs take.
  static func pageCount(for count: Int) -> Int {
    max(1, (count + rowsPerPage - 1) / rowsPerPage)
  }

  /// The page of a hash, and the sixteen bits that order it there.
  static func place(_ hash: UInt64, pages: Int) -> (page: Int, fragment: UInt16) {
    let (page, rest) = hash.multipliedFullWidth(by: UInt64(pages))
    return (Int(page), UInt16(truncatingIfNeeded: rest >> 48))
  }

  /// The pages of a segment's foreign UUIDs.
  static func build(_ uuids: [(uuid: SampleUUID, row: Int)]) -> [[UInt8]] {
    build(uuids, asFor: uuids.count)
  }

  /// As many pages as for `total` UUIDs, of those that are left of them.
  static func build(_ uuids: [(uuid: SampleUUID, row: Int)], asFor total: Int) -> [[UInt8]] {
    let count = pageCount(for: total)
    let sorted = uuids.map { (hash: HashedUUIDs.hash($0.uuid), row: $0.row) }
      .sorted { ($0.hash, $0.row) < ($1.hash, $1.row) }
    var pages: [[UInt8]] = []
    var next = 0
    for page in 0..<count {
      let first = next
      while next < sorted.count, place(sorted[next].hash, pages: count).page == page { next += 1 }
      pages.append(
        encode(
          sorted[first..<next].map { (place($0.hash, pages: count).fragment, UInt16($0.row)) }))
    }
    return pages
  }

  private static func encode(_ entries: [(fragment: UInt16, row: UInt16)]) -> [UInt8] {
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
    for entry in entries { append(entry.row, to: &bytes) }
    return bytes
  }

  /// The rows of a page that may have one of the UUIDs, all of which belong to the page.
  ///
  /// - Returns: `nil` for bytes that are no page.
  static func candidates(
    in page: [UInt8], for uuids: ArraySlice<(hash: UInt64, uuid: SampleUUID)>, pages: Int
  ) -> [(row: Int, uuid: SampleUUID)]? {
    guard !page.isEmpty else { return [] }
    guard page.count >= 2 else { return nil }
    let count = Int(number(page, 0)) + 1
    let rows = page.count - 2 * count
    guard rows >= 2 + count else { return nil }
    // The loop visits each entry of the page, so what it compares with is made ready before.
    let fragments = uuids.map { place($0.hash, pages: pages).fragment }
    var found: [(Int, SampleUUID)] = []
    var wanted = 0
    var offset = 2
    var fragment: UInt16 = 0
    for index in 0..<count {
      guard offset < rows else { return nil }
      if page[offset] == escape {
        guard offset + 2 < rows else { return nil }
        fragment &+= number(page, offset + 1)
        offset += 3
      } else {
        fragment &+= UInt16(page[offset])
        offset += 1
      }
      while wanted < fragments.count, fragments[wanted] < fragment { wanted += 1 }
      var match = wanted
      while match < fragments.count, fragments[match] == fragment {
        found.append(
          (Int(number(page, rows + 2 * index)), uuids[uuids.startIndex + match].uuid))
        match += 1
      }
      if wanted == fragments.count { break }
    }
    return found
  }

  private static func append(_ number: UInt16, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: number >> 8))
    bytes.append(UInt8(truncatingIfNeeded: number))
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt16 {
    UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
  }
}
