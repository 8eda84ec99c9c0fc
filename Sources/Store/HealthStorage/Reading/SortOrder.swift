internal import HealthModel

/// An order of samples as keys that ascend.
struct SortOrder {
  /// What a row sorts by: smaller comes first; equal keys fall to the order of insertion.
  struct Key: Comparable {
    var first: Double
    var others: [Double]
    var position: Int64

    static func < (left: Self, right: Self) -> Bool {
      if left.first != right.first { return left.first < right.first }
      for (one, other) in zip(left.others, right.others) where one != other { return one < other }
      return left.position < right.position
    }
  }

  /// What the first key is, where the bounds of blocks tell something of it.
  private enum Lead {
    case earliestStart
    case latestStart
    case earliestEnd
    case latestEnd
    case other
  }

  private let descriptors: [SortDescriptor]
  private let lead: Lead

  init(_ descriptors: [SortDescriptor]) {
    self.descriptors = descriptors
    lead =
      switch (descriptors.first?.key, descriptors.first?.isAscending) {
      case (.start?, true?): .earliestStart
      case (.start?, false?): .latestStart
      case (.end?, true?): .earliestEnd
      case (.end?, false?): .latestEnd
      default: .other
      }
  }

  var isByInsertion: Bool { descriptors.isEmpty }

  /// Whether the first key is a date and the latest comes first.
  var startsAtLatest: Bool { lead == .latestStart || lead == .latestEnd }

  /// Rows among which are the first `count` of `rows`: mostly not many more, found without making
  /// a key for each of them.
  func first(_ count: Int, of run: SampleRun, rows: [Int]) -> [Int] {
    guard let descriptor = descriptors.first, descriptor.key == .start || descriptor.key == .end
    else { return rows }
    let column = descriptor.key == .start ? run.starts : run.ends
    let sign: Double = descriptor.isAscending ? 1 : -1
    let bound: Double
    if count == 1 {
      bound = rows.reduce(.infinity) { min($0, sign * column[$1]) }
    } else {
      bound = rows.map { sign * column[$0] }.sorted()[count - 1]
    }
    return rows.filter { sign * column[$0] <= bound }
  }

  /// The key of each of the rows.
  func keys(of run: SampleRun, rows: [Int]) -> [Key] {
    guard let descriptor = descriptors.first else { return [] }
    // The first rows of an order are few, and all positions are many.
    let positions = rows.count == 1 ? nil : run.positions.all()
    func position(_ row: Int) -> Int64 { positions.map { $0[row] } ?? run.positions[row] }
    if descriptors.count == 1, descriptor.key == .start || descriptor.key == .end {
      let column = descriptor.key == .start ? run.starts : run.ends
      let sign: Double = descriptor.isAscending ? 1 : -1
      return rows.map { Key(first: sign * column[$0], others: [], position: position($0)) }
    }
    return rows.map { row in
      var values = descriptors.map { Self.value($0, run, row) }
      let first = values.removeFirst()
      return Key(first: first, others: values, position: position(row))
    }
  }

  /// The first keys that rows of the segment have.
  func bound(_ segment: Segment) -> ClosedRange<Double> {
    switch lead {
    case .earliestStart: segment.minStart...segment.maxStart
    case .latestStart: -segment.maxStart...(-segment.minStart)
    case .earliestEnd: segment.minEnd...segment.maxEnd
    case .latestEnd: -segment.maxEnd...(-segment.minEnd)
    case .other: -.infinity ... .infinity
    }
  }

  /// The first keys that rows of the block have.
  func bound(_ block: SegmentDirectory.Block) -> ClosedRange<Double> {
    switch lead {
    case .earliestStart: block.minStart...block.maxStart
    case .latestStart: -block.maxStart...(-block.minStart)
    case .earliestEnd: block.minEnd...block.maxEnd
    case .latestEnd: -block.maxEnd...(-block.minEnd)
    case .other: -.infinity ... .infinity
    }
  }

  private static func value(
    _ descriptor: SortDescriptor, _ run: SampleRun, _ row: Int
  ) -> Double {
    let value: Double? =
      switch descriptor.key {
      case .start: run.starts[row]
      case .end: run.ends[row]
      case .workoutDuration: workout(run, row)?.duration
      case .workoutTotal(let total): canonical(workout(run, row)?[total], total)
      }
    // What has no value comes last in either direction.
    guard let value else { return .infinity }
    return descriptor.isAscending ? value : -value
  }

  private static func workout(_ run: SampleRun, _ row: Int) -> Workout? {
    guard case .objects(let bodies) = run.payload, case .workout(let workout) = bodies[row] else {
      return nil
    }
    return workout
  }

  private static func canonical(
    _ quantity: Quantity?, _ total: Workout.Total
  ) -> Double? {
    let unit: Unit =
      switch total {
      case .energyBurned: .kilocalorie
      case .distance: .meter()
      case .swimmingStrokeCount: .count
      }
    return try? quantity?.value(in: unit)
  }
}
