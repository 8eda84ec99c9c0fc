internal import TestSupport

/// What a pair costs that has nothing to do: wake-ups, bytes and memory.
enum Idling {
  static func run(_ bench: Bench) async throws {
    let pair = try await NodePair(measuringActivity: true)
    try await pair.fillPhone(bench.arguments.size, .own, seed: bench.arguments.seed)
    try pair.phone.start()
    try pair.watch.start()
    try await pair.settle()
    // Anew, so that memory is what an idle daemon needs and not what the transfer left.
    try pair.watch.stop()
    try pair.phone.stop()
    try pair.phone.start()
    try pair.watch.start()
    try await pair.settle()
    let seconds = max(60, bench.arguments.latencySeconds)
    // What the settling left to do is over by then: a node looks at the activity of the day at the next full minute, and memory is given
    // back, which a node does only once it has had nothing to do for up to 20 seconds.
    try await Task.sleep(for: .seconds(90))
    let sleeps = try pair.phone.sleeps() + pair.watch.sleeps()
    let bytes = try LoopbackTraffic.bytes()
    try await Task.sleep(for: .seconds(seconds))
    let minutes = Double(seconds) / 60
    let (woken, sent) = (
      Double(try pair.phone.sleeps() + pair.watch.sleeps() - sleeps) / minutes,
      Double(try LoopbackTraffic.bytes() - bytes) / minutes
    )
    bench.report.add(Figure("idle-wakeups", .perMinute, ours: woken, goal: .atMost(4)))
    bench.report.add(Figure("idle-bytes", .bytesPerMinute, ours: sent, goal: .atMost(1_024)))
    let (phone, watch) = (try pair.phone.memory().now, try pair.watch.memory().now)
    bench.report.add(Figure("idle-memory", .megabytes, ours: max(phone, watch), goal: .atMost(20)))
    try pair.watch.stop()
    try pair.phone.stop()
  }
}
