package import HealthModel
package import SQLiteCore

/// Which samples belong to which correlation or workout.
package struct MemberTable: ~Copyable {
  /// What holds them together; the raw value is stored.
  package enum Kind: Int64, CaseIterable, Sendable {
    case correlation = 1
    case workout = 2
  }

  private var put: Statement
  private var find: Statement
  private var ofContainer: Statement
  private var ofKind: Statement
  private var endingAllBefore: Statement
  private var endingBefore: Statement
  private var endingFrom: Statement
  private var removeContainer: Statement
  private var holdsSome: Statement
  private var ofSpan: Statement
  private var ofUUID: Statement
  /// Whether a reading found a row that is not what was written.
  private(set) var isUnreadable = false

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let put = try connection.prepare(
      """
      INSERT OR REPLACE INTO member
        (kind, numbered, high, last, container_high, container_low, first, group_end, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """, persistent: true)
    let find = try connection.prepare(
      """
      SELECT * FROM member
      WHERE kind = ?1 AND numbered = ?2 AND high = ?3 AND last = ?4
        AND container_high = ?5 AND container_low = ?6
      """, persistent: true)
    let ofContainer = try connection.prepare(
      """
      SELECT * FROM member
      WHERE container_high = ?1 AND container_low = ?2 AND kind = ?3
      """, persistent: true)
    let ofKind = try connection.prepare(
      "SELECT * FROM member WHERE kind = ?1", persistent: true)
    let endingAllBefore = try connection.prepare(
      "SELECT * FROM member WHERE group_end < ?1", persistent: true)
    let endingBefore = try connection.prepare(
      """
      SELECT * FROM member
      WHERE container_high = ?1 AND container_low = ?2 AND group_end < ?3
      """, persistent: true)
    let endingFrom = try connection.prepare(
      "SELECT * FROM member WHERE group_end >= ?1", persistent: true)
    let removeContainer = try connection.prepare(
      "DELETE FROM member WHERE container_high = ?1 AND container_low = ?2", persistent: true)
    let holdsSome = try connection.prepare(
      """
      SELECT EXISTS (SELECT 1 FROM member),
        EXISTS (SELECT 1 FROM member WHERE kind = 1 AND numbered = 0)
          OR EXISTS (SELECT 1 FROM member WHERE kind = 2 AND numbered = 0)
      """, persistent: true)
    let ofSpan = try connection.prepare(
      """
      SELECT * FROM member
      WHERE kind = ?1 AND numbered = 1 AND high = ?2 AND last BETWEEN ?3 AND ?4 AND first <= ?5
      """, persistent: true)
    let ofUUID = try connection.prepare(
      """
      SELECT * FROM member
      WHERE kind = ?1 AND numbered = 0 AND high = ?2 AND last = ?3
      """, persistent: true)
    self.holdsSome = holdsSome
    self.ofSpan = ofSpan
    self.ofUUID = ofUUID
    self.put = put
    self.find = find
    self.ofContainer = ofContainer
    self.ofKind = ofKind
    self.endingBefore = endingBefore
    self.endingFrom = endingFrom
    self.removeContainer = removeContainer
    self.endingAllBefore = endingAllBefore
  }

  /// Records the members of `container`, whose group ends at `groupEnd`.
  mutating func put(
    _ members: UUIDSet, of container: SampleUUID, _ kind: Kind, groupEnd: Double
  ) throws(SQLiteError) {
    for (base, counters) in members.numbered {
      for interval in counters.intervals {
        try put(
          kind, numbered: true, high: Int64(bitPattern: base), first: Int64(interval.lowerBound),
          last: Int64(interval.upperBound), container, groupEnd)
      }
    }
    for uuid in members.others {
      let low = Int64(bitPattern: uuid.low)
      try put(
        kind, numbered: false, high: Int64(bitPattern: uuid.high), first: low, last: low,
        container, groupEnd)
    }
    try extendGroup(of: container, to: groupEnd)
  }

  /// Moves the end of a container's group on, where it has one.
  mutating func extendGroup(of container: SampleUUID, to groupEnd: Double) throws(SQLiteError) {
    try Self.bind(container, to: &endingBefore)
    try endingBefore.bind(groupEnd, at: 3)
    var earlier: [[Int64]] = []
    do {
      defer { endingBefore.reset() }
      // A damaged row stays one.
      while try endingBefore.step() {
        if try endingBefore.isRowSound {
          earlier.append((0..<7).map { endingBefore.integer(at: $0) })
        }
      }
    }
    for row in earlier {
      try put.run(
        row: .integer(row[0]), .integer(row[1]), .integer(row[2]), .integer(row[3]),
        .integer(row[4]), .integer(row[5]), .integer(row[6]), .number(groupEnd))
    }
  }

  /// A row as it was written.
  private struct Row {
    /// `nil` for one that a program of tomorrow wrote.
    var kind: Kind?
    /// The counters of the members under a base; `nil` for one member with another UUID.
    var counters: ClosedRange<UInt64>?
    private var high: UInt64
    private var low: UInt64
    var container: SampleUUID
    var groupEnd: Double

    /// `nil` for a row of all columns that is not what was written.
    init?(_ statement: borrowing Statement) throws(SQLiteError) {
      guard try statement.isRowSound else { return nil }
      func word(_ column: Int) -> UInt64 { UInt64(bitPattern: statement.integer(at: column)) }
      kind = Kind(rawValue: statement.integer(at: 0))
      (high, low) = (word(2), word(3))
      if statement.integer(at: 1) == 1, word(6) <= low { counters = word(6)...low }
      container = SampleUUID(high: word(4), low: word(5))
      groupEnd = statement.double(at: 7)
    }

    func addMembers(to set: inout UUIDSet) {
      if let counters {
        set.insert(counters, of: high)
      } else {
        set.insert(SampleUUID(high: high, low: low))
      }
    }
  }

  /// The members of one container.
  package mutating func members(
    of container: SampleUUID, _ kind: Kind
  ) throws(SQLiteError) -> UUIDSet {
    try Self.bind(container, to: &ofContainer)
    try ofContainer.bind(kind.rawValue, at: 3)
    var set = UUIDSet()
    try Self.walk(&ofContainer, &isUnreadable) { $0.addMembers(to: &set) }
    return set
  }

  /// Everything that belongs to any container of the kind.
  package mutating func members(of kind: Kind) throws(SQLiteError) -> UUIDSet {
    try ofKind.bind(kind.rawValue, at: 1)
    var set = UUIDSet()
    try Self.walk(&ofKind, &isUnreadable) { $0.addMembers(to: &set) }
    return set
  }

  /// Members and containers of every group that ends at `floor` or later, however early they end
  /// themselves.
  mutating func kept(from floor: Double) throws(SQLiteError) -> UUIDSet {
    try endingFrom.bind(floor, at: 1)
    var set = UUIDSet()
    try Self.walk(&endingFrom, &isUnreadable) { row in
      row.addMembers(to: &set)
      set.insert(row.container)
    }
    return set
  }

  /// A group by what holds it together.
  struct Group: Hashable {
    var container: SampleUUID
    var kind: Kind
  }

  /// Every group that ends before `floor`.
  mutating func groups(before floor: Double) throws(SQLiteError) -> Set<Group> {
    try endingAllBefore.bind(floor, at: 1)
    var groups: Set<Group> = []
    try Self.walk(&endingAllBefore, &isUnreadable) { row in
      if let kind = row.kind { groups.insert(Group(container: row.container, kind: kind)) }
    }
    return groups
  }

  /// A sample that belongs to a group, and until when the group is held to last.
  struct Membership {
    var container: SampleUUID
    var groupEnd: Double
    var member: SampleUUID
  }

  /// The groups that samples belong to, each sample once a group; rows that are not what was written are left out,
  /// and noted.
  mutating func memberships(of uuids: UUIDSet) throws(SQLiteError) -> [Membership] {
    guard try holdsSome.step() else { return [] }
    let (holdsAny, holdsForeign) = (holdsSome.integer(at: 0) == 1, holdsSome.integer(at: 1) == 1)
    holdsSome.reset()
    guard holdsAny else { return [] }
    var result: [Membership] = []
    for kind in Kind.allCases {
      for (base, counters) in uuids.numbered {
        for interval in counters.intervals {
          try findMemberships(in: interval, of: base, kind, into: &result)
        }
      }
      guard holdsForeign else { continue }
      for uuid in uuids.others {
        try ofUUID.bind(kind.rawValue, at: 1)
        try ofUUID.bind(Int64(bitPattern: uuid.high), at: 2)
        try ofUUID.bind(Int64(bitPattern: uuid.low), at: 3)
        defer { ofUUID.reset() }
        while try ofUUID.step() {
          guard let row = try Row(ofUUID) else {
            isUnreadable = true
            continue
          }
          result.append(
            Membership(container: row.container, groupEnd: row.groupEnd, member: uuid))
        }
      }
    }
    return result
  }

  private mutating func findMemberships(
    in counters: ClosedRange<UInt64>, of base: UInt64, _ kind: Kind, into result: inout [Membership]
  ) throws(SQLiteError) {
    try ofSpan.bind(kind.rawValue, at: 1)
    try ofSpan.bind(Int64(bitPattern: base), at: 2)
    try ofSpan.bind(Int64(counters.lowerBound), at: 3)
    // No span is longer than what one object may hold.
    try ofSpan.bind(Int64(counters.upperBound) + Int64(Members.most), at: 4)
    try ofSpan.bind(Int64(counters.upperBound), at: 5)
    defer { ofSpan.reset() }
    while try ofSpan.step() {
      guard let row = try Row(ofSpan) else {
        isUnreadable = true
        continue
      }
      guard let own = row.counters, own.overlaps(counters) else { continue }
      for counter in own.clamped(to: counters) {
        result.append(
          Membership(
            container: row.container, groupEnd: row.groupEnd,
            member: SampleUUID(base: base, counter: counter)))
      }
    }
  }

  mutating func removeMembers(of container: SampleUUID) throws(SQLiteError) {
    try Self.bind(container, to: &removeContainer)
    try removeContainer.run()
  }

  /// Writes a row; one that is there already keeps what reaches further.
  private mutating func put(
    _ kind: Kind, numbered: Bool, high: Int64, first: Int64, last: Int64,
    _ container: SampleUUID, _ groupEnd: Double
  ) throws(SQLiteError) {
    let key = [
      kind.rawValue, numbered ? 1 : 0, high, last, Int64(bitPattern: container.high),
      Int64(bitPattern: container.low),
    ]
    for (index, number) in key.enumerated() { try find.bind(number, at: index + 1) }
    defer { find.reset() }
    var (first, groupEnd) = (first, groupEnd)
    if try find.step() {
      if try find.isRowSound {
        first = min(first, find.integer(at: 6))
        groupEnd = max(groupEnd, find.double(at: 7))
      } else {
        // What it said of others is made anew from the objects; here it would be taken for what was written.
        isUnreadable = true
      }
    }
    try put.run(
      row: .integer(key[0]), .integer(key[1]), .integer(key[2]), .integer(key[3]),
      .integer(key[4]), .integer(key[5]), .integer(first), .number(groupEnd))
  }

  /// Takes whether a reading found a damaged row.
  mutating func takeUnreadable() -> Bool {
    defer { isUnreadable = false }
    return isUnreadable
  }

  /// Notes that another reader found a damaged row.
  mutating func noteUnreadable() { isUnreadable = true }

  private static func bind(
    _ container: SampleUUID, to statement: inout Statement
  ) throws(SQLiteError) {
    try statement.bind(Int64(bitPattern: container.high), at: 1)
    try statement.bind(Int64(bitPattern: container.low), at: 2)
  }

  /// Visits the rows of a query of all columns.
  ///
  /// - Throws: `corrupt` at the first that is not what was written.
  private static func walk(
    _ statement: inout Statement, _ isUnreadable: inout Bool, _ visit: (Row) -> Void
  ) throws(SQLiteError) {
    defer { statement.reset() }
    while try statement.step() {
      guard let row = try Row(statement) else {
        isUnreadable = true
        throw SQLiteError(
          .corrupt, cannot: "read which samples belong together", "a row of them is damaged")
      }
      visit(row)
    }
  }
}
