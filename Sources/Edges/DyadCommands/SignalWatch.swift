private import Synchronization
internal import SystemCore

/// Closes the store when a signal asks the process to end, and then lets it end.
final class SignalWatch: Sendable {
  private let hasBegun = Mutex(false)
  private let session: StoreSession

  init(_ session: StoreSession) {
    self.session = session
  }

  /// Waits for a signal; does not return once one came.
  func run() async {
    for await number in TerminationSignals().arrivals {
      hasBegun.withLock { $0 = true }
      // Whoever signals again will not wait.
      TerminationSignals.release()
      await session.prepareEnding()
      // Whatever was acknowledged is on the disk already; an unclean close loses nothing.
      try? await session.close()
      TerminationSignals.endProcess(by: number)
    }
  }

  /// Whether a signal is ending the process, which closing the store makes commands end, too.
  var isEnding: Bool { hasBegun.withLock { $0 } }
}
