package import HealthModel
private import Synchronization

/// The types of which something was saved or deleted: each once, however often that happened since the reader
/// looked.
///
/// The first time a type comes, it says that it is being watched. It can be gone through once.
package struct ObservedTypes: AsyncSequence, Sendable {
  package typealias Element = ObjectType

  private let news: TypeNews

  package struct AsyncIterator: AsyncIteratorProtocol {
    let news: TypeNews
    var wakeups: AsyncStream<Void>.AsyncIterator
    var pending: ArraySlice<ObjectType> = []

    package mutating func next() async throws -> ObjectType? {
      while true {
        if let type = pending.popFirst() { return type }
        pending = try news.take()[...]
        guard pending.isEmpty, await wakeups.next(isolation: #isolation) == nil else { continue }
        // What came last, or why there is no more.
        pending = try news.take()[...]
        if pending.isEmpty { return nil }
      }
    }
  }

  init(_ types: Set<ObjectType>, where predicate: Predicate, in access: some LocalAccess) throws {
    news = TypeNews()
    for type in types {
      news.add(try access.wakeups(for: type, where: predicate), of: type)
    }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(news: news, wakeups: news.wakeups.makeAsyncIterator())
  }
}

extension LocalAccess {
  /// The types of which samples that match are saved or deleted, from now on; it ends when the store is closed.
  ///
  /// - Throws: Where the caller may not ask for one of them.
  package func observe(
    _ types: Set<ObjectType>, where predicate: Predicate
  ) throws -> ObservedTypes {
    try ObservedTypes(types, where: predicate, in: self)
  }
}

/// What happened to types and was not looked at, and the tasks that hear of it.
final class TypeNews: Sendable {
  private struct Guarded {
    var types: Set<ObjectType> = []
    var failure: (any Error)?
    var tasks: [Task<Void, Never>] = []
  }

  /// What the tasks know, so that they do not keep alive what ends them.
  private final class Shared: Sendable {
    let guarded = Mutex(Guarded())
    let continuation: AsyncStream<Void>.Continuation

    init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }

    func post(_ type: ObjectType) {
      guarded.withLock { _ = $0.types.insert(type) }
      continuation.yield()
    }

    func end(_ failure: (any Error)?) {
      guarded.withLock { $0.failure = $0.failure ?? failure }
      continuation.finish()
    }
  }

  /// One element whenever there is something to take.
  let wakeups: AsyncStream<Void>
  private let shared: Shared

  init() {
    let (wakeups, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.wakeups = wakeups
    shared = Shared(continuation)
  }

  deinit {
    for task in shared.guarded.withLock({ $0.tasks }) { task.cancel() }
  }

  /// Lets what wakes up for a type be told of.
  func add(_ wakeups: AppWakeups, of type: ObjectType) {
    shared.post(type)
    let task = Task { [shared] in
      var wakeups = wakeups.makeAsyncIterator()
      while true {
        do {
          // All of them end together, with the store.
          guard try await wakeups.next() != nil else { return shared.end(nil) }
          shared.post(type)
        } catch let error as ModelError where error.isAboutPermission {
          continue
        } catch {
          return shared.end(error)
        }
      }
    }
    shared.guarded.withLock { $0.tasks.append(task) }
  }

  /// The types that something happened to since the last time.
  func take() throws -> [ObjectType] {
    try shared.guarded.withLock { guarded in
      if guarded.types.isEmpty, let failure = guarded.failure { throw failure }
      defer { guarded.types = [] }
      return guarded.types.sorted()
    }
  }
}
