internal import HealthModel

// Where a hash belongs shows nowhere outside.
@testable internal import HealthStorage

/// Pages of foreign UUIDs as they were before version 4, when their entries named rows.
enum RowPages {
  /// The pages of a segment that has only these UUIDs.
  static func build(_ uuids: [SampleUUID]) -> [[UInt8]] {
    let count = UUIDPages.pageCount(for: uuids.count)
    var pages = [[(fragment: UInt16, row: Int)]](repeating: [], count: count)
    for (row, uuid) in uuids.enumerated() {
      let place = UUIDPages.place(HashedUUIDs.hash(uuid), pages: count)
      pages[place.page].append((place.fragment, row))
    }
    return pages.map { entries in
      encode(entries.sorted { ($0.fragment, $0.row) < ($1.fragment, $1.row) })
    }
  }

  private static func encode(_ entries: [(fragment: UInt16, row: Int)]) -> [UInt8] {
    var bytes = big(entries.count - 1)
    var last: UInt16 = 0
    for entry in entries {
      let difference = Int(entry.fragment - last)
      last = entry.fragment
      bytes += difference < 0xFF ? [UInt8(difference)] : [0xFF] + big(difference)
    }
    return bytes + entries.flatMap { big($0.row) }
  }

  private static func big(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
  }
}
