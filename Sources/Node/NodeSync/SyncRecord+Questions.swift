package import HealthModel

extension SyncRecord {
  /// Whether one more question may wait.
  func hasRoom(for question: AccessQuestion) -> Bool {
    let types = (questions + [question]).reduce(0) {
      $0 + $1.request.share.count + $1.request.read.count
    }
    return questions.count < AccessQuestion.mostOpen && types <= AccessQuestion.mostOpenTypes
      && questions.count { $0.app == question.app } < AccessQuestion.mostOpenPerApp
  }

  /// The questions, own ones and those of watches, of which nothing is open any more.
  package func settledQuestions(by access: [WatchSettings.Access]) -> Set<UInt64> {
    var grants: [String: [ObjectType: Grant]] = [:]
    for access in access { grants[access.app, default: [:]][access.type] = access.grant }
    let all = questions + peers.values.flatMap(\.questions)
    return Set(
      all.filter { question in
        AccessRules(question.app, grants: grants[question.app] ?? [:])
          .undecided(in: question.request).isEmpty
      }.map(\.id))
  }
}
