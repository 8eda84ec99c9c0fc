internal import HealthModel
private import Synchronization

// The daemon alone is made of these parts, so that none of them is `package`.
@testable internal import NodeKit

/// Keeps questions of apps where the sync rules would.
final class KnownMessenger: AccessMessenger {
  private struct Guarded {
    var questions: [(watch: DeviceID?, question: AccessQuestion)] = []
    var answers: [Set<UInt64>] = []
    var mostOpen = AccessQuestion.mostOpen
  }

  let role: NodeRole
  /// The first question that was asked.
  let asked = Notice<AccessQuestion>()
  private let guarded = Mutex(Guarded())

  init(_ role: NodeRole = .phone) {
    self.role = role
  }

  var openQuestions: [(watch: DeviceID?, question: AccessQuestion)] {
    guarded.withLock { $0.questions }
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

  func shareDecisions(answering answered: Set<UInt64>) async throws {
    guarded.withLock { guarded in
      guarded.answers.append(answered)
      guarded.questions.removeAll { answered.contains($0.question.id) }
    }
  }
}
