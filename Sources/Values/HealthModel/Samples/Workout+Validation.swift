extension Workout {
  /// As many events as one workout may have: one every twenty seconds for a day.
  package static let mostEvents = 4_096

  /// As many activities as one workout may have.
  package static let mostLegs = 256

  /// What the metadata of all its events and legs may take.
  package static let mostEventBytes = 64 * 1_024

  /// Checks a workout of the given dates: its events lie inside in order, it is resumed after it was paused
  /// and paused while it runs, its legs lie inside one after the other, its totals have the units they need and
  /// are not negative.
  package func check(in dates: ClosedRange<Double>) throws(ModelError) {
    guard duration.isFinite, duration >= 0 else {
      throw refusal("its duration is no length of time")
    }
    guard events.count <= Self.mostEvents else {
      throw refusal("it has more than \(Self.mostEvents) events")
    }
    var last = dates.lowerBound
    var isPaused = false
    var entries = 0
    var bytes = 0
    for event in events {
      guard dates.contains(event.date), event.date >= last else {
        throw refusal("its events do not ascend between its start and its end")
      }
      last = event.date
      if event.isPause || event.isResume {
        guard isPaused == event.isResume else {
          throw refusal(
            isPaused
              ? "an event pauses it while it is paused" : "an event resumes it while it runs")
        }
        isPaused.toggle()
      }
      for (key, value) in event.metadata {
        try MetadataKey.check(key, value)
        entries += 1
        bytes += key.utf8.count + value.byteCount
      }
    }
    try checkLegs(in: dates)
    for (key, value) in legs.flatMap(\.metadata) {
      try MetadataKey.check(key, value)
      entries += 1
      bytes += key.utf8.count + value.byteCount
    }
    guard entries <= Self.mostEvents, bytes <= Self.mostEventBytes else {
      throw refusal("its events and legs have more metadata than \(Self.mostEventBytes) bytes")
    }
    let totals: [(Quantity?, Unit, String)] = [
      (totalEnergyBurned, .kilocalorie, "energy"), (totalDistance, .meter(), "distance"),
      (totalSwimmingStrokeCount, .count, "stroke count"),
    ]
    for case (let total?, let unit, let name) in totals {
      guard total.isCompatible(with: unit), total.value.isFinite else {
        throw refusal("its total \(name) needs a unit compatible with \(unit.unitString)")
      }
      guard total.value >= 0 else { throw refusal("its total \(name) is negative") }
    }
  }

  private func checkLegs(in dates: ClosedRange<Double>) throws(ModelError) {
    guard legs.count <= Self.mostLegs else {
      throw refusal("it has more than \(Self.mostLegs) activities")
    }
    guard Set(legs.map(\.uuid)).count == legs.count else {
      throw refusal("two of its activities have one UUID")
    }
    var last = dates.lowerBound
    for leg in legs {
      guard leg.start >= last, leg.start <= leg.end, leg.end <= dates.upperBound else {
        throw refusal("its activities do not follow each other between its start and its end")
      }
      last = leg.end
    }
  }

  private func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "save the workout", detail)
  }
}
