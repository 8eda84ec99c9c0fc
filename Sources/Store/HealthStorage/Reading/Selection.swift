/// Which rows of a block are chosen.
struct Selection {
  private(set) var flags: [Bool]

  init(repeating flag: Bool, count: Int) {
    flags = [Bool](repeating: flag, count: count)
  }

  init(_ flags: [Bool]) {
    self.flags = flags
  }

  /// The chosen rows, ascending.
  var rows: [Int] {
    var rows: [Int] = []
    rows.reserveCapacity(flags.count)
    for (row, flag) in flags.enumerated() where flag { rows.append(row) }
    return rows
  }

  mutating func clear(_ range: Range<Int>) { set(range, false) }

  mutating func set(_ range: Range<Int>, _ flag: Bool) {
    for row in range { flags[row] = flag }
  }

  mutating func formIntersection(_ other: Self) {
    for row in flags.indices { flags[row] = flags[row] && other.flags[row] }
  }

  mutating func formUnion(_ other: Self) {
    for row in flags.indices { flags[row] = flags[row] || other.flags[row] }
  }

  mutating func invert() {
    for row in flags.indices { flags[row].toggle() }
  }
}
