/// What was measured minute by minute over some hours of the clock, and what it makes of them: minutes of exercise, and
/// hours in which somebody stood.
package struct MeasuredHours: Sendable {
  /// A minute as exercise: how much of it counts, in minutes.
  package struct Exercise: Hashable, Sendable {
    package let start: Double
    package let value: Double
  }

  /// An hour in which something was measured, and whether somebody stood in it.
  package struct Hour: Hashable, Sendable {
    package let start: Double
    package let end: Double
    package let isStood: Bool
  }

  /// Steps of a minute that are a brisk walk, of 3 times the energy of rest.
  package static let briskSteps = 100.0

  /// What a heart does in a brisk walk: two fifths of the way from rest to the most it can.
  ///
  /// - Parameters:
  ///   - rest: The pulse at rest, in beats a minute; `nil` where it is not known.
  ///   - age: The age in years; `nil` where it is not known. The highest pulse is 208 less 0.7 for each year.
  /// - Returns: The beats a minute from which on a minute is exercise.
  package static func briskPulse(rest: Double?, age: Double?) -> Double {
    let rest = rest ?? 65
    return rest + 0.4 * max(0, 208 - 0.7 * min(max(age ?? 40, 0), 120) - rest)
  }

  private static let minute = 60.0
  /// What took longer says nothing of its minutes.
  private static let longest = 3_600.0

  private let edges: [Double]
  private let briskPulse: Double
  private var pulses: [(sum: Double, count: Double)]
  /// What each source counted.
  private var steps: [String: [Double]] = [:]
  private var spans: [(start: Double, end: Double)] = []
  private var measured: [Bool]
  /// The minutes that somebody told of as exercise already.
  private var told: [Bool]

  /// Some hours of which nothing is known.
  ///
  /// - Parameters:
  ///   - edges: Where they begin and the last one ends, ascending and whole minutes apart; two or more.
  ///   - briskPulse: The beats from which on a minute is exercise.
  package init(edges: [Double], briskPulse: Double) {
    self.edges = edges
    self.briskPulse = briskPulse
    let count = Int((edges[edges.count - 1] - edges[0]) / Self.minute)
    pulses = Array(repeating: (0, 0), count: count)
    measured = Array(repeating: false, count: count)
    told = measured
  }

  /// All of a run of heart rates, steps, pushes or workouts, or of exercise that is left to whoever told it.
  ///
  /// - Parameters:
  ///   - run: What was measured.
  ///   - wheelchair: Steps do not count while somebody moves in one, and pushes only then.
  package mutating func add(_ run: SampleRun, by wheelchair: WheelchairHistory) {
    let unit: Unit? =
      switch run.type {
      case .heartRate: Unit.remembered("count/min")
      case .appleExerciseTime: .minute
      default: .count
      }
    switch run.payload {
    case .quantity(let values, let units):
      let conversions = units.values.map { from in
        unit.flatMap { UnitConversion.remembered(from: from, to: $0) }
      }
      for (row, value) in values.enumerated() {
        guard let value = conversions[units.index(at: row)]?(value) else { continue }
        let (start, end) = (run.starts[row], run.ends[row])
        if run.type == .heartRate {
          add(pulse: value, from: start, to: end)
        } else if run.type == .appleExerciseTime {
          for (minute, part) in parts(from: start, to: end) where part > 0 { told[minute] = true }
        } else if (wheelchair.value(at: end) == WheelchairHistory.yes) == (run.type == .pushCount) {
          add(steps: value, of: run.sources[row].source.bundleIdentifier, from: start, to: end)
        }
      }
    case .objects(let bodies):
      for (row, body) in bodies.enumerated() {
        guard case .workout(let workout) = body else { continue }
        let (start, end) = (run.starts[row], run.ends[row])
        spans += Workout.activeSpans(from: start, to: end, workout.events)
      }
    case .category: break
    }
  }

  /// A heart rate, in beats a minute.
  mutating func add(pulse: Double, from start: Double, to end: Double) {
    guard end - start <= Self.longest else { return }
    for (minute, _) in parts(from: start, to: end) {
      pulses[minute].sum += pulse
      pulses[minute].count += 1
      measured[minute] = true
    }
  }

  /// Steps, or pushes of a wheelchair, which are spread over the time in which they were counted.
  mutating func add(
    steps count: Double, of source: String, from start: Double, to end: Double
  ) {
    guard count > 0, end - start <= Self.longest else { return }
    for (minute, part) in parts(from: start, to: end) {
      steps[source, default: Array(repeating: 0, count: measured.count)][minute] += count * part
      measured[minute] = true
    }
  }

  /// The minutes over which a time is spread, and the part of it in each; an instant lies in one.
  private func parts(from start: Double, to end: Double) -> [(minute: Int, part: Double)] {
    let from = max(start, edges[0])
    let to = min(end, edges[edges.count - 1])
    guard from <= to, from < edges[edges.count - 1] else { return [] }
    let first = Int((from - edges[0]) / Self.minute)
    guard end > start else { return [(first, 1)] }
    let last = min(Int(((to - edges[0]) / Self.minute).rounded(.up)), measured.count)
    return (first..<max(first, last)).map { minute in
      let begin = edges[0] + Double(minute) * Self.minute
      return (minute, (min(to, begin + Self.minute) - max(from, begin)) / (end - start))
    }
  }

  /// The minutes of exercise that are over, and that nobody told of.
  ///
  /// - Parameter now: What is not over by then may still become more.
  /// - Returns: Those of a brisk walk or a pulse like it in whole, others by how much of them a workout was active.
  package func exercise(before now: Double) -> [Exercise] {
    let starts = (0...measured.count).map { edges[0] + Double($0) * Self.minute }
    let active = ActivitySummary.exerciseMinutes(of: spans, edges: starts)
    return measured.indices.compactMap { minute in
      guard starts[minute + 1] <= now, !told[minute] else { return nil }
      let (sum, count) = pulses[minute]
      let isBrisk =
        count > 0 && sum / count >= briskPulse
        || steps.values.contains { $0[minute] >= Self.briskSteps }
      let value = isBrisk ? 1 : active[minute]
      return value > 0 ? Exercise(start: starts[minute], value: value) : nil
    }
  }

  /// The hours in which something was measured: a stood hour as soon as it is one, an idle hour when it is over.
  package func hours(before now: Double) -> [Hour] {
    zip(edges, edges.dropFirst()).compactMap { start, end in
      let minutes = Int((start - edges[0]) / Self.minute)..<Int((end - edges[0]) / Self.minute)
      guard start < now, measured[minutes].contains(true) else { return nil }
      let isStood = steps.values.contains {
        $0[minutes].reduce(0, +) >= ActivitySummary.stepsOfAnHour
      }
      return isStood || end <= now ? Hour(start: start, end: end, isStood: isStood) : nil
    }
  }
}
