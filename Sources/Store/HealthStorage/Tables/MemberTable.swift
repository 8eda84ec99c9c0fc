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
  private var containers: Statement
  private var endingBefore: Statement
  private var keptMembers: Statement
  private var keptContainers: Statement
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
    let containers = try connection.prepare(
      """
      SELECT DISTINCT kind, container_high, container_low FROM member WHERE group_end < ?1
      """, persistent: true)
    let endingBefore = try connection.prepare(
      """
      SELECT * FROM member
      WHERE container_high = ?1 AND container_low = ?2 AND group_end < ?3
      """, persistent: true)
    let keptMembers = try connection.prepare(
      "SELECT * FROM member WHERE group_end >= ?1", persistent: true)
    let keptContainers = try connection.prepare(
      """
      SELECT DISTINCT container_high, container_low FROM member WHERE group_end >= ?1
      """, persistent: true)
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
      SELECT container_high, container_low, group_end, first, last FROM member
      WHERE kind = ?1 AND numbered = 1 AND high = ?2 AND last BETWEEN ?3 AND ?4 AND first <= ?5
      """, persistent: true)
    let ofUUID = try connection.prepare(
      """
      SELECT container_high, container_low, group_end FROM member
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
    self.keptMembers = keptMembers
    self.keptContainers = keptContainers
    self.removeContainer = removeContainer
    self.containers = containers
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

  /// The members of one container.
  package mutating func members(
    of container: SampleUUID, _ kind: Kind
  ) throws(SQLiteError) -> UUIDSet {
    try Self.bind(container, to: &ofContainer)
    try ofContainer.bind(kind.rawValue, at: 3)
    return try Self.collect(&ofContainer, &isUnreadable)
  }

  /// Everything that belongs to any container of the kind.
  package mutating func members(of kind: Kind) throws(SQLiteError) -> UUIDSet {
    try ofKind.bind(kind.rawValue, at: 1)
    return try Self.collect(&ofKind, &isUnreadable)
  }

  /// Members and containers of every group that ends at `floor` or later, however early they end
  /// themselves.
  mutating func kept(from floor: Double) throws(SQLiteError) -> UUIDSet {
    try keptMembers.bind(floor, at: 1)
    var set = try Self.collect(&keptMembers, &isUnreadable)
    try keptContainers.bind(floor, at: 1)
    defer { keptContainers.reset() }
    while try keptContainers.step() {
      set.insert(
        SampleUUID(
          high: UInt64(bitPattern: keptContainers.integer(at: 0)),
          low: UInt64(bitPattern: keptContainers.integer(at: 1))))
    }
    return set
  }

  /// The containers of every group that ends before `floor`.
  mutating func containers(
    before floor: Double
  ) throws(SQLiteError) -> [(container: SampleUUID, kind: Kind)] {
    try containers.bind(floor, at: 1)
    defer { containers.reset() }
    var result: [(SampleUUID, Kind)] = []
    while try containers.step() {
      guard let kind = Kind(rawValue: containers.integer(at: 0)) else { continue }
      let container = SampleUUID(
        high: UInt64(bitPattern: containers.integer(at: 1)),
        low: UInt64(bitPattern: containers.integer(at: 2)))
      result.append((container, kind))
    }
    return result
  }

  /// A sample that belongs to a group, and until when the group is held to last.
  struct Membership {
    var container: SampleUUID
    var groupEnd: Double
    var member: SampleUUID
  }

  /// The groups that samples belong to, each sample once a group.
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
          result.append(
            Membership(
              container: Self.container(ofUUID), groupEnd: ofUUID.double(at: 2), member: uuid))
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
      let first = max(UInt64(bitPattern: ofSpan.integer(at: 3)), counters.lowerBound)
      let last = min(UInt64(bitPattern: ofSpan.integer(at: 4)), counters.upperBound)
      guard first <= last else { continue }
      for counter in first...last {
        result.append(
          Membership(
            container: Self.container(ofSpan), groupEnd: ofSpan.double(at: 2),
            member: SampleUUID(base: base, counter: counter)))
      }
    }
  }

  private static func container(_ statement: borrowing Statement) -> SampleUUID {
    SampleUUID(
      high: UInt64(bitPattern: statement.integer(at: 0)),
      low: UInt64(bitPattern: statement.integer(at: 1)))
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

  private static func collect(
    _ statement: inout Statement, _ isUnreadable: inout Bool
  ) throws(SQLiteError) -> UUIDSet {
    var set = UUIDSet()
    defer { statement.reset() }
    while try statement.step() {
      guard try statement.isRowSound else {
        isUnreadable = true
        throw SQLiteError(
          .corrupt, cannot: "read which samples belong together", "a row of them is damaged")
      }
      let high = UInt64(bitPattern: statement.integer(at: 2))
      let first = UInt64(bitPattern: statement.integer(at: 6))
      let last = UInt64(bitPattern: statement.integer(at: 3))
      if statement.integer(at: 1) == 1, first <= last {
        set.insert(first...last, of: high)
      } else {
        set.insert(SampleUUID(high: high, low: last))
      }
    }
    return set
  }
}
