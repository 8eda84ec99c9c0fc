internal import HealthModel
internal import StoreAccess

/// Which lines that name no UUID are stored already, so that what is saved once more is not there twice.
///
/// It knows the samples of the days that the lines are of. A day is read when the first line of it comes,
/// and forgotten when no line of it came for long; so lines in order take little memory, and lines in
/// disorder read each day once.
struct StoredContents {
  private struct Day: Hashable {
    let type: ObjectType
    let number: Int64
  }

  private struct Contents {
    var marks: Set<ContentMark> = []
    /// The number of the last group with a line of the day.
    var lastUsed: Int
  }

  /// Days are forgotten once there are so many samples, as far as they were not used by so many groups.
  private static let fewSamples = 1 << 18
  private static let recentGroups = 64
  /// All are forgotten where there are more samples than this.
  private static let mostSamples = 1 << 24

  private let data: any OwnerAccess
  private var days: [Day: Contents] = [:]
  private var markCount = 0
  private var groupCount = 0
  /// Types with samples that were not seen here; of the others all is known that is stored.
  private var oldTypes: Set<ObjectType>?

  init(_ data: any OwnerAccess) {
    self.data = data
  }

  /// Takes lines out of a group that are stored, or stand in it before.
  ///
  /// - Parameter group: The lines.
  /// - Returns: The others, and how many were taken out.
  /// - Throws: What reading the store throws.
  mutating func removing(
    from group: SaveGroup
  ) async throws -> (rest: SaveGroup, known: Int) {
    groupCount += 1
    let nameless = group.entries.lazy.filter { !$0.isNamed }
    try await read(Set(nameless.flatMap(\.samples).compactMap(Self.day)))
    var rest = SaveGroup()
    var added: Set<ContentMark> = []
    for entry in group.entries {
      let marks = entry.isNamed ? [] : Self.marks(of: entry)
      let isKnown =
        !marks.isEmpty
        && marks.allSatisfy { mark, day in
          added.contains(mark) || days[day]?.marks.contains(mark) == true
        }
      guard !isKnown else { continue }
      for (mark, _) in marks { added.insert(mark) }
      rest.add(entry)
    }
    return (rest, group.entries.count - rest.entries.count)
  }

  /// Notes that lines are stored now.
  mutating func note(_ saved: [SaveEntry]) {
    // Where no line without a UUID came yet, nothing was read that would have to stay true.
    guard let oldTypes else { return }
    for (mark, day) in saved.lazy.flatMap(Self.marks)
    where days[day] != nil || !oldTypes.contains(day.type) {
      insert(mark, on: day)
    }
    forgetSome()
  }

  /// The samples of a group with given UUIDs that are stored and say the same, as lines to leave out.
  ///
  /// - Returns: The other lines, and how many were taken out.
  /// - Throws: What reading the store throws.
  func removingNamed(from group: SaveGroup) async throws -> (rest: SaveGroup, known: Int) {
    var stored: [SampleUUID: Sample] = [:]
    let named = group.entries.filter(\.isNamed)
    for (type, samples) in Dictionary(grouping: named.flatMap(\.samples), by: \.type) {
      let query = SampleQuery(type, where: .uuid(UUIDSet(samples.map(\.uuid))))
      for run in try await data.samples(query).all() {
        for row in 0..<run.count { stored[run.uuids[row]] = run[row] }
      }
    }
    var rest = SaveGroup()
    for entry in group.entries {
      var isKnown = entry.isNamed && entry.samples.allSatisfy { stored[$0.uuid] == $0 }
      if isKnown {
        for (uuid, bytes) in entry.documents where isKnown {
          isKnown = try await data.wholeDocument(uuid) == bytes
        }
      }
      if !isKnown { rest.add(entry) }
    }
    return (rest, group.entries.count - rest.entries.count)
  }

  // Reading.

  private mutating func read(_ wanted: Set<Day>) async throws {
    if oldTypes == nil {
      oldTypes = Set(try await data.counts().filter { $0.value > 0 }.keys)
    }
    var missing: [ObjectType: [Int64]] = [:]
    for day in wanted {
      if days[day] != nil {
        days[day]?.lastUsed = groupCount
      } else if oldTypes?.contains(day.type) == true {
        missing[day.type, default: []].append(day.number)
      }
    }
    for (type, numbers) in missing {
      for stretch in Self.stretches(of: numbers.sorted()) { try await read(stretch, of: type) }
    }
  }

  private mutating func read(_ stretch: ClosedRange<Int64>, of type: ObjectType) async throws {
    for number in stretch {
      days[Day(type: type, number: number), default: Contents(lastUsed: groupCount)].lastUsed =
        groupCount
    }
    let from = Double(stretch.lowerBound) * Instant.secondsPerDay
    let to = Double(stretch.upperBound + 1) * Instant.secondsPerDay
    let query = SampleQuery(
      type,
      where: .and([
        .end(.greaterOrEqual, from), .start(.greaterOrEqual, from), .start(.less, to),
      ]))
    for try await run in try await data.samples(query) {
      let contents = try await marks(of: run)
      for (mark, day) in contents { insert(mark, on: day) }
    }
  }

  private func marks(of run: SampleRun) async throws -> [(ContentMark, Day)] {
    var members: [SampleUUID: ContentMark] = [:]
    var wanted: [ObjectType: [SampleUUID]] = [:]
    let samples = (0..<run.count).map { run[$0] }
    for case .object(.correlation(let list)) in samples.lazy.map(\.value) {
      for (row, uuid) in list.uuids.enumerated() {
        wanted[list.types[row], default: []].append(uuid)
      }
    }
    for (type, uuids) in wanted {
      for run in try await data.samples(SampleQuery(type, where: .uuid(UUIDSet(uuids)))).all() {
        for row in 0..<run.count { members[run.uuids[row]] = ContentMark(run[row]) }
      }
    }
    var marks: [(ContentMark, Day)] = []
    for sample in samples {
      guard let day = Self.day(of: sample) else { continue }
      switch sample.value {
      case .object(.correlation(let list)):
        marks.append((ContentMark(sample), day))
        let inside = list.uuids.compactMap { members[$0] }
        if inside.count == list.count { marks.append((ContentMark(sample, holding: inside), day)) }
      case .object(.document):
        marks.append(
          (ContentMark(sample, document: try await data.wholeDocument(sample.uuid)), day))
      default: marks.append((ContentMark(sample), day))
      }
    }
    return marks
  }

  /// The marks of a line's samples; none where a date cannot be meant.
  private static func marks(of entry: SaveEntry) -> [(ContentMark, Day)] {
    var marks: [(mark: ContentMark, day: Day)] = []
    var members: [SampleUUID: ContentMark] = [:]
    for sample in entry.samples {
      guard let day = day(of: sample) else { return [] }
      var inside: [ContentMark]?
      if case .object(.correlation(let list)) = sample.value {
        let known = list.uuids.compactMap { members[$0] }
        if known.count == list.count { inside = known }
      }
      let mark = ContentMark(sample, holding: inside, document: entry.documents[sample.uuid])
      members[sample.uuid] = mark
      marks.append((mark, day))
    }
    return marks
  }

  // What is known.

  private mutating func insert(_ mark: ContentMark, on day: Day) {
    if days[day, default: Contents(lastUsed: groupCount)].marks.insert(mark).inserted {
      markCount += 1
    }
  }

  private mutating func forgetSome() {
    guard markCount > Self.fewSamples, groupCount % Self.recentGroups == 0 else { return }
    let isTooMuch = markCount > Self.mostSamples
    for (day, contents) in days
    where isTooMuch || contents.lastUsed + Self.recentGroups < groupCount {
      markCount -= contents.marks.count
      days[day] = nil
      oldTypes?.insert(day.type)
    }
  }

  private static func day(of sample: Sample) -> Day? {
    // The same for every sample of a line that could be saved; far less than an instant may be.
    guard abs(sample.start) < 1e15 else { return nil }
    let number = (sample.start / Instant.secondsPerDay).rounded(.down)
    return Day(type: sample.type, number: Int64(number))
  }

  /// Ranges of successive numbers.
  private static func stretches(of numbers: [Int64]) -> [ClosedRange<Int64>] {
    var stretches: [ClosedRange<Int64>] = []
    for number in numbers {
      if let last = stretches.last, last.upperBound + 1 == number {
        stretches[stretches.count - 1] = last.lowerBound...number
      } else {
        stretches.append(number...number)
      }
    }
    return stretches
  }
}
