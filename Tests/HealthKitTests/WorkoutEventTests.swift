internal import HealthKit
internal import HealthModel
internal import Testing

@Suite struct WorkoutEventTests {
  private let start = Date(timeIntervalSinceReferenceDate: 0)

  @Test func `a lap lasts, and says so after an archive`() throws {
    let interval = DateInterval(start: start + 10, duration: 90.25)
    let lap = HKWorkoutEvent(
      type: .lap, dateInterval: interval,
      metadata: [HKMetadataKeySwimmingStrokeStyle: HKSwimmingStrokeStyle.backstroke.rawValue])
    #expect(lap.dateInterval == interval && lap.date == start + 10)
    #expect(lap.metadata?.keys.sorted() == [HKMetadataKeySwimmingStrokeStyle])
    #expect(lap.description.hasPrefix("lap ") && lap.description.hasSuffix(" 90.25 s"))
    let data = try NSKeyedArchiver.archivedData(withRootObject: lap, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKWorkoutEvent.self, from: data)
    #expect(back == lap && back?.dateInterval == interval)
    let bare = HKWorkoutEvent(type: .segment, dateInterval: interval, metadata: nil)
    #expect(bare.metadata == nil && bare != lap)
    let moment = DateInterval(start: start, duration: 0)
    #expect(HKWorkoutEvent(type: .pause, date: start).dateInterval == moment)
    #expect(
      HKWorkoutEvent(type: .pause, dateInterval: moment, metadata: nil)
        == HKWorkoutEvent(type: .pause, date: start))
  }

  // What a file of Apple's export says of a lap: imports keep it under this name.
  @Test func `what an import kept of a lap is its interval`() throws {
    let imported = HKWorkoutEvent(
      type: .lap, date: start,
      metadata: ["dyad.duration": HKQuantity(unit: .minute(), doubleValue: 1.5)])
    #expect(imported.dateInterval == DateInterval(start: start, duration: 90))
    #expect(imported.metadata == nil)
    let strange = HKWorkoutEvent(
      type: .lap, date: start,
      metadata: ["dyad.duration": HKQuantity(unit: .meter(), doubleValue: 1.5)])
    #expect(strange.dateInterval.duration == 0 && strange.metadata?.count == 1)
  }

  @Test func `a pause does not last`() async throws {
    let interval = DateInterval(start: start, duration: 1)
    #expect {
      _ = try HKWorkoutEvent.checked(type: .pause, dateInterval: interval)
    } throws: { ($0 as? HKError)?.code == .errorInvalidArgument }
    #expect(try HKWorkoutEvent.checked(type: .lap, dateInterval: interval).type == .lap)
    await #expect(processExitsWith: .failure) {
      _ = HKWorkoutEvent(
        type: .marker, dateInterval: DateInterval(start: Date(), duration: 1), metadata: nil)
    }
  }

  @Test func `a configuration says what it was told, and its copy stays apart`() throws {
    let configuration = HKWorkoutConfiguration()
    #expect(configuration.activityType == .other && configuration.locationType == .unknown)
    #expect(configuration.swimmingLocationType == .unknown && configuration.lapLength == nil)
    configuration.activityType = .swimming
    configuration.locationType = .indoor
    configuration.swimmingLocationType = .pool
    configuration.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
    let copy = try #require(configuration.copy() as? HKWorkoutConfiguration)
    #expect(copy == configuration && copy.hash == configuration.hash)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: configuration, requiringSecureCoding: true)
    #expect(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: HKWorkoutConfiguration.self, from: data)
        == configuration)
    configuration.locationType = .outdoor
    #expect(copy != configuration && copy.locationType == .indoor)
  }
}
