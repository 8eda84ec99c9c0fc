internal import HealthModel
internal import StoreAccess

/// Finds what of an export is stored already, by what it says.
///
/// Of several rows that say the same, as many are found as are stored.
struct StoredMatch {
  /// The metadata key that says over what time the numbers of a sample were added up before they were written.
  static let summaryKey = "dyad.summaryOf"
  /// An export gives six digits, so two that mean one value differ by so much at most.
  static let tolerance = 1e-5
  /// Days further apart are asked for one by one.
  private static let mostIdleSeconds = 40 * Instant.secondsPerDay

  private let data: any OwnerAccess
  /// Types of which something is stored that was not saved here; `nil` until somebody asked.
  private var storedTypes: Set<ObjectType>?
  /// What was found once, and is not found again.
  private(set) var found = UUIDSet()
  /// What is saved here has UUIDs of its bases.
  private let uuids: UUIDSequence

  init(_ data: any OwnerAccess, savingAs uuids: UUIDSequence) {
    self.data = data
    self.uuids = uuids
  }

  /// Whether samples of a type were stored before this import.
  mutating func isStored(_ type: ObjectType) async throws -> Bool {
    let types: Set<ObjectType>
    if let storedTypes {
      types = storedTypes
    } else {
      types = Set(try await data.counts().filter { $0.value > 0 }.keys)
      storedTypes = types
    }
    return types.contains(type)
  }

  /// Rows that are not stored.
  struct NewRows {
    /// In the order of their start.
    var rows: [Int]
    /// Of those that say otherwise than before what was added up over the same time: what said that.
    var formers: [Int: SampleUUID] = [:]
  }

  /// The rows that are not stored.
  mutating func newRows(of rows: ImportRows, _ tables: ImportTables) async throws -> NewRows {
    let order = rows.order(tables)
    let type = rows.description.type
    guard try await isStored(type) else { return NewRows(rows: order) }
    let values = CanonicalValues(rows, tables)
    var isKnown = [Bool](repeating: false, count: order.count)
    var formers: [Int: SampleUUID] = [:]
    for stretch in stretches(of: rows, order) {
      let query = SampleQuery(
        type,
        where: .and([
          .end(.greaterOrEqual, stretch.lowerBound), .start(.greaterOrEqual, stretch.lowerBound),
          .start(.less, stretch.upperBound + 1),
        ]))
      for try await run in try await data.samples(query) {
        match(run, with: rows, order, values, tables, &isKnown, &formers)
      }
    }
    var new = NewRows(rows: [])
    for index in order.indices where !isKnown[index] {
      new.rows.append(order[index])
      new.formers[order[index]] = formers[index]
    }
    return new
  }

  private mutating func match(
    _ run: SampleRun, with rows: ImportRows, _ order: [Int], _ values: CanonicalValues,
    _ tables: ImportTables, _ isKnown: inout [Bool], _ formers: inout [Int: SampleUUID]
  ) {
    let summaries = run.metadata.first {
      $0.key == Self.summaryKey && rows.description.kind == .quantity
    }
    let stored = StoredValues(run)
    let bundles = run.sources.values.map {
      tables.bundleNumbers[$0.source.bundleIdentifier]
    }
    let sources = run.sources.indexes()
    let base = uuids.base(of: run.type)
    for row in 0..<run.count {
      guard let bundle = bundles[sources[row]] else { continue }
      let uuid = run.uuids[row]
      guard uuid.base != base || !uuid.isNumbered, !found.contains(uuid) else { continue }
      // Exports have whole seconds.
      let start = run.starts[row].rounded(.down)
      let end = run.ends[row].rounded(.down)
      var index = Self.firstIndex(in: order) {
        (rows.starts[$0], rows.ends[$0], tables.bundles[Int(rows.sources[$0])])
          < (start, end, bundle)
      }
      var change: Int?
      while index < order.count {
        let candidate = order[index]
        guard rows.starts[candidate] == start, rows.ends[candidate] == end,
          tables.bundles[Int(rows.sources[candidate])] == bundle
        else { break }
        if !isKnown[index], stored.says(values[candidate], in: row) {
          isKnown[index] = true
          found.insert(uuid)
          break
        }
        if change == nil, !isKnown[index], formers[index] == nil { change = index }
        index += 1
      }
      guard let change, !found.contains(uuid), summaries?.value(at: row) != nil else { continue }
      found.insert(uuid)
      formers[change] = uuid
      // What counts up only grows: this was written before what is stored.
      if rows.description.aggregation == .cumulative, stored[row] > values[order[change]] {
        isKnown[change] = true
      }
    }
  }

  private static func firstIndex(in order: [Int], after precedes: (Int) -> Bool) -> Int {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if precedes(order[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The times in which the rows start, without the long times in which none does.
  private func stretches(of rows: ImportRows, _ order: [Int]) -> [ClosedRange<Double>] {
    var stretches: [ClosedRange<Double>] = []
    for row in order {
      let start = rows.starts[row]
      if let last = stretches.last, start - last.upperBound <= Self.mostIdleSeconds {
        stretches[stretches.count - 1] = last.lowerBound...max(last.upperBound, start)
      } else {
        stretches.append(start...start)
      }
    }
    return stretches
  }
}

/// What the rows of an export say, in units that can be compared: a quantity in the type's own, else the number.
struct CanonicalValues {
  private let rows: ImportRows
  private let conversions: [UnitConversion?]

  init(_ rows: ImportRows, _ tables: ImportTables) {
    self.rows = rows
    let canonical = rows.description.canonicalUnit
    conversions = tables.units.map { unit in
      canonical.flatMap { UnitConversion.remembered(from: unit, to: $0) }
    }
  }

  subscript(row: Int) -> Double {
    switch rows.description.kind {
    case .quantity: conversions[Int(rows.units[row])]?(rows.values[row]) ?? .nan
    case .category: rows.values[row]
    default: rows.bodies[row].comparableValue
    }
  }
}

/// What stored samples say, so that it can be compared.
struct StoredValues {
  private let values: [Double]
  private let isExact: Bool

  init(_ run: SampleRun) {
    values = run.comparableValues
    if case .quantity = run.payload { isExact = false } else { isExact = true }
  }

  subscript(row: Int) -> Double { values[row] }

  /// Whether a row says what an export says.
  func says(_ value: Double, in row: Int) -> Bool {
    let stored = values[row]
    // Objects without a number are known by their source and dates.
    return stored == value || stored.isNaN && value.isNaN
      || !isExact && abs(stored - value) <= max(abs(stored), abs(value)) * StoredMatch.tolerance
  }
}
