internal import HealthModel
private import Synchronization

/// The types of which something is to be said: each once, however often something happened since.
final class NewsBoard: Sendable {
  /// An element whenever there is something to take; for one reader.
  let wakeups: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let posted = Mutex<Set<ObjectType>>([])

  init() {
    (wakeups, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Something happened to a type.
  func post(_ type: ObjectType) {
    posted.withLock { _ = $0.insert(type) }
    continuation.yield()
  }

  /// The types that something happened to since the last time.
  func take() -> [ObjectType] {
    posted.withLock { posted in
      defer { posted = [] }
      return posted.sorted()
    }
  }
}
