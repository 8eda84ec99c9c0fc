private import Dispatch
internal import HealthModel
internal import StoreAccess

/// A document that an app asks its user for.
public struct HKPermissionDocument: Hashable, Sendable {
  /// The object's.
  public let uuid: UUID
  /// What it is called.
  public let title: String
  /// Whom it is about.
  public let patientName: String
  /// Who keeps it.
  public let custodianName: String
  /// When it was written.
  public let date: Date
}

/// What an app asks its user for.
public struct HKPermissionRequest: Sendable {
  /// Who asks.
  public let source: HKSource
  /// What it wants to save.
  public let share: Set<HKSampleType>
  /// What it wants to read.
  public let read: Set<HKObjectType>
  /// Documents that others saved and it wants to read, one by one.
  public let documents: [HKPermissionDocument]
  /// Why it wants to save: the app's `NSHealthUpdateUsageDescription`.
  public let shareReason: String
  /// Why it wants to read: the app's `NSHealthShareUsageDescription`.
  public let readReason: String
}

/// What the user says to a request; what it leaves out stays undecided.
public struct HKPermissionAnswer: Sendable {
  let decide: @Sendable (AccessRequest) -> AccessDecision

  /// Allows all that was asked for.
  public static let allowAll = Self { AccessDecision(true, to: $0) }
  /// Denies all that was asked for.
  public static let denyAll = Self { AccessDecision(false, to: $0) }

  /// Allows these types, and denies the others that were asked for.
  public static func allow(share: Set<HKSampleType>, read: Set<HKObjectType>) -> Self {
    let (share, read) = (Set(share.map(\.type)), Set(read.map(\.type)))
    return Self { request in
      var decision = AccessDecision(false, to: request)
      for type in request.share where share.contains(type) { decision.share[type] = true }
      for type in request.read where read.contains(type) { decision.read[type] = true }
      // Documents are nobody's type: they are chosen by themselves.
      for type in request.read where type.document != nil { decision.read[type] = nil }
      return decision
    }
  }

  /// Allows these documents, and denies the others that were asked for.
  public static func allow(documents: Set<UUID>) -> Self {
    let chosen = Set(documents.map { ObjectType.document(SampleUUID($0)) })
    return Self { request in
      let asked = request.read.lazy.filter { $0.document != nil }
      return AccessDecision(
        read: Dictionary(uniqueKeysWithValues: asked.map { ($0, chosen.contains($0)) }))
    }
  }
}

/// What answers the permission requests of an app whose store is in this process.
///
/// A daemon's apps are answered by its owner. On a phone that is a sheet on the screen; here it is a closure, or whoever is at the terminal.
public struct HKPermissionSheet: Sendable {
  let asksPeople: Bool
  let sheet: @Sendable (HKSource, UsageReasons) -> PermissionSheet

  /// A sheet that a closure answers, such as `HKPermissionSheet { request in .allowAll }`.
  public init(
    _ answer: @escaping @Sendable (HKPermissionRequest) async throws -> HKPermissionAnswer
  ) {
    asksPeople = false
    sheet = { source, reasons in
      PermissionSheet(readReason: reasons.read, shareReason: reasons.share) { question in
        func types<Type>(_ types: Set<ObjectType>) -> Set<Type> {
          Set(types.compactMap { HKObjectType.of($0) as? Type })
        }
        let answer = try await answer(
          HKPermissionRequest(
            source: source, share: types(question.request.share),
            read: types(question.request.read),
            documents: question.documents.map(HKPermissionDocument.init),
            shareReason: question.shareReason,
            readReason: question.readReason))
        return answer.decide(question.request)
      }
    }
  }

  private init(people sheet: @escaping @Sendable (UsageReasons) -> PermissionSheet) {
    asksPeople = true
    self.sheet = { sheet($1) }
  }

  /// Allows whatever is asked for: for tests, and for servers whose user decided elsewhere.
  public static let allowing = HKPermissionSheet { _ in .allowAll }
  /// Denies whatever is asked for.
  public static let denying = HKPermissionSheet { _ in .denyAll }

  /// Asks whoever is at the terminal, type by type; fails where there is no terminal.
  public static let terminal = HKPermissionSheet(people: { reasons in
    .lines(readReason: reasons.read, shareReason: reasons.share) { line in
      FileHandle.standardError.write(Data((line + "\n").utf8))
    } readLine: {
      guard isatty(STDIN_FILENO) == 1 else {
        throw HKError(
          .errorUserCanceled,
          userInfo: [
            NSLocalizedDescriptionKey:
              "nobody is there to ask: standard input is no terminal. Run the app in one once, give "
              + "HKHealthStore another HKPermissionSheet, or start 'dyadd' and use 'dyad approve'"
          ])
      }
      // A person takes as long as they like, and holds no thread that others need.
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: Swift.readLine()) }
      }
    }
  })
}

extension HKPermissionDocument {
  init(_ document: AskedDocument) {
    uuid = UUID(document.uuid)
    title = document.document.title
    patientName = document.document.patientName
    custodianName = document.document.custodianName
    date = Date(timeIntervalSinceReferenceDate: document.date)
  }
}

/// Why the app wants what it asks for.
struct UsageReasons: Sendable {
  var read: String
  var share: String

  /// As the main bundle says it.
  static var ofMainBundle: UsageReasons {
    func text(_ key: String) -> String {
      Bundle.main.object(forInfoDictionaryKey: key) as? String ?? ""
    }
    return UsageReasons(
      read: text("NSHealthShareUsageDescription"), share: text("NSHealthUpdateUsageDescription"))
  }

  /// Stops where people would be asked without being told why.
  func check(_ request: AccessRequest) {
    for (types, reason, key, verb) in [
      (request.read, read, "NSHealthShareUsageDescription", "read"),
      (request.share, share, "NSHealthUpdateUsageDescription", "write"),
    ] where !types.isEmpty && reason.isEmpty {
      stop(
        "\(key) must be set in the app's Info.plist in order to request \(verb) authorization.")
    }
  }
}
