internal import HealthModel

/// Days cut into slots, each of which shows the value that a category had for most of it.
struct CategoryBands: Hashable {
  /// Time in bed says less than what somebody did there.
  private static let inBed = Int64(SleepAnalysisValue.inBed.rawValue)
  /// What takes no time shows where it was.
  private static let leastSeconds = 1.0

  /// Where the days begin, and the last one ends.
  let edges: [Double]
  let slots: Int
  /// The value of each slot of each day; `nil` where there is none.
  private(set) var rows: [[Int64?]]

  /// Cuts samples, in the order of their beginnings.
  init(
    _ samples: [(start: Double, end: Double, value: Int64)], of type: ObjectType,
    edges: [Double], slots: Int
  ) {
    self.edges = edges
    self.slots = slots
    let days = max(0, edges.count - 1)
    var seconds = [[Int64: Double]](repeating: [:], count: days * slots)
    for sample in samples {
      let end = max(sample.end, sample.start + Self.leastSeconds)
      for day in 0..<days where sample.start < edges[day + 1] && end > edges[day] {
        let length = (edges[day + 1] - edges[day]) / Double(slots)
        let first = max(0, Int((sample.start - edges[day]) / length))
        var slot = first
        while slot < slots, edges[day] + Double(slot) * length < end {
          let from = edges[day] + Double(slot) * length
          let covered = min(end, from + length) - max(sample.start, from)
          if covered > 0 { seconds[day * slots + slot][sample.value, default: 0] += covered }
          slot += 1
        }
      }
    }
    rows = (0..<days).map { day in
      (0..<slots).map { slot in
        var values = seconds[day * slots + slot]
        if type == .sleepAnalysis, values.count > 1 { values[Self.inBed] = nil }
        return values.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      }
    }
  }

  /// The values that there are, in order.
  var values: [Int64] { Set(rows.joined().compactMap(\.self)).sorted() }
}

/// How the values of a category are drawn.
struct BandGlyphs {
  private let glyphs: [Int64: Character]

  init(of type: ObjectType, _ values: [Int64], isASCII: Bool) {
    let sleep: [(SleepAnalysisValue, Character, Character)] = [
      (.inBed, "·", "."), (.asleep, "▞", "s"), (.awake, "░", "a"), (.asleepCore, "▓", "c"),
      (.asleepDeep, "█", "D"), (.asleepREM, "▒", "r"),
    ]
    var glyphs: [Int64: Character] = [:]
    if type == .sleepAnalysis {
      for (value, fine, plain) in sleep { glyphs[Int64(value.rawValue)] = isASCII ? plain : fine }
    }
    let others = isASCII ? Array("#+-=*o") : Array("█▒░▓▪○")
    for (index, value) in values.enumerated() where glyphs[value] == nil {
      glyphs[value] = others[index % others.count]
    }
    self.glyphs = glyphs
  }

  func line(_ row: [Int64?]) -> String {
    String(row.map { value in value.flatMap { glyphs[$0] } ?? " " })
  }

  /// What each of the values looks like.
  func legend(_ values: [Int64], _ names: NamedNumbers?) -> String {
    values.map { value in
      "\(glyphs[value] ?? " ") \(names?.name(of: value) ?? "\(value)")"
    }.joined(separator: "  ")
  }
}
