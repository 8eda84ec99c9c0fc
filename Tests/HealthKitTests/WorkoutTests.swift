internal import HealthKit
internal import Testing

@Suite struct WorkoutTests {
  private let start = Date(timeIntervalSinceReferenceDate: 0)

  @Test func `a workout has what it was made with`() {
    let energy = HKQuantity(unit: .kilocalorie(), doubleValue: 480)
    let distance = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 7.1)
    let strokes = HKQuantity(unit: .count(), doubleValue: 12)
    let workout = HKWorkout(
      activityType: .swimming, start: start, end: start + 600, workoutEvents: nil,
      totalEnergyBurned: energy, totalDistance: distance, totalSwimmingStrokeCount: strokes,
      device: .local(),
      metadata: [HKMetadataKeyLapLength: HKQuantity(unit: .meter(), doubleValue: 25)])
    #expect(workout.workoutActivityType == .swimming && workout.duration == 600)
    #expect(workout.totalEnergyBurned == energy && workout.totalDistance == distance)
    #expect(workout.totalSwimmingStrokeCount == strokes && workout.workoutEvents == nil)
    #expect(workout.sampleType === HKObjectType.workoutType())
    #expect(workout.description.hasPrefix("swimming 600.0 s"))
  }

  @Test func `pauses do not count`() {
    let events = [
      HKWorkoutEvent(type: .pause, date: start + 60),
      HKWorkoutEvent(type: .resume, date: start + 120),
      HKWorkoutEvent(type: .lap, date: start + 200),
      HKWorkoutEvent(type: .pause, date: start + 500),
    ]
    let workout = HKWorkout(
      activityType: .running, start: start, end: start + 600, workoutEvents: events,
      totalEnergyBurned: nil, totalDistance: nil, metadata: nil)
    #expect(workout.duration == 600 - 60 - 100)
    #expect(workout.workoutEvents == events)
    #expect(workout.workoutEvents?.map(\.type) == [.pause, .resume, .lap, .pause])
    #expect(workout.workoutEvents?.first?.date == start + 60)
  }

  @Test(arguments: [(0.0, 600.0), (300, 300)])
  func `a duration counts as given, and 0 is all the time`(given: Double, expected: Double) {
    let workout = HKWorkout(
      activityType: .yoga, start: start, end: start + 600, duration: given,
      totalEnergyBurned: nil, totalDistance: nil, metadata: nil)
    #expect(workout.duration == expected)
    #expect(HKWorkout(activityType: .yoga, start: start, end: start + 600).duration == 600)
  }

  @Test func `a total of the wrong unit stops`() async {
    await #expect(processExitsWith: .failure) {
      _ = HKWorkout(
        activityType: .yoga, start: Date(), end: Date(), duration: 0,
        totalEnergyBurned: HKQuantity(unit: .meter(), doubleValue: 1), totalDistance: nil,
        metadata: nil)
    }
  }
}
