package import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeSync
internal import NodeTrust
internal import Pairing
internal import ProtobufWire
internal import RPCCore

// What apps ask for, and what was decided.
extension OperatorService {
  private static let usualEntries = 100
  /// As many entries of the longest texts fit into one message.
  private static let mostEntries = 1_000

  func listRequests(_ request: ListRequestsRequest) async throws -> ListRequestsResponse {
    let ledger = await trust.ledger
    var response = ListRequestsResponse()
    let requests = requests.openRequests
    let asked = requests.flatMap { $0.question.request.read.compactMap(\.document) }
    let documents = asked.isEmpty ? [:] : try await store.documents(asked)
    response.requests = requests.map { open in
      var message = AppRequest(open.question, knowing: documents)
      message.device = open.watch.map { ledger.peer($0)?.name ?? "\($0)" } ?? ""
      return message
    }
    if ledger.role == .watch, let phone = ledger.peers.first {
      let status = await engine.status(of: phone.id)
      response.phoneIsConnected = status.connectedSince != nil
      response.phoneHeardAt = status.heardAt
    }
    return response
  }

  package func decide(_ request: DecideRequest) async throws -> DecideResponse {
    try await checkIsPhone(to: "decide the request")
    guard let id = QuestionID(text: request.id) else {
      throw RPCError(
        .invalidArgument, "cannot decide the request: its id is 16 hexadecimal digits")
    }
    guard let open = requests.openRequests.first(where: { $0.question.id == id.number }) else {
      throw RPCError(.notFound, "cannot decide the request: none of that id waits")
    }
    let asked = open.question.request
    let grants = grants(of: open.question.app)
    let decision = try AccessDecision(
      request, on: asked, of: AccessRules(open.question.app, grants: grants).undecided(in: asked))
    var response = DecideResponse()
    response.accesses = [TypeAccessMessage](try await requests.decide(id.number, decision))
    return response
  }

  func getAudit(_ request: GetAuditRequest) async throws -> GetAuditResponse {
    let limit = request.limit == 0 ? Self.usualEntries : Int(clamping: request.limit)
    let ledger = await trust.ledger
    var response = GetAuditResponse()
    response.events = try await store.audit(latest: min(limit, Self.mostEntries)).map { entry in
      var message = AuditEventMessage()
      message.at = entry.at
      message.event = entry.event
      message.subject = entry.subject
      message.detail = entry.detail
      message.name = ledger.name(ofDevice: entry.subject) ?? ""
      return message
    }
    return response
  }
}

extension TrustLedger {
  /// What a device is called that is a peer, or was one; `nil` for others, and for what is no printable id.
  package func name(ofDevice id: String) -> String? {
    guard let id = DeviceID(id) else { return nil }
    return peer(id)?.name ?? former.last { $0.id == id }?.name
  }
}

/// The number of a request of an app, as people write it.
struct QuestionID: Hashable, Sendable {
  private static let digits = 16

  let number: UInt64

  init(number: UInt64) {
    self.number = number
  }

  /// Reads ``text``, in any case; `nil` for every other text.
  init?(text: String) {
    guard text.utf8.count == Self.digits, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let number = UInt64(text, radix: 16)
    else { return nil }
    self.number = number
  }

  /// 16 hexadecimal digits.
  var text: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: Self.digits - digits.count) + digits
  }
}

extension AppRequest {
  /// What the owner is told of a request.
  ///
  /// - Parameters:
  ///   - question: The request.
  ///   - known: What the documents that are here say of themselves.
  init(_ question: AccessQuestion, knowing known: [SampleUUID: AskedDocument] = [:]) {
    self.init()
    id = QuestionID(number: question.id).text
    bundleIdentifier = question.app
    name = question.name
    readReason = question.readReason
    shareReason = question.shareReason
    share = question.request.share.map(\.identifier).sorted()
    read = question.request.read.filter { $0.document == nil }.map(\.identifier).sorted()
    documents = question.request.read.sorted().compactMap { type in
      type.document.map { RequestedDocumentMessage(type, known[$0]) }
    }
    askedAt = question.askedAt
  }
}

extension RequestedDocumentMessage {
  fileprivate init(_ type: ObjectType, _ known: AskedDocument?) {
    self.init()
    self.type = type.identifier
    title = known?.document.title ?? ""
    patientName = known?.document.patientName ?? ""
    custodianName = known?.document.custodianName ?? ""
    date = known?.date
  }
}

extension AccessDecision {
  /// What an owner decided of a request, each type and direction by itself.
  ///
  /// - Parameters:
  ///   - message: what the owner said.
  ///   - asked: what the app asked for.
  ///   - open: what of it nobody decided before, to which an answer for the rest is confined.
  /// - Throws: INVALID_ARGUMENT for a type that is none or was not asked for, for one that comes twice,
  ///   and where nothing is decided.
  init(
    _ message: DecideRequest, on asked: AccessRequest, of open: AccessRequest
  ) throws(RPCError) {
    let operation = "decide the request"
    _ = try NamedTypes.read(
      message.decisions.map(\.type), cannot: operation, areDecided: true)
    self.init()
    for decision in message.decisions {
      let type = try NamedTypes.readDecided(decision.type, cannot: operation)
      if let share = decision.share {
        guard asked.share.contains(type) else { throw Self.notAsked("share", type, operation) }
        self.share[type] = share
      }
      if let read = decision.read {
        guard asked.read.contains(type) else { throw Self.notAsked("read", type, operation) }
        self.read[type] = read
      }
    }
    if let others = message.others {
      for type in open.share where share[type] == nil { share[type] = others }
      for type in open.read where read[type] == nil { read[type] = others }
    }
    guard !request.isEmpty else {
      throw RPCError(.invalidArgument, "cannot \(operation): nothing is decided")
    }
  }

  private static func notAsked(
    _ verb: String, _ type: ObjectType, _ operation: String
  ) -> RPCError {
    RPCError(
      .invalidArgument, "cannot \(operation): the app does not ask to \(verb) \(type.name)")
  }
}
