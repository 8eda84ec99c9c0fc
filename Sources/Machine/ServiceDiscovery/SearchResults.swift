private import Synchronization

/// What a search has found, for the thread that searches and the task that waits for it.
final class SearchResults: Sendable {
  private let services = Mutex(FoundServices())

  /// All of it, as it stands.
  var list: [FoundService] { services.withLock { $0.list } }

  /// Takes note of a service.
  func insert(_ service: FoundService, at sighting: FoundServices.Sighting) {
    services.withLock { $0.insert(service, at: sighting) }
  }

  /// Forgets a service that is offered no more.
  func remove(_ sighting: FoundServices.Sighting) {
    services.withLock { $0.remove(sighting) }
  }
}
