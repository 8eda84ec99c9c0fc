internal import HealthModel
internal import StoreAccess
internal import TestSupport
internal import Testing

@testable internal import HealthExchange

// @testable: what is read of a file is looked at before it is saved.

// Files that were cut, and how far what they tell reaches.
extension RecordingTests {
  /// What is stored of workouts, and nothing that differs from import to import.
  private func stored(_ export: AppleExport) async throws -> [Sample] {
    let types: [ObjectType] = [
      .workout, .heartRate, .distanceWalkingRunning, .distanceCycling, .workoutRoute,
      ObjectType("HKQuantityTypeIdentifierCyclingPower"),
    ]
    var all: [Sample] = []
    for type in types { all += try await export.samples(type) }
    for index in all.indices { all[index].uuid = SampleUUID(high: 0, low: 0) }
    return all
  }

  @Test(arguments: ["a.fit", "a.tcx"])
  func `a file that was cut gives way to the whole one, and never comes after it`(
    name: String
  ) async throws {
    let whole = name == "a.fit" ? Self.fit() : Array(Self.tcx.utf8)
    let one = try await AppleExport()
    _ = try await take([(name, whole)], into: one)
    let wanted = try await stored(one)
    for length in stride(from: 40, to: whole.count, by: whole.count / 23) {
      let export = try await AppleExport()
      let first = try await take([(name, Array(whole.prefix(length)))], into: export)
      #expect(first.ending != nil)
      // What was cut later, the whole, and what was cut once more.
      for length in [(length + whole.count) / 2, whole.count, length] {
        _ = try await take([(name, Array(whole.prefix(length)))], into: export)
      }
      #expect(try await stored(export) == wanted, "cut at \(length)")
      let members = try await members(.heartRate, in: export).count
      #expect(try await export.samples(.heartRate).count == members)
    }
  }

  @Test func `a workout is as long as its file says, by its parts as well`() throws {
    var workout = RecordedWorkout()
    workout.activity = .swimming
    workout.start = Self.start
    workout.end = Self.start + 600
    workout.activeSeconds = 480
    // The first length ended before anything was recorded, and two ended in one second.
    workout.moments = [(30, 25), (60, 50), (60, 75), (90, 100), (150, 150)].map { time, meters in
      var moment = RecordedWorkout.Moment(time: Self.start + time)
      moment.distance = meters
      return moment
    }
    var generator = SeededGenerator(seed: 1)
    var sequence = UUIDSequence(using: &generator)
    func meters(_ workout: RecordedWorkout) throws -> [Double] {
      let objects = try #require(workout.objects { sequence.take(for: $0) })
      guard case .object(.workout(let body)) = objects.workout.value else { return [] }
      #expect(body.duration == 480)
      let run = try #require(objects.others.first)
      #expect(run.type == workout.activity.distanceType)
      return (0..<run.count).map { row in
        guard case .quantity(let quantity) = run[row].value else { return 0 }
        return quantity.value
      }
    }
    #expect(try meters(workout) == [25, 25, 50, 50])
    // The lane is longer than was believed, or the end came after the last record.
    workout.distance = 165
    #expect(abs(try meters(workout).reduce(0, +) - 165) < 1e-9)
    workout.distance = 300
    #expect(try meters(workout) == [25, 25, 50, 50, 150])
    // A part of something longer begins where the part before ended.
    workout.distance = 125
    #expect(abs(try meters(workout).reduce(0, +) - 125) < 1e-9)
    workout.moments = []
    #expect(try meters(workout) == [125])
    for activity in [WorkoutActivityType.rowing, .paddleSports, .skatingSports, .snowboarding] {
      workout.activity = activity
      #expect(workout.activity.distanceType != .distanceWalkingRunning)
      #expect(try meters(workout) == [125])
    }
  }
}
