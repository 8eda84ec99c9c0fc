internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

/// Uses one node as its owner and its apps do on a day.
struct DayUser: Sendable {
  let role: NodeRole
  let owner: NodeOwner
  private let app: ClientConfiguration
  private let stranger: ClientConfiguration
  private let token: String
  private let folder: String

  /// Makes an app known to the node.
  init(of node: PairingNode) async throws {
    role = node.role
    owner = node.owner
    app = node.daemon.asApp()
    folder = node.folder.path
    stranger = try node.daemon.asNode(
      showing: Identity.make(commonName: "stranger", validity: #require(Validity(notBefore: 0))))
    token = try await `Doors of a daemon`.addApp(HiddenData.app, user: nil, to: node.daemon)
  }

  private func options(_ token: String) -> CallOptions {
    var options = CallOptions(timeout: .seconds(60))
    options.metadata.add("authorization", .text("Bearer \(token)"))
    return options
  }

  /// Saves while somebody follows and somebody observes, who then go away in different ways.
  func saveWhileFollowed(_ runs: [SampleRun], _ round: Int) async throws -> [SampleUUID] {
    let uuids = runs.flatMap(\.uuids)
    try await withClient(owner.configuration) { client in
      let anchor = try await newestAnchor(client)
      var observe = ObserveRequest()
      observe.types = [ObjectType.stepCount.identifier]
      try await client.withCall(StoreMethods.observe) { [observe] observing in
        try observing.sendOnly(observe)
        let first = try await observing.receive()
        #expect(first != nil)
        try await client.withCall(StoreMethods.follow) { following in
          try following.sendOnly(ChangesRequest(.stepCount, since: anchor))
          for run in runs { try await client.save([run], CallOptions(timeout: .seconds(60))) }
          var missing = Set(uuids)
          while !missing.isEmpty, let changes = try await following.receive() {
            missing.subtract(try changes.addedUUIDs)
          }
          #expect(missing.isEmpty)
          if round.isMultiple(of: 2) { following.cancel() }
        }
        let news = try await observing.receive()
        #expect(news != nil)
      }
    }
    return uuids
  }

  private func newestAnchor(_ client: Client) async throws -> [UInt8] {
    var anchor: [UInt8] = []
    while true {
      let page = try await client.call(
        StoreMethods.changes, ChangesRequest(.stepCount, since: anchor))
      anchor = page.anchor
      if !page.hasMore { return anchor }
    }
  }

  /// Subscribes, reads what there is, acknowledges it and unsubscribes.
  func subscribe(_ round: Int) async throws {
    try await withClient(owner.configuration) { client in
      var request = SubscribeRequest()
      var subscription = SubscriptionMessage()
      subscription.name = "round \(round % 3)"
      subscription.types = [ObjectType.stepCount.identifier]
      request.subscription = subscription
      _ = try await client.call(StoreMethods.subscribe, request)
      var acknowledgement = AcknowledgeRequest()
      acknowledgement.name = subscription.name
      acknowledgement.anchor = try await newestAnchor(client)
      _ = try await client.call(StoreMethods.acknowledge, acknowledgement)
      let list = try await client.call(StoreMethods.listSubscriptions, ListSubscriptionsRequest())
      #expect(list.subscriptions.count == 1)
      var end = UnsubscribeRequest()
      end.name = subscription.name
      _ = try await client.call(StoreMethods.unsubscribe, end)
    }
  }

  /// Asks the node everything that an app may ask, with its token or another one.
  ///
  /// - Returns: how many questions were answered.
  private func askAll(with token: String) async throws -> Int {
    try await withClient(app) { client in
      var answered = 0
      for (_, ask) in HiddenData.questions where (try? await ask(client, options(token))) != nil {
        answered += 1
      }
      return answered
    }
  }

  /// Asks the node everything that an app may ask, as one that may.
  func useAsApp() async throws {
    let answered = try await askAll(with: token)
    #expect(answered > 10)
  }

  /// Asks the node everything, as some that may not.
  func useAsStranger() async throws {
    let answered = try await askAll(with: "\(token)0")
    // The one about deleting tells how it was refused.
    #expect(answered <= 1)
    await #expect(throws: RPCError.self) {
      try await withClient(stranger) {
        try await $0.call(HealthMethods.check, HealthCheckRequest())
      }
    }
  }

  /// Asks for permission, and waits for the answer.
  func requestAuthorization() async throws {
    var request = RequestAuthorizationRequest()
    request.share = [HiddenData.type.identifier]
    request.read = [HiddenData.type.identifier]
    let answer = try await withClient(app) { [request] client in
      try await client.call(StoreMethods.requestAuthorization, request, options: options(token))
    }
    #expect(answer.isDecided)
  }

  /// Decides the first request that comes, of whatever node, and takes the decision back.
  func decide() async throws {
    var request = GetStatusRequest()
    request.every = 0.05
    try await withClient(owner.configuration) { [request] client in
      try await client.withCall(OperatorMethods.getStatus) { call in
        try call.sendOnly(request)
        while let status = try await call.receive(), status.openRequests == 0 { continue }
      }
      let open = try await client.call(OperatorMethods.listRequests, ListRequestsRequest())
      var decide = DecideRequest()
      decide.id = try #require(open.requests.first?.id)
      decide.others = true
      _ = try await client.call(OperatorMethods.decide, decide)
    }
  }

  /// Takes back what was decided for the app.
  func takeBack(_ round: Int) async throws {
    var reset = ResetAppRequest()
    reset.bundleIdentifier = HiddenData.app
    try await withClient(owner.configuration) { [reset] client in
      _ = try await client.call(OperatorMethods.resetApp, reset)
    }
  }

  /// Looks after the node.
  func lookAfter(_ round: Int) async throws {
    try await withClient(owner.configuration) { client in
      #expect(try await client.verifyStore().last?.findings == [])
      var backup = BackupRequest()
      backup.path = "\(folder)/backup"
      _ = try await client.call(OperatorMethods.backup, backup)
      _ = try FileSystem.removeFile(backup.path)
      _ = try await client.call(OperatorMethods.getAudit, GetAuditRequest())
      guard role == .watch else { return }
      var cutoff = SetCutoffRequest()
      cutoff.window = round.isMultiple(of: 2) ? 6 * 86_400 : 7 * 86_400
      _ = try await client.call(OperatorMethods.setCutoff, cutoff)
    }
    _ = try await owner.peerStatus()
  }

  /// Erases what is deleted.
  func maintain() async throws {
    var request = MaintainStoreRequest()
    // What can be taken back goes within a day, which is longer than this one.
    request.all = true
    let erasing = request
    _ = try await withClient(owner.configuration) { client in
      try await client.call(OperatorMethods.maintainStore, erasing)
    }
  }
}
