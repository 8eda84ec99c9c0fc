internal import CommandLineCore
internal import DyadCommands
internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import TestSupport
internal import Testing

/// Documents that apps ask for, and that the owner chooses one by one.
@Suite(.timeLimit(.minutes(5))) struct DocumentRequestsTests {
  private static let letter = SampleUUID(base: 0x490E, counter: 42)
  private static let gone = SampleUUID(base: 0x490E, counter: 43)

  private static func request(title: String = "Discharge letter") -> ListRequestsResponse {
    var request = AppRequest()
    request.id = "7K2M"
    request.bundleIdentifier = "com.example.chart"
    request.name = "Chart"
    request.readReason = "Draws them."
    request.askedAt = Devices.now - 300
    var known = RequestedDocumentMessage()
    known.type = ObjectType.document(letter).identifier
    known.title = title
    known.patientName = "Ada M. Exemple"
    known.custodianName = "General & Co"
    known.date = Devices.now - 86_400
    var missing = RequestedDocumentMessage()
    missing.type = ObjectType.document(gone).identifier
    request.documents = [known, missing]
    var answer = ListRequestsResponse()
    answer.requests = [request]
    return answer
  }

  private static func run(
    _ words: [String], _ asked: Asked<DecideRequest> = Asked(), input: [String] = [],
    isTerminal: Bool = true, open answer: ListRequestsResponse = request()
  ) async throws -> PairRun {
    var decided = DecideResponse()
    decided.accesses = [Nodes.access(ObjectType.document(letter).identifier, read: 2, share: 0)]
    let response = decided
    return try await PairRun.dyad(
      words,
      { router in
        router.status(Nodes.phone())
        router.answer(OperatorMethods.listRequests, with: answer)
        router.answer(OperatorMethods.decide, asked, with: response)
      },
      { setting in
        setting.input = input
        setting.isTerminal = isTerminal
      })
  }

  private static func decisions(_ request: DecideRequest?) -> [SampleUUID: Bool] {
    var decisions: [SampleUUID: Bool] = [:]
    for decision in request?.decisions ?? [] {
      if let uuid = ObjectType(decision.type).document { decisions[uuid] = decision.read }
      #expect(decision.share == nil)
    }
    return decisions
  }

  @Test func `documents are listed with what they say of themselves`() async throws {
    let run = try await Self.run(["requests"])
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(run.lines.contains { $0.contains("2 documents") })
    #expect(run.lines.contains("Documents that 7K2M asks to read:"))
    let row = try #require(run.lines.first { $0.contains("Discharge letter") })
    #expect(row.contains("Ada M. Exemple") && row.contains("General & Co"))
    #expect(row.hasPrefix("2026-11-20") && row.hasSuffix(UUIDText.short(Self.letter)))
    #expect(run.lines.contains { $0.contains("(not here)") })
    #expect(run.lines.allSatisfy { $0.count <= 80 }, "\(run.lines)")
    let json = try await Self.run(["requests", "--json"])
    let documents = #""documents":[{"uuid":"\#(Self.letter)","title":"Discharge letter","#
    #expect(json.output.contains(documents))
    #expect(json.lines.count == 1)
  }

  @Test func `the owner is asked for each document`() async throws {
    let asked = Asked<DecideRequest>()
    let run = try await Self.run(["approve", "7k2m"], asked, input: ["y\nn\n"])
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(run.errors.contains("Let it read \"Discharge letter\" of Ada M. Exemple? [y/n/later]"))
    #expect(run.errors.contains("Let it read document \(Self.gone)? [y/n/later]"))
    #expect(Self.decisions(asked.all.first) == [Self.letter: true, Self.gone: false])
    #expect(run.lines.last == "document \(Self.letter)  authorized  not determined")
  }

  @Test(arguments: [true, false])
  func `scripts choose documents by whole or short UUIDs`(isWhole: Bool) async throws {
    let word = isWhole ? "\(Self.letter)" : UUIDText.short(Self.letter)
    let asked = Asked<DecideRequest>()
    let run = try await Self.run(["approve", "7K2M", "--only", word], asked, isTerminal: false)
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(Self.decisions(asked.all.first) == [Self.letter: true, Self.gone: false])
    let except = Asked<DecideRequest>()
    _ = try await Self.run(["approve", "7K2M", "--except", word], except, isTerminal: false)
    #expect(Self.decisions(except.all.first) == [Self.letter: false, Self.gone: true])
  }

  @Test(arguments: [
    "\(SampleUUID(base: 1, counter: 1))", "0000..000000", "CDA", "heartRate",
  ])
  func `a slip grants nothing`(word: String) async throws {
    let asked = Asked<DecideRequest>()
    let run = try await Self.run(["approve", "7K2M", "--only", word], asked, isTerminal: false)
    #expect(run.exitCode == .usage)
    #expect(asked.all.isEmpty)
  }

  @Test func `a document is revoked by its UUID`() async throws {
    let asked = Asked<ResetAppRequest>()
    let run = try await PairRun.dyad(
      ["revoke", "com.example.chart", "\(Self.letter)"],
      { router in
        router.status(Nodes.phone())
        router.answer(OperatorMethods.resetApp, asked, with: ResetAppResponse())
      }, { _ in })
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(asked.all.map(\.types) == [[ObjectType.document(Self.letter).identifier]])
    #expect(asked.all.first?.revoke == true)
  }

  @Test(arguments: [["requests"], ["approve", "7K2M"]])
  func `a terminal obeys no document`(words: [String]) async throws {
    let run = try await Self.run(
      words, input: ["n\nn\n"], open: Self.request(title: Nodes.hostile))
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(!Nodes.isObeyed(run.output), "\(run.output.debugDescription)")
    #expect(!Nodes.isObeyed(run.errors), "\(run.errors.debugDescription)")
  }
}

/// UUIDs as lists show them.
private enum UUIDText {
  static func short(_ uuid: SampleUUID) -> String {
    let digits = uuid.description.filter { $0 != "-" }
    return "\(digits.prefix(4))..\(digits.suffix(12))"
  }
}
