internal import HealthModel

/// What one side still has to tell in a reconciliation: its claim, all its tombstones, then a list.
struct Telling: Sendable {
  /// The last thing to tell.
  enum Ending: Sendable {
    case spans([SpanRoot])
    case lists([DayList], of: [Int64]?)
    case missing([DayList])
  }

  /// Told in the first part only, its vector whole until then (R25).
  var claim: ReconcilePart.Claim?
  /// The position of the tombstones told last; `nil` when all are.
  var tombstones: Int64?
  var ending: Ending
}

/// What came of the peer's reconciliation so far.
struct Heard: Sendable {
  var claim: ReconcilePart.Claim?
  var vector = VersionVector()
  var lists: [Int64: VersionVector] = [:]
  /// Where the own log ended when the first roots were compared, if any were.
  var comparedFrom: Int64?
  /// How many intervals the lists have.
  var intervals = 0

  /// As many intervals as are kept until the last part: about 40 MB.
  static let mostIntervals = 1 << 20

  /// All dots of the lists.
  var dots: VersionVector {
    var dots = VersionVector()
    for list in lists.values { dots.formUnion(list) }
    return dots
  }

  /// Keeps a part of the lists.
  ///
  /// - Parameter days: The lists of the part.
  /// - Returns: `false` where that is more than is kept.
  mutating func add(_ days: [DayList]) -> Bool {
    for day in days {
      intervals += 1 + day.live.intervalCount
      lists[day.day, default: VersionVector()].formUnion(day.live)
    }
    return intervals <= Self.mostIntervals
  }
}

/// What the phone's answer to spans says so far.
struct DaysHeard: Sendable {
  private var spans: [ClosedRange<Int64>] = []
  private var roots: [Int64: DayRoot] = [:]

  /// Keeps a part of the answer.
  ///
  /// - Returns: `false` where that is more than is kept.
  mutating func add(_ spans: [ClosedRange<Int64>], _ roots: [Int64: DayRoot]) -> Bool {
    self.spans += spans
    self.roots.merge(roots) { $1 }
    return self.spans.count + self.roots.count <= Heard.mostIntervals
  }

  /// The days on which the roots are not the same as `own`.
  func differing(from own: [Int64: DayRoot]) -> [Int64] {
    Set(own.keys).union(roots.keys).filter { day in
      own[day] != roots[day] && spans.contains { $0.contains(day) }
    }.sorted()
  }
}

extension Exchange where Store: ~Copyable {
  /// The vector of a claim that is decided now and told once there is credit.
  ///
  /// Until then acknowledgements overtake it, and refer to what was told before (R25).
  mutating func decide(_ vector: VersionVector) -> VectorNews {
    rules.has(.claimToldEarly) ? tell(vector) : .whole(vector)
  }

  /// Sends parts of what there is to tell, as far as credit goes.
  ///
  /// - Parameters:
  ///   - telling: `nil` when all is told.
  ///   - store: Where the tombstones come from.
  /// - Throws: The store's errors.
  mutating func sendParts(_ telling: inout Telling?, _ store: inout Store) throws {
    while var current = telling, hasCredit {
      var part = ReconcilePart(claim: current.claim, isLast: false)
      if case .whole(let vector)? = current.claim?.vector { part.claim?.vector = tell(vector) }
      current.claim = nil
      if let position = current.tombstones {
        let (runs, through) = try store.deletions(after: position, atMost: node.partEntries)
        part.deletions = rules.has(.reconcileWithoutTombs) ? [] : runs
        let isAll = through.position >= store.head.position || through.position <= position
        current.tombstones = isAll ? nil : through.position
      }
      telling = current
      if current.tombstones == nil {
        finish(&part, &current)
        telling = part.isLast ? nil : current
      }
      send(.reconcile(part))
    }
  }

  /// Puts as much of the last thing to tell into a part as one takes.
  private func finish(_ part: inout ReconcilePart, _ telling: inout Telling) {
    switch telling.ending {
    case .spans(let spans):
      part.content = .spans(spans)
      part.isLast = true
    case .lists(var days, let wanted):
      let first = days.takePrefix(intervals: node.listEntries)
      part.content = .lists(first, of: wanted == nil ? nil : first.map(\.day))
      part.isLast = days.isEmpty
      telling.ending = .lists(days, of: wanted)
    case .missing(var days):
      part.content = .missing(days.takePrefix(intervals: node.listEntries))
      part.isLast = days.isEmpty
      telling.ending = .missing(days)
    }
  }
}

extension [DayList] {
  /// Takes the first days off, or a part of the first.
  fileprivate mutating func takePrefix(intervals most: Int) -> [DayList] {
    var taken: [DayList] = []
    var room = most
    var index = 0
    while index < count, room > 0 {
      let size = self[index].live.intervalCount
      if size <= room || taken.isEmpty && size <= 2 * most {
        taken.append(self[index])
        room -= size
        index += 1
      } else if taken.isEmpty {
        let first = self[index].live.prefix(dots: .max, intervals: most)
        taken.append(DayList(day: self[index].day, live: first))
        self[index].live.subtract(first)
        break
      } else {
        break
      }
    }
    removeFirst(index)
    return taken
  }
}

extension [SpanRoot] {
  /// Spans over all days there are, at most so many, with about as many of these days in each.
  static func spans(of roots: [Int64: DayRoot], atMost most: Int) -> Self {
    let days = roots.keys.sorted()
    let size = Swift.max(1, (days.count + most - 1) / Swift.max(1, most))
    var spans: Self = []
    var first = DayList.permittedDays.lowerBound
    for start in stride(from: 0, to: days.count, by: size) {
      let end = start + size
      let last = end < days.count ? days[end] - 1 : DayList.permittedDays.upperBound
      var root = DayRoot()
      for day in days[start..<Swift.min(end, days.count)] { root.add(roots[day] ?? DayRoot()) }
      spans.append(SpanRoot(days: first...last, root: root))
      first = last + 1
    }
    return spans.isEmpty ? [SpanRoot(days: DayList.permittedDays, root: DayRoot())] : spans
  }
}
