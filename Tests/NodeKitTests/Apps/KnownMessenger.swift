internal import HealthModel
internal import HealthStorage
internal import LocalStore
private import Synchronization
internal import SystemCore

@testable internal import NodeApps
@testable internal import NodeSync

// The daemon alone is made of these parts, so that none of them is `package`.

/// Keeps questions of apps where the sync rules would.
final class KnownMessenger: AccessMessenger {
  private struct Guarded {
    var questions: [(watch: DeviceID?, question: AccessQuestion)] = []
    var answers: [Set<UInt64>] = []
    var mostOpen = AccessQuestion.mostOpen
    var listeners: [AsyncStream<Void>.Continuation] = []
  }

  let role: NodeRole
  private let store = Mutex<LocalStore?>(nil)
  /// The first question that was asked.
  let asked = Notice<AccessQuestion>()
  private let guarded = Mutex(Guarded())

  init(_ role: NodeRole = .phone) {
    self.role = role
  }

  /// A desk that decides by what is in a store, and whose messages it carries.
  func requests(over store: LocalStore) -> AccessRequests {
    self.store.withLock { $0 = store }
    return AccessRequests(store, self)
  }

  var openQuestions: [(watch: DeviceID?, question: AccessQuestion)] {
    guarded.withLock { $0.questions }
  }

  var statusChanges: AsyncStream<Void> {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    guarded.withLock { $0.listeners.append(continuation) }
    return changes
  }

  /// Waits until somebody listens for changes.
  func listened() async {
    while guarded.withLock(\.listeners.isEmpty) { await Task.yield() }
  }

  /// What each sharing of decisions answered, in order.
  var answers: [Set<UInt64>] { guarded.withLock { $0.answers } }

  func setMostOpen(_ count: Int) {
    guarded.withLock { $0.mostOpen = count }
  }

  /// A watch tells of a question.
  func receive(_ question: AccessQuestion, from watch: DeviceID) {
    guarded.withLock { $0.questions.append((watch, question)) }
  }

  func ask(_ question: AccessQuestion) async throws -> Bool {
    let isTaken = guarded.withLock { guarded in
      guard guarded.questions.count < guarded.mostOpen else { return false }
      guarded.questions.append((nil, question))
      return true
    }
    if isTaken { asked.give(question) }
    return isTaken
  }

  func shareDecisions() async throws {
    let grants = store.withLock { $0?.state.grants } ?? [:]
    let access = grants.map { key, decided in
      WatchSettings.Access(app: key.app, type: key.type, grant: decided.grant)
    }
    guarded.withLock { guarded in
      var record = SyncRecord(role: role)
      record.questions = guarded.questions.map(\.question)
      let answered = record.settledQuestions(by: access)
      guarded.answers.append(answered)
      guarded.questions.removeAll { answered.contains($0.question.id) }
      for listener in guarded.listeners { listener.yield() }
    }
  }
}
