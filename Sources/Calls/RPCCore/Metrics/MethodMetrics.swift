private import Synchronization

/// What a method has done since the start.
package final class MethodMetrics: Sendable {
  private final class Counter: Sendable {
    let value = Atomic<Int>(0)
  }

  private let started = Atomic<Int>(0)
  private let ended: [Counter] = StatusCode.allCases.map { _ in Counter() }
  private let messagesReceived = Atomic<Int>(0)
  private let bytesReceived = Atomic<Int>(0)
  private let messagesSent = Atomic<Int>(0)
  private let bytesSent = Atomic<Int>(0)
  private let latency = LatencyHistogram()

  package init() {}

  /// A call has begun.
  package func begin() {
    started.add(1, ordering: .relaxed)
  }

  /// A call has ended.
  package func end(_ code: StatusCode, after duration: Duration, _ traffic: CallTraffic) {
    ended[code.rawValue].value.add(1, ordering: .relaxed)
    messagesReceived.add(traffic.messagesReceived, ordering: .relaxed)
    bytesReceived.add(traffic.bytesReceived, ordering: .relaxed)
    messagesSent.add(traffic.messagesSent, ordering: .relaxed)
    bytesSent.add(traffic.bytesSent, ordering: .relaxed)
    latency.record(duration)
  }

  /// The counts so far.
  package var snapshot: Snapshot {
    // The ends are read first, so that what is open is never negative.
    var statuses: [StatusCode: Int] = [:]
    for code in StatusCode.allCases {
      let count = ended[code.rawValue].value.load(ordering: .relaxed)
      if count > 0 { statuses[code] = count }
    }
    var traffic = CallTraffic()
    traffic.messagesReceived = messagesReceived.load(ordering: .relaxed)
    traffic.bytesReceived = bytesReceived.load(ordering: .relaxed)
    traffic.messagesSent = messagesSent.load(ordering: .relaxed)
    traffic.bytesSent = bytesSent.load(ordering: .relaxed)
    return Snapshot(
      started: started.load(ordering: .relaxed), statuses: statuses, traffic: traffic,
      latency: latency.snapshot)
  }

  /// What a method had done at one time.
  package struct Snapshot: Hashable, Sendable {
    package var started: Int
    package var statuses: [StatusCode: Int]
    package var traffic: CallTraffic
    package var latency: LatencyHistogram.Snapshot

    /// How many calls are in progress.
    package var open: Int { started - statuses.values.reduce(0, +) }
  }
}
