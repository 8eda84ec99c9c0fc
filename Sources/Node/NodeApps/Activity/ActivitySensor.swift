package import CalendarEdges
internal import CommandLineCore
package import HealthModel
internal import HealthStorage
package import LocalStore
package import NodeLog
internal import SystemCore
internal import TextFormats

/// Works out on a watch, from the samples that it has, the minutes of exercise and the hours in which somebody stood, and
/// saves them as a sensor of the node's own.
///
/// It keeps nothing beside the samples it saves: at its start it looks at the last days once more, and a minute or hour
/// has one UUID for ever, so that nothing is saved twice and nothing comes back that was deleted.
package struct ActivitySensor: Sendable {
  /// Who saves what it works out.
  private static let source = SourceRevision(
    source: Source(bundleIdentifier: SourceRank.sensorPrefix + "activity", name: "activity"))

  /// What is measured longer ago makes neither exercise nor hours any more.
  private static let reach = 7 * Instant.secondsPerDay
  /// For how long a heart rate at rest holds.
  private static let restsFor = 90 * Instant.secondsPerDay
  private static let minute = 60.0
  private static let pauseAfterFault = Duration.seconds(60)
  private static let rest = ObjectType("HKQuantityTypeIdentifierRestingHeartRate")
  private static let measured: [ObjectType] = [.heartRate, .stepCount, .pushCount, .workout]

  /// Which UUIDs are of what.
  private enum Kind: UInt64 {
    case exercise = 1
    case stood
    case idle
  }

  private let store: LocalStore
  private let base: UInt64
  private let log: Log
  private let zone: @Sendable () -> TimeZoneRules

  /// A sensor that has not begun.
  ///
  /// - Parameters:
  ///   - store: The watch's.
  ///   - device: The watch.
  ///   - log: Is told what fails.
  ///   - zone: The time zone of the watch, asked again at each look, because people travel.
  package init(
    _ store: LocalStore, on device: DeviceID, log: Log,
    in zone: @escaping @Sendable () -> TimeZoneRules = {
      (try? TimeZoneRules.machine(variable: CurrentProcess.environment("TZ"))) ?? .utc
    }
  ) {
    self.store = store
    self.zone = zone
    base = device.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    self.log = log
  }

  /// Goes on until it is cancelled: after each minute in which something was measured it looks at what came.
  package func run() async {
    // Listening begins before the first look, so that nothing falls in between.
    var news = store.wakeups(for: Set(Self.measured)).makeAsyncIterator()
    var anchor = store.state.anchor
    var from = -Double.infinity
    repeat {
      do {
        // A sample a second costs one look a minute.
        try await store.clock.sleep(for: .seconds(untilNextMinute))
        let (first, next) = try await firstChange(since: anchor)
        from = try await look(from: min(from, first))
        anchor = next
      } catch is CancellationError {
        return
      } catch {
        log.writeOften(.error, "activity.not-worked-out", .text("reason", "\(error)"))
        // All of the last days is looked at again.
        from = -.infinity
        anchor = store.state.anchor
        // The disk may need a while. A cancelled sleep ends early, and the loop with it.
        try? await store.clock.sleep(for: Self.pauseAfterFault)
        continue
      }
      if await news.next() == nil { return }
    } while !Task.isCancelled
  }

  private var untilNextMinute: Double {
    let now = store.clock.now
    return (now / Self.minute).rounded(.down) * Self.minute + Self.minute - now
  }

  /// When the earliest of what came since an anchor began, as far as that still matters, and the anchor after it.
  private func firstChange(since anchor: Anchor) async throws -> (first: Double, next: Anchor) {
    var first = Double.infinity
    let since = store.clock.now - Self.reach
    var query = ChangeQuery(Self.measured, where: .end(.greater, since), since: anchor)
    do {
      while true {
        let page = try await store.changes(query)
        for run in page.added { first = min(first, run.starts.min() ?? first) }
        query.anchor = page.anchor
        if !page.hasMore { return (first, page.anchor) }
      }
    } catch let error as StorageError where error.code == .startOver {
      return (-.infinity, store.state.anchor)
    }
  }

  /// Looks at what was measured since an instant, and saves what it comes to.
  ///
  /// - Parameter first: An instant; the hour in which it lies counts as well, but nothing out of reach.
  /// - Returns: From where to look the next time, because it is not over yet.
  /// - Throws: That the store cannot be read or written.
  func look(from first: Double) async throws -> Double {
    let now = store.clock.now
    let edges = Self.hours(
      from: max(first, now - Self.reach, store.earliestPermittedSampleDate), to: now, in: zone())
    let current = edges[edges.count - 2]
    guard first < now else { return current }
    var hours = MeasuredHours(edges: edges, briskPulse: try await briskPulse(at: now))
    try await read(into: &hours, .window(from: edges[0], to: now))
    try await save(hours, over: edges, at: now)
    return current
  }

  /// The hours of the clocks of a zone.
  private static func hours(from start: Double, to end: Double, in zone: TimeZoneRules) -> [Double]
  {
    var edges = [zone.start(of: .hour, at: min(start, end))]
    while let last = edges.last, last <= end {
      // Where clocks are set by less than an hour, one is shorter.
      let next = zone.start(of: .hour, at: last + 3_600)
      edges.append(next > last ? next : last + 3_600)
    }
    return edges
  }

  private func read(into hours: inout MeasuredHours, _ window: Predicate) async throws {
    var wheelchair = WheelchairHistory()
    if case .wheelchairUse(let known) = try await store.characteristic(.wheelchairUse) {
      wheelchair = known
    }
    for type in Self.measured + [.appleExerciseTime] {
      for try await run in try await store.samples(SampleQuery(type, where: window)) {
        hours.add(run, by: wheelchair)
      }
    }
  }

  private func briskPulse(at now: Double) async throws -> Double {
    var age: Double?
    if case .dateOfBirth(let day?) = try await store.characteristic(.dateOfBirth), day.era == 1 {
      age = Double(TimeZoneRules.utc.localTime(at: now).date.year - day.year)
    }
    let query = StatisticsQuery(Self.rest, .mostRecent, edges: [now - Self.restsFor, now])
    let rest = try await store.statistics(query).last?.values.mostRecent?.value
    return MeasuredHours.briskPulse(rest: rest, age: age)
  }

  /// Saves what is not there yet.
  private func save(_ hours: MeasuredHours, over edges: [Double], at now: Double) async throws {
    let window = Predicate.window(from: edges[0], to: edges[edges.count - 1])
    var new: [Sample] = []
    for minute in hours.exercise(before: now) {
      new.append(
        sample(
          .exercise, .quantity(Quantity(minute.value, .minute)), from: minute.start,
          to: minute.start + Self.minute))
    }
    var stood: [Double: Bool] = [:]
    var stored = Set<SampleUUID>()
    for try await run in try await store.samples(SampleQuery(.appleStandHour, where: window)) {
      guard case .category(let values) = run.payload else { continue }
      stored.formUnion(run.uuids)
      for (start, value) in zip(run.starts, values) {
        stood[start] = stood[start] == true || value == Int64(AppleStandHourValue.stood.rawValue)
      }
    }
    var outdated: [SampleUUID] = []
    for hour in hours.hours(before: now) where stood[hour.start] != true {
      if hour.isStood {
        // What was measured came late, and was taken for nothing.
        let idle = uuid(.idle, at: hour.start)
        if stored.contains(idle) { outdated.append(idle) }
        let value = Int64(AppleStandHourValue.stood.rawValue)
        new.append(sample(.stood, .category(value), from: hour.start, to: hour.end))
      } else if stood[hour.start] == nil {
        let value = Int64(AppleStandHourValue.idle.rawValue)
        new.append(sample(.idle, .category(value), from: hour.start, to: hour.end))
      }
    }
    try await commit(new, without: outdated)
  }

  private func commit(_ new: [Sample], without outdated: [SampleUUID]) async throws {
    guard !new.isEmpty else { return }
    var runs: [ObjectType: SampleRun] = [:]
    for sample in new { runs[sample.type, default: SampleRun(emptyFor: sample)].append(sample) }
    let deletion =
      outdated.isEmpty ? [] : [Change.delete(Change.Deletion(.uuids(outdated), isKept: false))]
    do {
      try await store.commitTogether(deletion + [.save(Change.Save(Array(runs.values)))])
    } catch let error as ModelError where error.code == .invalidArgument {
      // The store refuses a UUID that was deleted: that sample stays deleted, and the others come one by one.
      for change in deletion + new.map({ .save(Change.Save([SampleRun($0)])) }) {
        do {
          try await store.commit(change)
        } catch let error as ModelError where error.code == .invalidArgument {
          continue
        }
      }
    }
  }

  private func sample(
    _ kind: Kind, _ value: Sample.Value, from start: Double, to end: Double
  ) -> Sample {
    Sample(
      uuid: uuid(kind, at: start), type: kind == .exercise ? .appleExerciseTime : .appleStandHour,
      start: start, end: end, value: value, source: Self.source)
  }

  private func uuid(_ kind: Kind, at start: Double) -> SampleUUID {
    let minute = UInt64(bitPattern: Int64(start / Self.minute))
    return SampleUUID(base: base, counter: kind.rawValue << 42 | minute & (1 << 42 - 1))
  }
}
