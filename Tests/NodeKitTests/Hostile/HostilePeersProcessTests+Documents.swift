internal import CommandLineCore
internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import RPCHTTP2
internal import Synchronization
internal import TestSupport
internal import Testing

/// What an app's save costs while another app sends documents that are dear to read.
extension `The daemon among hostile peers` {
  /// Lets an app share samples of a type.
  func share(_ type: ObjectType, _ options: CallOptions, of daemon: RunningDaemon) async throws {
    var asked = RequestAuthorizationRequest()
    asked.share = [type.identifier]
    asked.noWait = true
    _ = try await withClient(daemon.asApp()) { [asked] client in
      try await client.call(StoreMethods.requestAuthorization, asked, options: options)
    }
    try await withClient(daemon.asOwner()) { client in
      let open = try await client.call(OperatorMethods.listRequests, ListRequestsRequest())
      var decision = DecideRequest()
      decision.id = try #require(open.requests.first).id
      decision.others = true
      _ = try await client.call(OperatorMethods.decide, decision)
    }
  }

  /// Documents that cost the most for their length, as long as a message may be.
  private static let dear: [HostileXML] = [
    .attributes, .attributesWithPrefix, .namespaces, .namespacesInDepth, .names, .elements,
    .references,
  ]

  @Test func `a save of one app waits for no documents of another`() async throws {
    let daemon = try start(connections: 1_024)
    let honest = try await addApp("app.honest", to: daemon)
    let hostile = try await addApp("app.hostile", to: daemon)
    try await share(.heartRate, honest, of: daemon)
    try await share(.cda, hostile, of: daemon)
    let apps = daemon.asApp()
    // Nothing is sent: what the machine itself costs.
    let none = Sending()
    none.isOver.store(true, ordering: .relaxed)
    let alone = try await Self.saves(at: apps, as: honest, while: none).max() ?? .zero
    print("documents: none: worst of 20 saves \(alone)")
    // How long a save takes is measured where time is given, and asked of no busy machine.
    let isLong = CurrentProcess.environment("DYAD_LONG") != nil
    for kind in isLong ? Self.dear : [.attributes, .namespaces] {
      let sending = Sending()
      let bytes = kind.bytes(byteCount: 1_500_000)
      let (worst, count) = try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            try await withClient(apps) { client in
              for _ in 0..<2 {
                // Refused, or refused for want of room: either is an answer.
                _ = try? await client.call(
                  StoreMethods.save, SaveRequest(document: bytes), options: hostile)
              }
            }
          }
        }
        async let delays = Self.saves(at: apps, as: honest, while: sending)
        try await group.waitForAll()
        sending.isOver.store(true, ordering: .relaxed)
        let all = try await delays
        return (all.max() ?? .zero, all.count)
      }
      print("documents: \(kind.rawValue): worst of \(count) saves beside them \(worst)")
      #expect(count > 0)
      if isLong { #expect(worst < .seconds(1), "\(kind)") }
    }
  }

  /// Whether documents are sent.
  private final class Sending: Sendable {
    let isOver = Atomic(false)
  }

  /// Saves one sample after the other; how long each took.
  private static func saves(
    at apps: ClientConfiguration, as options: CallOptions, while sending: Sending
  ) async throws -> [Duration] {
    try await withClient(apps) { client in
      var delays: [Duration] = []
      repeat {
        var entropy = SystemRandomNumberGenerator()
        let run = SampleRun(
          Sample(
            uuid: SampleUUID(base: entropy.next(), counter: 1), type: .heartRate,
            start: HostileStore.start, end: HostileStore.start,
            value: .quantity(
              Quantity(1, ObjectType.heartRate.description?.canonicalUnit ?? .count)),
            source: StoreFixture.source("a")))
        let begin = ContinuousClock.now
        try await client.save([run], options)
        delays.append(begin.duration(to: .now))
      } while !sending.isOver.load(ordering: .relaxed) || delays.count < 20
      return delays
    }
  }
}

extension SaveRequest {
  /// Saves a document in one message.
  init(document bytes: [UInt8]) throws {
    self.init()
    let body = ObjectBody.document(
      Document(
        title: "T", patientName: "", authorName: "", custodianName: "",
        byteCount: Int64(bytes.count)))
    var entropy = SystemRandomNumberGenerator()
    let uuid = SampleUUID(base: entropy.next(), counter: 1)
    let run = SampleRun(
      Sample(
        uuid: uuid, type: .cda, start: HostileStore.start, end: HostileStore.start,
        value: .object(body), source: StoreFixture.source("a")))
    runs = try SampleRun.messages(of: [run])
    var document = DocumentContentMessage()
    document.uuid = uuid.bytes
    document.content = bytes
    documents = [document]
  }
}
