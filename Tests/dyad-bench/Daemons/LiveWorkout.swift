internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import RPCCore
internal import SystemCore
internal import TestSupport

/// A workout on the watch that is looked at on the phone: five sensors measure once a second each.
enum LiveWorkout {
  private static let sensors: [(type: ObjectType, unit: Unit)] = [
    (.heartRate, (try? Unit.count.divided(by: .minute)) ?? .count),
    (.activeEnergyBurned, .kilocalorie), (.basalEnergyBurned, .kilocalorie),
    (.distanceWalkingRunning, .meter()), (.stepCount, .count),
  ]

  static func run(_ bench: Bench) async throws {
    let pair = try await NodePair(measuringActivity: true)
    defer {
      // What was measured is measured.
      try? pair.watch.stop()
      try? pair.phone.stop()
    }
    let arrivals = Arrivals()
    let phone = pair.phone.owner
    let follower = Task { try await LiveSync.follow(phone, sensors.map(\.type), arrivals) }
    defer { follower.cancel() }
    try await pair.watch.owner.call { client in
      var begin = ChangeWorkoutRequest()
      begin.plan = try WorkoutPlan(.running, .outdoor).encoded()
      begin.kind = UInt32(WorkoutSession.Moment.Kind.started.rawValue)
      _ = try await client.call(StoreMethods.changeWorkout, begin)
      var generator = bench.generator(12)
      var uuids = UUIDSequence(using: &generator)
      // The first ones find everything cold.
      for _ in 0..<5 { _ = try await second(&uuids, client, arrivals) }
      let seconds = max(30, bench.arguments.latencySeconds)
      let before = (
        phone: try pair.phone.processorTime(), watch: try pair.watch.processorTime(),
        bytes: try await bytes(pair)
      )
      var latencies: [Double] = []
      let clock = ContinuousClock()
      let start = clock.now
      for number in 0..<seconds {
        try await clock.sleep(until: start.advanced(by: .seconds(number)))
        latencies += try await second(&uuids, client, arrivals)
      }
      let minutes = Double(seconds) / 60
      bench.report.add(
        Figure("activity-live", .microseconds, ours: Measure.median(latencies) * 1e6))
      bench.report.add(
        Figure(
          "activity-live-p99", .microseconds, ours: Measure.quantile(0.99, of: latencies) * 1e6))
      for (name, milliseconds) in [
        ("watch", try pair.watch.processorTime() - before.watch),
        ("phone", try pair.phone.processorTime() - before.phone),
      ] {
        bench.report.add(
          Figure("activity-live-cpu-\(name)", .millisecondsPerMinute, ours: milliseconds / minutes))
      }
      let sent = Double(try await bytes(pair) - before.bytes)
      bench.report.add(
        Figure("activity-live-bytes", .bytesPerSample, ours: sent / Double(latencies.count)))
    }
  }

  /// What each sensor measured in a second, each saved by itself, and how long it took to the phone.
  private static func second(
    _ uuids: inout UUIDSequence, _ client: Client, _ arrivals: Arrivals
  ) async throws -> [Double] {
    var latencies: [Double] = []
    for (type, unit) in sensors {
      let (uuid, now) = (uuids.take(for: type), WallClock.system.now)
      let sample = Sample(
        uuid: uuid, type: type, start: now - 1, end: now, value: .quantity(Quantity(2, unit)),
        source: HeartRates.source)
      var request = SaveRequest()
      request.runs = try SampleRun.messages(of: [SampleRun(sample)])
      let arrival = arrivals.expect(uuid)
      let begin = ContinuousClock.now
      _ = try await client.call(StoreMethods.save, request)
      latencies.append(Measure.seconds(begin.duration(to: await arrival.instant())))
    }
    return latencies
  }

  /// What the two said to each other so far, without what carries it.
  private static func bytes(_ pair: NodePair) async throws -> UInt64 {
    let status = try await pair.phoneStatus()
    return status.bytesSent + status.bytesReceived
  }
}
