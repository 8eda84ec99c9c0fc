internal import CommandLineCore
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeApps
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import NodeSync

/// Random schedules of documents, decisions and sessions on a phone and its watch: no app is ever told of a document
/// that its owner did not hand out to it, and each that was handed out is there.
@Suite(.timeLimit(.minutes(10))) struct DocumentModelTests {
  private static let seeds: Range<UInt64> =
    CurrentProcess.environment("DYAD_LONG") == "1" ? 1..<201 : 1..<7

  @Test(arguments: seeds) func `nobody is told of what was not handed out`(
    seed: UInt64
  ) async throws {
    let model = try await DocumentModel(TemporaryFolder(), seed: seed)
    for step in 0..<60 {
      do {
        try await model.step()
        try await model.check()
      } catch {
        Issue.record("seed \(seed), step \(step), \(model.told.last ?? ""): \(error)")
        throw error
      }
    }
    #expect(model.mostSeen > 0, "seed \(seed) hands out nothing: \(model.told)")
    try await model.close()
  }
}

/// Two paired nodes, and what a slow and simple definition says that three apps see on each.
private final class DocumentModel {
  /// What was decided: of the type, and of single documents.
  private struct Decisions: Hashable {
    var type: [String: Bool] = [:]
    var documents: [String: [SampleUUID: Bool]] = [:]

    /// What an app sees of documents that are there; `nil` where it was never asked.
    func sees(_ app: String, of documents: [SampleUUID: String]) -> Set<SampleUUID>? {
      // Only the first one may share, and so it is known without any question about reading.
      guard type[app] != nil || app == DocumentModel.apps[0] else { return nil }
      let handedOut = type[app] == true ? self.documents[app] ?? [:] : [:]
      return Set(
        documents.compactMap { $1 == app || handedOut[$0] == true ? $0 : nil })
    }
  }

  /// Where somebody looks.
  private struct Place {
    let name: String
    let store: LocalStore
    /// The latest, and those that may be in force yet.
    var decisions: [Decisions]
    var anchors: [String: StoreAnchor] = [:]
  }

  private static let apps = ["app.first", "app.second", "app.third"]
  private static let clinic = "clinic"
  private static let window = 50 * 366 * 86_400.0

  private let pair: EnginePair
  private let requests: AccessRequests
  private var random: SeededGenerator
  /// A base belongs to whoever saved under it first; the owner's is that of no app.
  private var uuids: [String?: UUIDSequence] = [:]
  private var phone: Place
  private var watch: Place
  private var sendsDocuments = false
  private var connection: Connection?
  private(set) var told: [String] = []
  private(set) var mostSeen = 0

  init(_ folder: TemporaryFolder, seed: UInt64) async throws {
    random = SeededGenerator(seed: seed)
    for app in [nil] + Self.apps.map(Optional.some) {
      uuids[app] = UUIDSequence(using: &random)
    }
    pair = try await EnginePair(folder)
    requests = AccessRequests(pair.phone.store, pair.phone)
    try await pair.phone.store.decide(
      AccessDecision(share: [.cda: true]), for: Self.apps[0])
    try await pair.phone.shareDecisions()
    // The document says when it was made, which is to be within the watch's window.
    _ = try await pair.watch.setWindow(Self.window)
    phone = Place(name: "phone", store: pair.phone.store, decisions: [Decisions()])
    watch = Place(name: "watch", store: pair.watch.store, decisions: [Decisions()])
    try await settle()
  }

  func close() async throws {
    await connection?.cut()
    try await pair.close()
  }

  // MARK: What happens

  func step() async throws {
    let app = Self.apps.randomElement(using: &random) ?? ""
    switch UInt64.random(in: 0..<100, using: &random) {
    case 0..<14: try await save(on: phone, as: nil)
    case 14..<20: try await save(on: watch, as: nil)
    case 20..<25: try await save(on: phone, as: Self.apps[0])
    case 25..<30: try await save(on: watch, as: Self.apps[0])
    case 30..<38: try await delete(on: Bool.random(using: &random) ? phone : watch)
    case 38..<48: try await decideType(app, Bool.random(using: &random))
    case 48..<66: try await decideDocuments(app)
    case 66..<70: try await takeBack(app, revoking: Bool.random(using: &random))
    case 70..<76: try await setScope(Bool.random(using: &random))
    case 76..<92: try await settle()
    default: try await cut()
    }
  }

  private func save(on place: Place, as app: String?) async throws {
    told.append("\(place.name) saves as \(app ?? "its owner")")
    guard let uuid = uuids[app]?.take(for: .cda) else {
      Issue.record("an app without a base saves")
      return
    }
    let run = SampleRun(
      Sample(
        uuid: uuid, type: .cda, start: 0, end: 0,
        value: .object(
          .document(
            Document(
              title: "", patientName: "", authorName: "", custodianName: "",
              byteCount: Int64(CDASample.bytes.count)))),
        source: SourceRevision(source: Source(bundleIdentifier: Self.clinic, name: "Clinic"))))
    let documents = [run.uuids[0]: CDASample.bytes]
    if let app {
      do {
        try await access(app, place.store).save([run], documents: documents)
      } catch let error as ModelError where place.name == "watch" {
        // Until the watch hears of it, the app may not share there.
        try #require(error.code == .authorizationNotDetermined)
      }
    } else {
      try await EmbeddedAccess(OwnerSession(place.store)).save([run], documents: documents)
    }
  }

  private func delete(on place: Place) async throws {
    let there = try await Self.documents(in: place.store)
    guard let uuid = there.keys.sorted().randomElement(using: &random) else { return }
    told.append("\(place.name) deletes")
    do {
      _ = try await EmbeddedAccess(OwnerSession(place.store)).delete([.cda: [uuid]])
    } catch let error as ModelError where error.code == .invalidArgument {
      // The other side had deleted it, and said so meanwhile.
      try #require(await !Self.documents(in: place.store).keys.contains(uuid))
    }
  }

  private func decideType(_ app: String, _ answer: Bool) async throws {
    told.append("\(app) \(answer ? "may" : "may not") read")
    try await decide(AccessDecision(read: [.cda: answer]), app) { $0.type[app] = answer }
  }

  private func decideDocuments(_ app: String) async throws {
    let there = try await Self.documents(in: phone.store).keys.sorted()
    let some = there.filter { _ in UInt64.random(in: 0..<3, using: &random) == 0 }
    guard !some.isEmpty else { return }
    let answers = some.map { ($0, Bool.random(using: &random)) }
    told.append("\(app) gets \(answers.count(where: \.1)) of \(answers.count)")
    let read = answers.map { (ObjectType.document($0), $1) }
    try await decide(AccessDecision(read: Dictionary(uniqueKeysWithValues: read)), app) {
      for (uuid, answer) in answers { $0.documents[app, default: [:]][uuid] = answer }
    }
  }

  private func takeBack(_ app: String, revoking: Bool) async throws {
    told.append("\(app) is \(revoking ? "revoked" : "reset")")
    _ = try await requests.reset(app, [.cda], revoking: revoking)
    if app == Self.apps[0] {
      try await phone.store.decide(AccessDecision(share: [.cda: true]), for: app)
      try await pair.phone.shareDecisions()
    }
    note { decisions in
      decisions.documents[app] = nil
      if revoking, decisions.type[app] == true { decisions.type[app] = false }
      if !revoking { decisions.type[app] = nil }
    }
  }

  private func decide(
    _ decision: AccessDecision, _ app: String, _ change: (inout Decisions) -> Void
  ) async throws {
    try await phone.store.decide(decision, for: app)
    try await pair.phone.shareDecisions()
    note(change)
  }

  /// The phone goes by it at once, and the watch from some moment on, if there is a session.
  private func note(_ change: (inout Decisions) -> Void) {
    var latest = phone.decisions[0]
    change(&latest)
    phone.decisions = [latest]
    if connection != nil { watch.decisions.append(latest) }
  }

  private func setScope(_ sends: Bool) async throws {
    told.append("the watch gets \(sends ? "all" : "no documents")")
    sendsDocuments = sends
    try await pair.phone.setScope(sends ? .all : .withoutDocuments, of: pair.watchID)
  }

  private func settle() async throws {
    told.append("both settle")
    if connection == nil { connection = pair.connect() }
    try await pair.watch.settle(with: nil, reconciling: false)
    watch.decisions = [phone.decisions[0]]
    guard !sendsDocuments else { return }
    // Of what the watch saved itself it may not have heard yet that the phone has it.
    try await watch.store.until { try await Self.documents(in: $0).isEmpty }
  }

  private func cut() async throws {
    guard let connection else { return }
    told.append("the session breaks off")
    await connection.cut()
    self.connection = nil
  }

  // MARK: What is seen

  func check() async throws {
    for app in Self.apps {
      try await check(app, &phone)
      try await check(app, &watch)
    }
  }

  private func check(_ app: String, _ place: inout Place) async throws {
    let before = try await Self.documents(in: place.store)
    let found = try await find(app, &place)
    let after = try await Self.documents(in: place.store)
    let isQuiet = before == after && place.decisions.count == 1
    if isQuiet {
      let expected = place.decisions[0].sees(app, of: before)
      guard found?.queried == expected, found?.read ?? [] == expected ?? [] else {
        throw Failure(
          "\(app) on the \(place.name) sees \(found?.queried.count ?? -1)"
            + " and reads \(found?.read.count ?? -1), not \(expected?.count ?? -1)")
      }
      mostSeen = max(mostSeen, expected?.count ?? 0)
    }
    // What comes in or is decided meanwhile may be seen or not, and nothing else.
    let both = before.merging(after) { one, _ in one }
    let most = place.decisions.reduce(into: Set<SampleUUID>()) {
      $0.formUnion($1.sees(app, of: both) ?? [])
    }
    let seen = found.map { $0.queried.union($0.read).union($0.changed) } ?? []
    guard seen.isSubset(of: most) else {
      throw Failure("\(app) on the \(place.name) is told of \(seen.subtracting(most).count) more")
    }
  }

  private struct Found {
    var queried: Set<SampleUUID> = []
    var read: Set<SampleUUID> = []
    var changed: Set<SampleUUID> = []
  }

  /// What an app is told by a query, by reading each document there ever was, and by the changes since it asked last.
  private func find(_ app: String, _ place: inout Place) async throws -> Found? {
    let access = access(app, place.store)
    var found = Found()
    do {
      for try await run in try await access.samples(SampleQuery(.cda)) {
        found.queried.formUnion(run.uuids)
      }
    } catch let error as ModelError where error.code == .authorizationNotDetermined {
      return nil
    }
    do {
      try await look(further: access, &found, &place.anchors[app], in: place.store)
    } catch let error as ModelError where error.code == .authorizationNotDetermined {
      // It was reset at that very moment; what it was told before counts.
    }
    return found
  }

  /// The rest of it.
  private func look(
    further access: EmbeddedAccess<AppSession>, _ found: inout Found, _ anchor: inout StoreAnchor?,
    in store: LocalStore
  ) async throws {
    for uuid in try await Self.documents(in: store).keys {
      do {
        if try await access.wholeDocument(uuid) == CDASample.bytes { found.read.insert(uuid) }
      } catch let error as ModelError where error.code == .invalidArgument {
        // As one that is not there.
      }
    }
    var query = StoreChangeQuery([.cda], limit: 3)
    if let anchor { query.anchor = anchor }
    while true {
      let page = try await access.changes(query)
      found.changed.formUnion(page.added.flatMap(\.uuids))
      query.anchor = page.anchor
      guard page.hasMore else { break }
    }
    anchor = query.anchor
  }

  private func access(_ app: String, _ store: LocalStore) -> EmbeddedAccess<AppSession> {
    let source = SourceRevision(source: Source(bundleIdentifier: app, name: app))
    return EmbeddedAccess(AppSession(store, as: source))
  }

  /// All documents of a store, and who saved each.
  private static func documents(in store: LocalStore) async throws -> [SampleUUID: String] {
    var found: [SampleUUID: String] = [:]
    for try await run in try await store.samples(SampleQuery(.cda)) {
      for (row, uuid) in run.uuids.enumerated() {
        found[uuid] = run.sources[row].source.bundleIdentifier
      }
    }
    return found
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}
