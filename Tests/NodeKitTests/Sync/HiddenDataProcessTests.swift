internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import RPCCore
internal import TestSupport
internal import Testing

/// A node with samples that an app may not read is the same to the app as a node that has none.
@Suite(.serialized, .timeLimit(.minutes(4))) struct `What is hidden from an app` {
  /// What the user decided for every type that is asked about.
  enum Decision: CaseIterable {
    case none, nothingMayBeRead, nothingMayBeReadOrShared
  }

  @Test(arguments: Decision.allCases)
  func `denial cannot be told from there being nothing, by any method`(
    decision: Decision
  ) async throws {
    let hidden = try await answers(to: decision, hiding: true)
    let absent = try await answers(to: decision, hiding: false)
    let methods = try `Doors of a daemon`.methods { $0 == StoreMethods.name }
    #expect(Set(hidden.keys) == Set(methods.map(\.path.method)), "a method is not tried")
    for (method, answer) in hidden { #expect(answer == absent[method], "\(method)") }
    // Nothing of this would show if everything were refused.
    if decision == .nothingMayBeRead {
      for method in [
        "Query", "Statistics", "FollowStatistics", "Changes", "Follow", "ListSources", "Save",
        "Subscribe",
      ] {
        #expect(hidden[method]?.contains("refused") == false, "\(method)")
      }
    }
  }

  @Test func `what happens behind its back changes nothing of what an app hears`() async throws {
    let hidden = try await story(hiding: true)
    let absent = try await story(hiding: false)
    #expect(hidden == absent)
    #expect(hidden.count > 8)
  }

  /// What an app that follows and observes hears while it saves, and others do or do not.
  private func story(hiding hides: Bool) async throws -> [String] {
    let daemon = try RunningDaemon(in: try TemporaryFolder())
    let token = try await `Doors of a daemon`.addApp(HiddenData.app, user: nil, to: daemon)
    var options = CallOptions(timeout: .seconds(60))
    options.metadata.add("authorization", .text("Bearer \(token)"))
    try await decide(.nothingMayBeRead, whether: true, on: daemon, options)
    return try await withClient(daemon.asApp()) { [options] client in
      var words: [String] = []
      var observation = ObserveRequest()
      observation.types = [HiddenData.type.identifier]
      try await client.withCall(StoreMethods.follow, options: options) { feed in
        try feed.sendOnly(ChangesRequest(HiddenData.type))
        words.append("\(try await feed.receive()?.timeless as Any)")
        try await client.withCall(StoreMethods.observe, options: options) { [observation] news in
          try news.sendOnly(observation)
          words.append("\(try await news.receive() as Any)")
          for round in 0..<3 {
            if hides {
              try await withClient(daemon.asOwner()) { try await HiddenData.saveMore($0, round) }
            }
            try await HiddenData.saveOwn(client, options, round)
            words.append("\(try await feed.receive()?.timeless as Any)")
            words.append("\(try await news.receive() as Any)")
          }
        }
      }
      var request = ChangesRequest(HiddenData.type)
      request.limit = 2
      var page: ChangesResponse
      repeat {
        page = try await client.call(StoreMethods.changes, request, options: options)
        request.anchor = page.anchor
        words.append("\(page.timeless)")
      } while page.hasMore
      let query = try #require(HiddenData.questions["Query"])
      words.append(try await query(client, options))
      return words
    }
  }

  /// How a node with samples, or without, answers each method of `Store`.
  private func answers(
    to decision: Decision, hiding hides: Bool
  ) async throws -> [String: String] {
    let daemon = try RunningDaemon(in: try TemporaryFolder())
    let token = try await `Doors of a daemon`.addApp(HiddenData.app, user: nil, to: daemon)
    var options = CallOptions(timeout: .seconds(20))
    options.metadata.add("authorization", .text("Bearer \(token)"))
    try await withClient(daemon.asOwner()) { try await HiddenData.chooseUnit($0) }
    if hides { try await withClient(daemon.asOwner()) { try await HiddenData.save($0) } }
    if decision != .none {
      try await decide(decision, whether: hides, on: daemon, options)
    }
    return try await withClient(daemon.asApp()) { [options] client in
      var answers: [String: String] = [:]
      // Saving comes last: what the app saves itself it sees.
      for (method, ask) in HiddenData.questions.sorted(by: { $0.key < $1.key })
      where method != "Save" {
        answers[method] = await Self.words { try await ask(client, options) }
      }
      let query = try #require(HiddenData.questions["Query"])
      let save = try #require(HiddenData.questions["Save"])
      answers["Save"] = await Self.words {
        try await save(client, options) + (try await query(client, options))
      }
      return answers
    }
  }

  private static func words(_ body: () async throws -> String) async -> String {
    do {
      return try await body()
    } catch {
      return "refused: \(error)"
    }
  }

  /// The user decides: where there are samples no reading, else all of it.
  private func decide(
    _ decision: Decision, whether hides: Bool, on daemon: RunningDaemon, _ options: CallOptions
  ) async throws {
    var request = RequestAuthorizationRequest()
    request.share = [HiddenData.type, .workout].map(\.identifier)
    request.read = [HiddenData.type, .workout, .cda, .bloodType].map(\.identifier)
    request.noWait = true
    _ = try await withClient(daemon.asApp()) { [request] client in
      try await client.call(StoreMethods.requestAuthorization, request, options: options)
    }
    try await withClient(daemon.asOwner()) { [request] client in
      let open = try await client.call(OperatorMethods.listRequests, ListRequestsRequest())
      var decide = DecideRequest()
      decide.id = try #require(open.requests.first?.id)
      decide.decisions = Set(request.share + request.read).sorted().map { type in
        var answer = TypeDecisionMessage()
        answer.type = type
        if request.share.contains(type) { answer.share = decision == .nothingMayBeRead }
        answer.read = !hides
        return answer
      }
      _ = try await client.call(OperatorMethods.decide, decide)
    }
  }
}
