package import HealthModel
internal import PostgresCore
package import StoreAccess
internal import TextFormats

/// Compares a database with its store: how many samples each day has of each type, and a sum of all they say.
package struct MirrorCheck: Sendable {
  /// Where both differ.
  package struct Difference: Hashable, Sendable {
    package var type: ObjectType
    /// As ISO 8601 writes it, in UTC.
    package var day: String
    package var inStore: Int
    package var inDatabase: Int
  }

  fileprivate struct Day: Hashable {
    var type: ObjectType
    var number: Int
  }

  fileprivate struct Root: Hashable {
    var count = 0
    var high: UInt64 = 0
    var low: UInt64 = 0

    fileprivate mutating func add(
      _ uuid: SampleUUID, _ start: Int64, _ end: Int64, _ value: Double?
    ) {
      count += 1
      var mixed = uuid.low
      for word in [
        UInt64(bitPattern: start), UInt64(bitPattern: end), value?.bitPattern ?? 0x5555, uuid.high,
      ] {
        // Each word moves all bits of the sum, and the order of samples none.
        mixed = (mixed ^ word) &* 0x9E37_79B9_7F4A_7C15
        mixed ^= mixed >> 29
      }
      high &+= mixed
      low &+= mixed &* (uuid.high | 1)
    }
  }

  /// How many samples there are in both.
  package private(set) var count = 0
  /// Where they differ, in order.
  package private(set) var differences: [Difference] = []

  /// Compares them; what is saved or deleted meanwhile is no difference only where a mirror brings it at once.
  ///
  /// - Parameters:
  ///   - data: The store.
  ///   - address: Of the database.
  ///   - subject: By its name.
  /// - Throws: What the store or the database says.
  package init(_ data: any OwnerAccess, at address: String, subject: String) async throws {
    var days: [Day: (store: Root, database: Root)] = [:]
    let server = MirrorServer(address)
    let hasDocuments = try await server.look(at: subject)?.hasDocuments ?? false
    let known = await server.types()
    for type in try await data.counts().map(\.key) + [.association]
    where hasDocuments || type.description?.kind != .document {
      let samples = try await data.samples(SampleQuery(type))
      for try await run in samples {
        let values = run.values(in: known[type]?.unit ?? type.description?.readingUnit())
        for row in 0..<run.count {
          let (start, end) = (
            CopyRows.moment(of: run.starts[row]), CopyRows.moment(of: run.ends[row])
          )
          let day = Day(type: type, number: Self.day(of: start))
          let value = Self.value(run, row, values)
          days[day, default: (Root(), Root())].store.add(run.uuids[row], start, end, value)
        }
        if type != .association { count += run.count }
      }
    }
    days = try await server.add(to: days, hasDocuments)
    await server.close()
    differences = days.filter { $0.value.store != $0.value.database }.map { day, roots in
      Difference(
        type: day.type, day: CivilDate(dayNumber: day.number).text, inStore: roots.store.count,
        inDatabase: roots.database.count)
    }.sorted { ($0.day, $0.type) < ($1.day, $1.type) }
  }

  /// What is compared beside dates: numbers, and of documents how long they are.
  private static func value(_ run: SampleRun, _ row: Int, _ values: [Double]) -> Double? {
    guard case .objects(let bodies) = run.payload else { return values[row] }
    guard case .document(let document) = bodies[row] else { return nil }
    return Double(document.byteCount)
  }

  fileprivate static func day(of moment: Int64) -> Int {
    Int(CopyRows.instant(of: moment).rounded(.down)).flooredQuotient(by: 86_400)
  }
}

extension MirrorServer {
  fileprivate func add(
    to days: [MirrorCheck.Day: (store: MirrorCheck.Root, database: MirrorCheck.Root)],
    _ hasDocuments: Bool
  ) throws -> [MirrorCheck.Day: (store: MirrorCheck.Root, database: MirrorCheck.Root)] {
    var days = days
    let types = Dictionary(types().map { ($1.number, $0) }) { first, _ in first }
    let length = """
      (SELECT CAST(octet_length(d.bytes) AS float8) FROM dyad.documents d
      WHERE d.subject = s.subject AND d.uuid = s.uuid)
      """
    let value = hasDocuments ? "coalesce(value, \(length))" : "value"
    try forEachSample("type, start_at, uuid, end_at, \(value)") { row in
      guard let number = row.number(), let type = types[Int32(truncatingIfNeeded: number)],
        let start = row.number(), let uuid = row.cell().flatMap({ SampleUUID(bytes: $0) }),
        let end = row.number()
      else { return }
      let day = MirrorCheck.Day(type: type, number: MirrorCheck.day(of: start))
      days[day, default: (MirrorCheck.Root(), MirrorCheck.Root())].database.add(
        uuid, start, end, row.double())
    }
    return days
  }
}
