internal import NodeLog
internal import RPCHTTP2
internal import Synchronization
internal import SystemCore

/// Runs a node as a service: it listens to signals, tells whoever manages services, and ends the node
/// in order.
///
/// | Request | while it serves | while it ends |
/// |---|---|---|
/// | stop | no new calls; those in progress may go on for a while | all is cut |
/// | reload | settings that can change do | – |
struct Supervisor: Sendable {
  private enum Event {
    case nodeEnded
    case timeIsUp
    case metricsEnded
    case watchdogEnded
  }

  let node: Node
  let log: Log
  let manager: ServiceManager?
  /// Tells it that the node still turns, where it wants to hear that.
  let watchdog: Watchdog?
  /// The settings that hold; the first were those of the start.
  let settings: CurrentSettings
  /// Where metrics are written, and where writing may wait.
  let metrics: MetricsFile?
  let housekeeping: EventLoop

  /// Runs the node until it has ended.
  ///
  /// - Parameter requests: what signals ask for.
  /// - Throws: when the node cannot go on.
  func run(_ requests: AsyncStream<ServiceSignals.Request>) async throws {
    try await withThrowingTaskGroup(of: Event.self) { group in
      group.addTask {
        try await node.run()
        return .nodeEnded
      }
      group.addTask {
        await follow(requests)
        return .timeIsUp
      }
      if let metrics {
        group.addTask(executorPreference: housekeeping) {
          await metrics.run { await node.metrics.text }
          return .metricsEnded
        }
      }
      if let watchdog {
        group.addTask {
          await watchdog.run()
          return .watchdogEnded
        }
      }
      while let event = try await group.next(),
        event == .metricsEnded || event == .watchdogEnded
      {}
      group.cancelAll()
      while try await group.next() != nil {}
    }
  }

  /// Returns when what is still in progress is to be cut.
  private func follow(_ requests: AsyncStream<ServiceSignals.Request>) async {
    for await request in requests {
      switch request {
      case .reload: reload()
      case .stop: return await stop(requests)
      }
    }
  }

  private func stop(_ requests: AsyncStream<ServiceSignals.Request>) async {
    let drain = settings.value.timeouts.drain
    log.write(
      .info, "node.stopping", .number("calls", node.openCalls),
      .text("drain", DurationText.text(drain)))
    tell(.stopping)
    node.beginShutdown()
    let wasAsked = await withTaskGroup(of: Bool?.self) { group in
      group.addTask { (try? await Pause.sleep(for: drain)).map { false } }
      group.addTask {
        for await request in requests where request == .stop { return true }
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    // Without an answer the node was faster, and this task is cancelled.
    guard let wasAsked else { return }
    let reason = wasAsked ? "asked again" : "the time to end calls is over"
    log.write(.warning, "node.cut", .number("calls", node.openCalls), .text("reason", reason))
  }

  private func reload() {
    tell(.reloading)
    settings.reload(log)
    tell(.ready)
  }

  /// Tells the service manager, if there is one.
  func tell(_ notice: ServiceManager.Notice) {
    do {
      try manager?.tell(notice)
    } catch {
      log.write(.warning, "service.untold", .text("reason", "\(error)"))
    }
  }
}
