internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import RPCCore
internal import TestSupport

/// What a node has that an app is not to see, and a question about it for each method of `Store`.
enum HiddenData {
  typealias Question = @Sendable (Client, CallOptions) async throws -> String

  static let app = "app.curious"
  static let type = ObjectType.stepCount
  private static let somebody = SourceRevision(
    source: Source(bundleIdentifier: "somebody.else", name: "Somebody"))
  private static let sample = SampleUUID(base: 1, counter: 0)
  private static let workout = SampleUUID(base: 2, counter: 0)
  private static let document = SampleUUID(base: 3, counter: 0)

  /// Saves it, as the owner.
  static func save(_ client: Client) async throws {
    var steps = SampleRun(empty: type, like: .quantity(values: [], units: DictionaryColumn()))
    for counter in 0..<50 { steps.append(step(SampleUUID(base: 1, counter: UInt64(counter)))) }
    let letter = Document(
      title: "", patientName: "", authorName: "", custodianName: "",
      byteCount: Int64(CDASample.bytes.count))
    var request = SaveRequest()
    request.runs = try SampleRun.messages(
      of: [
        steps, object(.workout, workout, .workout(Workout(activity: 37, duration: 600))),
        object(.cda, document, .document(letter)),
      ])
    var content = DocumentContentMessage()
    content.uuid = document.bytes
    content.content = CDASample.bytes
    request.documents = [content]
    _ = try await client.call(StoreMethods.save, request)
    var profile = SetProfileRequest()
    profile.characteristic = try Characteristic.bloodType(3).encoded()
    _ = try await client.call(OperatorMethods.setProfile, profile)
  }

  /// Saves more of it, as the owner.
  static func saveMore(_ client: Client, _ round: Int) async throws {
    var steps = SampleRun(empty: type, like: .quantity(values: [], units: DictionaryColumn()))
    for counter in 0..<300 {
      steps.append(step(SampleUUID(base: 5, counter: UInt64(1_000 * round + counter))))
    }
    try await client.save([steps], CallOptions())
  }

  /// Saves a sample as the app.
  static func saveOwn(_ client: Client, _ options: CallOptions, _ round: Int) async throws {
    try await client.save([SampleRun(step(SampleUUID(base: 6, counter: UInt64(round))))], options)
  }

  /// Chooses the unit that the type is shown in, which is no secret.
  static func chooseUnit(_ client: Client) async throws {
    var request = PreferUnitRequest()
    request.type = type.identifier
    request.unit = "count"
    _ = try await client.call(OperatorMethods.preferUnit, request)
  }

  private static func step(_ uuid: SampleUUID) -> Sample {
    Sample(
      uuid: uuid, type: type, start: 600_000_000, end: 600_000_001,
      value: .quantity(Quantity(1, .count)), source: somebody)
  }

  private static func object(
    _ type: ObjectType, _ uuid: SampleUUID, _ body: ObjectBody
  ) -> SampleRun {
    SampleRun(
      Sample(
        uuid: uuid, type: type, start: 600_000_000, end: 600_000_600, value: .object(body),
        source: somebody))
  }

  /// A question for each method, and the whole answer to it in words, without what is different on each
  /// node: clocks, and what is in anchors, of which the length alone may be compared.
  static let questions: [String: Question] = reading.merging(writing) { $1 }
    .merging(permission) { $1 }

  private static let reading: [String: Question] = [
    "Query": { client, options in
      var request = QueryRequest()
      request.type = type.identifier
      return "\(try await client.all(StoreMethods.query, request, options).map(\.timeless))"
    },
    "Statistics": { client, options in
      let answer = try await client.all(StoreMethods.statistics, statistics, options)
      return "\(answer.map(\.timeless))"
    },
    "FollowStatistics": { client, options in
      try await client.withCall(StoreMethods.followStatistics, options: options) { call in
        try call.sendOnly(statistics)
        return "\(try await call.receive()?.timeless as Any)"
      }
    },
    "FollowActivity": { client, options in
      try await client.withCall(StoreMethods.followActivity, options: options) { call in
        var request = FollowActivityRequest()
        request.firstDay = 6_944
        request.edges = (0...3).map { 599_961_600 + 86_400 * Double($0) }
        try call.sendOnly(request)
        return "\(try await call.receive() as Any)"
      }
    },
    "Changes": { client, options in
      let answer = try await client.call(
        StoreMethods.changes, ChangesRequest(type), options: options)
      return "\(answer.timeless)"
    },
    "Follow": { client, options in
      try await client.withCall(StoreMethods.follow, options: options) { call in
        try call.sendOnly(ChangesRequest(type))
        return "\(try await call.receive()?.timeless as Any)"
      }
    },
    "Observe": { client, options in
      var request = ObserveRequest()
      request.types = [type.identifier]
      return try await client.withCall(StoreMethods.observe, options: options) { [request] call in
        try call.sendOnly(request)
        return "\(try await call.receive() as Any)"
      }
    },
    "ReadDocument": { client, options in
      var request = ReadDocumentRequest()
      request.uuid = document.bytes
      return "\(try await client.all(StoreMethods.readDocument, request, options))"
    },
    "ListSources": { client, options in
      var request = ListSourcesRequest()
      request.type = type.identifier
      return "\(try await client.call(StoreMethods.listSources, request, options: options))"
    },
    "GetCharacteristic": { client, options in
      var request = GetCharacteristicRequest()
      request.type = ObjectType.bloodType.identifier
      return "\(try await client.call(StoreMethods.getCharacteristic, request, options: options))"
    },
    "GetPreferredUnits": { client, options in
      var request = GetPreferredUnitsRequest()
      request.types = [type.identifier]
      return "\(try await client.call(StoreMethods.getPreferredUnits, request, options: options))"
    },
    "FollowPreferredUnits": { client, options in
      var request = GetPreferredUnitsRequest()
      request.types = [type.identifier]
      let method = StoreMethods.followPreferredUnits
      return try await client.withCall(method, options: options) { [request] call in
        try call.sendOnly(request)
        return "\(try await call.receive() as Any)"
      }
    },
    "GetCoverage": { client, options in
      let answer = try await client.call(
        StoreMethods.getCoverage, GetCoverageRequest(), options: options)
      return "\(answer.coverage?.timeless as Any)"
    },
    "ChangeWorkout": { client, options in
      var request = ChangeWorkoutRequest()
      request.plan = try WorkoutPlan(.running).encoded()
      request.kind = 2
      request.date = 600_000_000
      let answer = try await client.call(StoreMethods.changeWorkout, request, options: options)
      let session = try WorkoutSession(decoding: answer.session ?? [], limits: .wire)
      return "\(session.app) \(session.plan) \(session.moments)"
    },
    "ListWorkoutSessions": { client, options in
      let answer = try await client.call(
        StoreMethods.listWorkoutSessions, ListWorkoutSessionsRequest(), options: options)
      let sessions = try WorkoutSessions(decoding: answer.sessions ?? [], limits: .wire)
      return "\(sessions.all.map { $0.moments.map(\.kind) })"
    },
    "FollowWorkout": { client, options in
      var request = FollowWorkoutRequest()
      request.uuid = SampleUUID(base: 9, counter: 10).bytes
      return "\(try await client.all(StoreMethods.followWorkout, request, options))"
    },
    "StartWatchWorkout": { client, options in
      var request = StartWatchWorkoutRequest()
      request.plan = try WorkoutPlan(.running).encoded()
      return "\(try await client.call(StoreMethods.startWatchWorkout, request, options: options))"
    },
  ]

  private static let statistics: StatisticsRequest = {
    var request = StatisticsRequest()
    request.type = type.identifier
    request.options = [.cumulativeSum, .mostRecent, .separateBySource]
    var edges = BucketEdgesMessage()
    edges.edges = [599_999_000, 600_000_000, 600_001_000]
    request.buckets = .edges(edges)
    return request
  }()

  private static let writing: [String: Question] = [
    "Save": { client, options in
      let uuid = SampleUUID(base: 9, counter: 9)
      try await client.save([SampleRun(step(uuid))], options)
      return "saved"
    },
    "SaveMany": { client, options in
      let step = object(
        .cda, SampleUUID(base: 9, counter: 8),
        .document(
          Document(
            title: "", patientName: "", authorName: "", custodianName: "", byteCount: 1)))
      var request = SaveRequest()
      request.runs = try SampleRun.messages(of: [step])
      return try await client.withCall(StoreMethods.saveMany, options: options) {
        [request] call in
        try call.sendOnly(request)
        return "\(try await call.receiveOnly())"
      }
    },
    "SaveDocument": { client, options in
      let letter = Document(
        title: "", patientName: "", authorName: "", custodianName: "",
        byteCount: Int64(CDASample.bytes.count))
      var request = SaveDocumentRequest()
      request.run = try SampleRun.messages(
        of: [object(.cda, SampleUUID(base: 9, counter: 7), .document(letter))]
      ).first
      request.content = CDASample.bytes
      return try await client.withCall(StoreMethods.saveDocument, options: options) {
        [request] call in
        try call.sendOnly(request)
        return "\(try await call.receiveOnly())"
      }
    },
    "Delete": { client, options in
      var byType = DeleteRequest()
      byType.type = type.identifier
      let count = await outcome { [byType] in
        try await client.call(StoreMethods.delete, byType, options: options)
      }
      var byUUID = DeleteRequest()
      byUUID.objects = [ObjectsOfTypeMessage([sample], of: type)]
      return count
        + (await outcome { [byUUID] in
          try await client.call(StoreMethods.delete, byUUID, options: options)
        })
    },
    "AddToWorkout": { client, options in
      var request = AddToWorkoutRequest()
      request.workout = workout.bytes
      request.runs = try SampleRun.messages(of: [SampleRun(step(SampleUUID(base: 9, counter: 8)))])
      return "\(try await client.call(StoreMethods.addToWorkout, request, options: options))"
    },
    "Subscribe": { client, options in
      try await subscribing(client, options) { "\($0.anchor.count)" }
    },
    "Acknowledge": { client, options in
      try await subscribing(client, options) { answer in
        var request = AcknowledgeRequest()
        request.name = "all"
        request.anchor = answer.anchor
        return "\(try await client.call(StoreMethods.acknowledge, request, options: options))"
      }
    },
    "Unsubscribe": { client, options in
      try await subscribing(client, options) { _ in "" }
    },
    "ListSubscriptions": { client, options in
      try await subscribing(client, options) { _ in
        var answer = try await client.call(
          StoreMethods.listSubscriptions, ListSubscriptionsRequest(), options: options)
        for index in answer.subscriptions.indices {
          answer.subscriptions[index].anchor = [UInt8(answer.subscriptions[index].anchor.count)]
        }
        return "\(answer)"
      }
    },
  ]

  private static let permission: [String: Question] = [
    "RequestAuthorization": { client, options in
      var request = RequestAuthorizationRequest()
      request.read = [type.identifier]
      request.share = [type.identifier]
      request.noWait = true
      let answer = try await client.call(
        StoreMethods.requestAuthorization, request, options: options)
      return "\(answer)"
    },
    "HandleAuthorization": { client, options in
      let method = StoreMethods.handleAuthorization
      return "\(try await client.call(method, HandleAuthorizationRequest(), options: options))"
    },
    "RequestDocuments": { client, options in
      var request = RequestDocumentsRequest()
      request.noWait = true
      return "\(try await client.call(StoreMethods.requestDocuments, request, options: options))"
    },
    "GetAuthorization": { client, options in
      var request = GetAuthorizationRequest()
      request.read = [type.identifier]
      request.share = [type.identifier]
      return "\(try await client.call(StoreMethods.getAuthorization, request, options: options))"
    },
  ]

  private static func outcome<Value>(_ body: () async throws -> Value) async -> String {
    do {
      return "\(try await body()) "
    } catch {
      return "\(error) "
    }
  }

  private static func subscribing(
    _ client: Client, _ options: CallOptions,
    _ body: (SubscribeResponse) async throws -> String
  ) async throws -> String {
    var request = SubscribeRequest()
    var subscription = SubscriptionMessage()
    subscription.name = "all"
    subscription.types = [type.identifier]
    request.subscription = subscription
    let answer = try await client.call(StoreMethods.subscribe, request, options: options)
    let words = try await body(answer)
    var end = UnsubscribeRequest()
    end.name = "all"
    return words + "\(try await client.call(StoreMethods.unsubscribe, end, options: options))"
  }
}

extension CoverageMessage {
  fileprivate var timeless: CoverageMessage {
    var coverage = self
    coverage.until = 0
    return coverage
  }
}

extension QueryResponse {
  fileprivate var timeless: QueryResponse {
    var response = self
    response.coverage = coverage?.timeless
    return response
  }
}

extension StatisticsResponse {
  fileprivate var timeless: StatisticsResponse {
    var response = self
    response.coverage = coverage?.timeless
    return response
  }
}

extension ChangesResponse {
  /// The same without what is different at each time and on each node.
  var timeless: ChangesResponse {
    var response = self
    response.coverage = coverage?.timeless
    response.anchor = [UInt8(anchor.count)]
    return response
  }
}
