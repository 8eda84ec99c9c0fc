package import HealthModel

/// What an export says was done in a workout, in the unit that the store has of the type.
package struct WorkoutSum: Hashable, Sendable {
  package var start: Double
  package var end: Double
  package var sum: Double
}

/// What was found in an export, and what became of it.
package struct ImportSummary: Hashable, Sendable {
  /// What became of the records of one type.
  package struct Counts: Hashable, Sendable {
    /// How many whole ones were read.
    package var read = 0
    /// How many of them are saved now, or would be.
    package var saved = 0
    /// How many were there already.
    package var known = 0
    /// How many were deleted here since an earlier import, and stay so.
    package var deleted = 0
    /// How many end before the earliest date that the store takes.
    package var old = 0
    /// How many could not be taken.
    package var lost = 0
    /// How many earlier imports brought that the export does not have any more, where that was asked for.
    package var gone = 0

    package init(
      read: Int = 0, saved: Int = 0, known: Int = 0, deleted: Int = 0, old: Int = 0, lost: Int = 0
    ) {
      self.read = read
      self.saved = saved
      self.known = known
      self.deleted = deleted
      self.old = old
      self.lost = lost
    }
  }

  /// A record that could not be taken.
  package struct Loss: Hashable, Sendable {
    package var line: Int
    /// The kind of element.
    package var element: String
    package var problem: ImportProblem
  }

  /// As many losses as are listed one by one.
  package static let mostLosses = 1_000
  /// As many different names as are counted apart.
  private static let mostNames = 512
  /// As many workouts as are compared: ten a day for ten years.
  private static let mostWorkouts = 40_000

  /// How many of those that are gone were deleted here.
  package var removed = 0
  /// What was noted when the very same export was taken, where nothing of it was read now.
  package var taken: TakenExport?
  /// By what hash the export was noted as taken in whole.
  package var noted: Int64?
  /// Which file of the export was read.
  package var member = ""
  /// The language of the phone.
  package var locale: String?
  /// The version that the export's definition tells.
  package var version: Int?
  /// When it was exported; seconds since 2001-01-01 UTC.
  package var exported: Double?
  /// Whether the file has its end.
  package var isComplete = false
  /// Why it has not.
  package var ending: String?
  package var types: [ObjectType: Counts] = [:]
  /// Records of types that nobody knows, by identifier.
  package private(set) var unknownTypes: [String: Int] = [:]
  /// Records that are kept as they are because the catalogue does not have their type, by identifier.
  package private(set) var foreignTypes: [String: Int] = [:]
  /// Elements that are not taken yet, by name.
  package private(set) var notTaken: [String: Int] = [:]
  /// What was mended, and how often.
  package private(set) var mended: [String: Int] = [:]
  /// The first losses.
  package private(set) var losses: [Loss] = []
  package private(set) var lossCount = 0
  /// What the export's own statistics of workouts say, by type.
  package private(set) var workoutSums: [ObjectType: [WorkoutSum]] = [:]
  /// What the export says of its owner.
  package var profile: [Characteristic] = []

  package init() {}

  /// The counts of all types together.
  package var total: Counts {
    types.values.reduce(into: Counts()) { total, counts in
      total.read += counts.read
      total.saved += counts.saved
      total.known += counts.known
      total.deleted += counts.deleted
      total.old += counts.old
      total.lost += counts.lost
      total.gone += counts.gone
    }
  }

  mutating func lose(
    _ element: String, line: Int, _ problem: ImportProblem, of type: ObjectType? = nil
  ) {
    lossCount += 1
    if let type { types[type, default: Counts()].lost += 1 }
    guard losses.count < Self.mostLosses else { return }
    losses.append(Loss(line: line, element: element, problem: problem))
  }

  mutating func tell(_ sum: WorkoutSum, of type: ObjectType) {
    guard workoutSums[type]?.count ?? 0 < Self.mostWorkouts,
      workoutSums[type] != nil || workoutSums.count < Self.mostNames
    else { return }
    workoutSums[type, default: []].append(sum)
  }

  mutating func mend(_ what: String) { Self.count(what, in: &mended) }
  mutating func leave(_ element: String) { Self.count(element, in: &notTaken) }
  mutating func meetForeign(_ type: String) { Self.count(type, in: &foreignTypes) }
  mutating func meetUnknown(_ type: String) { Self.count(type, in: &unknownTypes) }

  private static func count(_ name: String, in counts: inout [String: Int]) {
    let name = counts[name] != nil || counts.count < mostNames ? name : "others"
    counts[name, default: 0] += 1
  }
}
