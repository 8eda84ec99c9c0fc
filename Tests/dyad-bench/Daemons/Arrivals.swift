internal import HealthModel
internal import Synchronization

/// When samples arrived that somebody waits for.
final class Arrivals: Sendable {
  /// One that is waited for.
  final class Arrival: Sendable {
    private let state = Mutex<(ContinuousClock.Instant?, CheckedContinuation<Void, Never>?)>(
      (nil, nil))

    /// When it came, as soon as it did.
    func instant() async -> ContinuousClock.Instant {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.0 == nil { state.1 = continuation }
          return state.0 != nil
        }
        if isThere { continuation.resume() }
      }
      return state.withLock { $0.0 } ?? .now
    }

    fileprivate func come(_ instant: ContinuousClock.Instant) {
      state.withLock { state in
        state.0 = instant
        defer { state.1 = nil }
        return state.1
      }?.resume()
    }
  }

  private let awaited = Mutex<[SampleUUID: Arrival]>([:])

  /// Begins to wait for a sample.
  func expect(_ uuid: SampleUUID) -> Arrival {
    let arrival = Arrival()
    awaited.withLock { $0[uuid] = arrival }
    return arrival
  }

  /// A sample came.
  func note(_ uuid: SampleUUID, _ instant: ContinuousClock.Instant) {
    awaited.withLock { $0.removeValue(forKey: uuid) }?.come(instant)
  }
}
