internal import Synchronization

/// What happened, in order, told by any task.
final class EventList: Sendable {
  private let list = Mutex<[String]>([])

  func add(_ event: String) {
    list.withLock { $0.append(event) }
  }

  var events: [String] { list.withLock { $0 } }
}
