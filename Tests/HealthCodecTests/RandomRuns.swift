internal import HealthModel
internal import TestSupport

/// What kind of payload a random run gets.
enum RunKind: String, CaseIterable, Sendable {
  case quantity
  case category
  case objects
}

/// Makes runs of every shape that a store can hold.
struct RandomRuns {
  var generator: SeededGenerator
  private var counter: UInt64 = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func run(_ kind: RunKind, count: Int, isNumbered: Bool) -> SampleRun? {
    let (starts, ends) = times(count)
    let payload: SampleRun.Payload =
      switch kind {
      case .quantity:
        .quantity(values: values(count), units: DictionaryColumn((0..<count).map { _ in unit() }))
      case .category: .category(integers(count))
      case .objects: .objects((0..<count).map { _ in body() })
      }
    let sources = (0..<3).map { _ in revision() }
    let devices = (0..<3).map { _ in device() }
    var keys: Set<String> = []
    for _ in 0..<(generator.next() % 4) { keys.insert(text()) }
    return SampleRun(
      type: ObjectType(text()), uuids: uuids(count), starts: starts, ends: ends, payload: payload,
      sources: DictionaryColumn((0..<count).map { _ in pick(sources) }),
      devices: DictionaryColumn((0..<count).map { _ in pick(devices) }),
      metadata: keys.sorted().map { metadata(key: $0, rows: count) },
      dots: isNumbered ? dots(count) : DotColumn(),
      positions: isNumbered ? positions(count) : CounterColumn())
  }

  mutating func deletions(count: Int) -> DeletionRun? {
    let sources = (0..<3).map { _ in revision().source }
    return DeletionRun(
      type: ObjectType(text()), uuids: uuids(count), ends: times(count).ends,
      sources: DictionaryColumn((0..<count).map { _ in pick(sources) }), dots: dots(count),
      positions: positions(count))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(generator.next() % UInt64(elements.count))]
  }

  mutating func text() -> String {
    pick([
      "", "a", "HKQuantityTypeIdentifierHeartRate", "com.example.app", "Puls \u{1F493}", "日本",
      "\u{1}\u{7F}", String(repeating: "x", count: Int(generator.next() % 300)),
    ])
  }

  private mutating func optional() -> String? { generator.oneIn(2) ? nil : text() }

  mutating func revision() -> SourceRevision {
    SourceRevision(source: Source(bundleIdentifier: text(), name: text()), version: optional())
  }

  mutating func device() -> Device? {
    if generator.oneIn(3) { return nil }
    var device = Device()
    for property in Device.Property.allCases { device[property] = optional() }
    return device
  }

  mutating func unit() -> Unit {
    let units = ["count/min", "m", "kg", "count"].compactMap { try? Unit(parsing: $0) }
    return pick(units)
  }

  /// UUIDs of ours with gaps, of others, or both.
  mutating func uuids(_ count: Int) -> [SampleUUID] {
    let shape = generator.next() % 4
    let bases = [generator.next(), generator.next()]
    var uuids: [SampleUUID] = []
    while uuids.count < count {
      let isForeign = shape == 1 || (shape == 2 && generator.oneIn(3))
      if isForeign {
        uuids.append(SampleUUID(high: generator.next(), low: generator.next()))
      } else {
        counter += generator.oneIn(8) ? generator.next() % 1000 + 1 : 1
        uuids.append(SampleUUID(base: shape == 3 ? pick(bases) : bases[0], counter: counter))
      }
    }
    return uuids
  }

  /// Starts and ends in seconds, milliseconds, microseconds, of any fraction, or far away.
  mutating func times(_ count: Int) -> (starts: [Double], ends: [Double]) {
    let shape = generator.next() % 6
    var ticks = Int64(generator.next() % 800_000_000) * 1000
    var starts: [Double] = []
    var ends: [Double] = []
    for _ in 0..<count {
      ticks += 5000 + Int64(generator.next() % 200) - 100
      var start = Double(ticks) / 1000
      var length = generator.oneIn(2) ? 0 : Double(generator.next() % 100_000) / 1000
      switch shape {
      case 0: (start, length) = (start.rounded(), length.rounded())
      case 1: start = (Double(ticks) * 1000 + Double(generator.next() % 1000)) / 1_000_000
      case 2: start += Double.random(in: 0..<1, using: &generator)
      case 3: start = Double.random(in: -6e10...2e11, using: &generator)
      case 4 where generator.oneIn(4): start = pick([0, -0.0, .leastNonzeroMagnitude, -1e-300])
      default: break
      }
      starts.append(start)
      ends.append(length == 0 ? start : start + length)
    }
    return (starts, ends)
  }

  /// Whole numbers, decimals, floats, any doubles, and the odd ones.
  mutating func values(_ count: Int) -> [Double] {
    let shape = generator.next() % 5
    return (0..<count).map { _ in
      switch shape {
      case 0: Double(60 + generator.next() % 40)
      case 1: Double(generator.next() % 1_000_000) / 1000
      case 2: Double(Float.random(in: -100...100, using: &generator))
      case 3: Double.random(in: -1e300...1e300, using: &generator)
      default:
        pick([
          0, -0.0, .leastNonzeroMagnitude, -Double.leastNonzeroMagnitude, .leastNormalMagnitude,
          .greatestFiniteMagnitude, 0.1, 1e22,
          9_007_199_254_740_991, -9_007_199_254_740_992,
        ])
      }
    }
  }

  mutating func integers(_ count: Int) -> [Int64] {
    let shape = generator.next() % 4
    var last: Int64 = 0
    return (0..<count).map { _ in
      switch shape {
      case 0: last = Int64(generator.next() % 5)
      case 1: last &+= 3
      case 2: last = Int64(bitPattern: generator.next())
      default: last = pick([.min, .max, 0, -1])
      }
      return last
    }
  }

  mutating func metadata(key: String, rows: Int) -> MetadataColumn {
    var column = MetadataColumn(key: key)
    let isDense = generator.oneIn(2)
    for row in 0..<rows where isDense || generator.oneIn(3) {
      column.append(metadataValue(), at: row)
    }
    return column
  }

  mutating func metadataValue() -> MetadataValue {
    switch generator.next() % 7 {
    case 0: .string(text())
    case 1: .integer(pick(integers(3)))
    case 2: .double(pick(values(3)))
    case 3: .double(.infinity)
    case 4: .bool(generator.oneIn(2))
    case 5: .date(pick(times(3).ends))
    default: .quantity(Quantity(pick(values(3)), unit()))
    }
  }

  private mutating func members() -> Members {
    var members = Members()
    let types = [ObjectType(text()), ObjectType(text())]
    for uuid in uuids(Int(generator.next() % 5)) { members.append(uuid, of: pick(types)) }
    return members
  }

  mutating func body() -> ObjectBody {
    switch generator.next() % 6 {
    case 0: return .correlation(members())
    case 1:
      return .document(
        Document(
          title: text(), patientName: text(), authorName: text(), custodianName: text(),
          byteCount: Int64(generator.next() % 1_000_000)))
    case 2:
      return .association(
        container: SampleUUID(high: generator.next(), low: generator.next()), members())
    case 3:
      // Field 100, three bytes: what a newer version may add.
      return .unknown([0xA2, 0x06, 0x03, 1, 2, 3])
    case 4: return .details(details())
    default: return .workout(workout())
    }
  }

  private mutating func details() -> Details {
    var details = Details()
    for _ in 0..<(generator.next() % 3) { details.values[text()] = metadataValue() }
    for _ in 0..<(generator.next() % 4) {
      details.series[text()] = values(Int(generator.next() % 20)).filter(\.isFinite)
    }
    return details
  }

  private mutating func workout() -> Workout {
    let total = Quantity(pick(values(3)), unit())
    let count = Int(generator.next() % 4)
    let dates = times(count).starts
    return Workout(
      activity: Int64(bitPattern: generator.next()), duration: pick(values(3)),
      events: dates.map { date in
        var metadata: Metadata = [:]
        if generator.oneIn(2) { metadata[text()] = metadataValue() }
        return Workout.Event(kind: Int64(generator.next() % 6), date: date, metadata: metadata)
      },
      legs: Set(uuids(Int(generator.next() % 4))).map { uuid in
        let (starts, ends) = times(1)
        var metadata: Metadata = [:]
        if generator.oneIn(2) { metadata[text()] = metadataValue() }
        return Workout.Leg(
          uuid, activity: Int64(bitPattern: generator.next()), start: starts[0], end: ends[0],
          metadata: metadata)
      },
      totalEnergyBurned: generator.oneIn(2) ? nil : total,
      totalDistance: generator.oneIn(2) ? nil : total,
      totalSwimmingStrokeCount: generator.oneIn(2) ? nil : total)
  }

  /// Dots of a few incarnations, with holes, up to the last number there is.
  mutating func dots(_ count: Int) -> DotColumn {
    let incarnations = (0..<3).map { _ in Incarnation(rawValue: generator.next()) }
    var next: [UInt64] = [0, 1 << 40, .max - 1_000_000]
    var column = DotColumn()
    while column.count < count {
      let place = Int(generator.next() % 3)
      let length = min(count - column.count, Int(generator.next() % 6) + 1)
      next[place] += generator.next() % 3
      column.append(
        DotColumn.Span(incarnation: incarnations[place], first: next[place], count: length))
      next[place] += UInt64(length)
    }
    return column
  }

  mutating func positions(_ count: Int) -> CounterColumn {
    var column = CounterColumn()
    var next: Int64 = generator.oneIn(2) ? 1 : .max - 1_000_000
    while column.count < count {
      next += Int64(generator.next() % 3)
      let length = min(count - column.count, Int(generator.next() % 9) + 1)
      column.append(CounterColumn.Span(first: next, count: length))
      next += Int64(length)
    }
    return column
  }
}
