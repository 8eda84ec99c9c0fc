internal import HealthModel

/// Foreign UUIDs in the order of their hashes, which is the order of the pages that may have them.
struct HashedUUIDs {
  typealias Entry = (hash: UInt64, uuid: SampleUUID)

  /// The entries that belong to one page.
  struct Part {
    var page: Int
    var entries: ArraySlice<Entry>
  }

  /// Ascending by hash.
  private(set) var entries: [Entry]

  init(_ uuids: some Sequence<SampleUUID>) {
    entries = Self.sorted(uuids.map { (Self.hash($0), $0) }) { $0.hash }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The entries by the pages that they belong to, where a segment has so many; in order, and none is empty.
  func parts(pages: Int) -> [Part] {
    var parts: [Part] = []
    var rest = entries[...]
    while let first = rest.first {
      let page = UUIDPages.place(first.hash, pages: pages).page
      // The pages of hashes ascend, so that the end is found by halving.
      var (low, high) = (rest.startIndex + 1, rest.endIndex)
      while low < high {
        let middle = low + (high - low) / 2
        if UUIDPages.place(entries[middle].hash, pages: pages).page == page {
          low = middle + 1
        } else {
          high = middle
        }
      }
      parts.append(Part(page: page, entries: rest[..<low]))
      rest = rest[low...]
    }
    return parts
  }

  /// Sorts by hashes: what has the same hash keeps its order.
  ///
  /// Hashes are spread evenly, so that each is put near its place first and then moved a little.
  static func sorted<Element>(_ elements: [Element], by hash: (Element) -> UInt64) -> [Element] {
    let places = elements.count / 2 + 1
    func place(_ element: Element) -> Int {
      Int(hash(element).multipliedFullWidth(by: UInt64(places)).high)
    }
    var ends = [Int](repeating: 0, count: places)
    for element in elements { ends[place(element)] += 1 }
    // A peer can choose UUIDs so that many hashes are alike, and moving them would take long.
    if ends.contains(where: { $0 > 64 }) { return elements.sorted { hash($0) < hash($1) } }
    var end = 0
    for index in ends.indices {
      end += ends[index]
      ends[index] = end
    }
    var sorted = elements
    for element in elements.reversed() {
      let place = place(element)
      ends[place] -= 1
      sorted[ends[place]] = element
    }
    for index in sorted.indices.dropFirst() {
      let element = sorted[index]
      var gap = index
      while gap > 0, hash(sorted[gap - 1]) > hash(element) {
        sorted[gap] = sorted[gap - 1]
        gap -= 1
      }
      sorted[gap] = element
    }
    return sorted
  }

  /// Two multiplications spread UUIDs that are not random, too.
  static func hash(_ uuid: SampleUUID) -> UInt64 {
    var hash = uuid.high &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32 ^ uuid.low) &* 0xD6E8_FEB8_6659_FD93
    hash ^= hash >> 32
    return hash &* 0xD6E8_FEB8_6659_FD93
  }
}
