internal import HealthModel
internal import StoreAccess
private import Synchronization

/// The types whose units an app asked for: it is told when their user chooses others.
final class WatchedPreferences: Sendable {
  private let watched = Mutex<[Task<Void, Never>: Set<ObjectType>]>([:])

  deinit {
    for task in watched.withLock(\.keys) { task.cancel() }
  }

  /// Watches those of the types that are not watched yet: what is chosen after it returned is told.
  ///
  /// A daemon that goes away is watched again from the app's next question on.
  ///
  /// - Throws: Where the app may not ask.
  func watch(_ types: Set<ObjectType>, of handle: StoreHandle) async throws {
    let news = watched.withLock { $0.values.reduce(types) { $0.subtracting($1) } }
    guard !news.isEmpty else { return }
    let chosen = try await handle.access().followPreferredUnits(of: news)
    let (first, telling) = AsyncThrowingStream.makeStream(of: Void.self)
    let task = Task(executorPreference: BackgroundExecutor.shared) { [weak handle] in
      do {
        var isFirst = true
        for try await _ in chosen {
          if !isFirst, let handle { LiveStores.shared.tellOfPreferences(of: handle) }
          if isFirst { telling.finish() }
          isFirst = false
        }
        telling.finish()
      } catch {
        telling.finish(throwing: error)
      }
    }
    watched.withLock { $0[task] = news }
    Task { [weak self] in
      await task.value
      _ = self?.watched.withLock { $0.removeValue(forKey: task) }
    }
    for try await _ in first {}
  }
}
