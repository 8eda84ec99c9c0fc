internal import HealthModel
internal import Testing

struct AccessRulesTests {
  static let app = "app.one"

  static func rules(_ grants: [ObjectType: Grant]) -> AccessRules {
    AccessRules(app, grants: grants)
  }

  @Test(arguments: [
    (Grant.Decision.authorized, Grant.Decision.authorized, Visibility.everything),
    (.authorized, .denied, .own(bundleIdentifier: "app.one")),
    (.denied, .authorized, .everything),
    (.denied, .denied, .nothing),
    // Half of it never asked for is as good as denied, but an answer all the same.
    (.authorized, .notDetermined, .own(bundleIdentifier: "app.one")),
    (.notDetermined, .authorized, .everything),
    (.denied, .notDetermined, .nothing),
    (.notDetermined, .denied, .nothing),
  ])
  func `share and read together say what an app sees`(
    share: Grant.Decision, read: Grant.Decision, visibility: Visibility
  ) throws {
    let rules = Self.rules([.stepCount: Grant(share: share, read: read)])
    #expect(try rules.visibility(of: .stepCount) == visibility)
  }

  @Test func `what was never asked for is an error`() {
    for type in [ObjectType.stepCount, .workout, .cda, .bloodPressure, .food, .biologicalSex] {
      let rules = Self.rules([.heartRate: Grant(share: .authorized, read: .authorized)])
      let reading = #expect(throws: ModelError.self) { try rules.visibility(of: type) }
      #expect(reading?.code == .authorizationNotDetermined)
      let saving = #expect(throws: ModelError.self) { try rules.checkSharing([type], to: "save") }
      #expect(saving?.code == .authorizationNotDetermined)
    }
  }

  @Test(arguments: [
    ([ObjectType.stepCount], nil as ModelError.Code?),
    ([.stepCount, .heartRate], .authorizationDenied),
    ([.heartRate], .authorizationDenied),
    ([.stepCount, .bodyMass], .authorizationNotDetermined),
    // Reading says nothing of sharing.
    ([.height], .authorizationNotDetermined),
    // There is still something to ask for, whatever else was denied.
    ([.heartRate, .bodyMass], .authorizationNotDetermined),
    ([], nil),
  ])
  func `one type that may not be shared fails all`(types: [ObjectType], code: ModelError.Code?) {
    let rules = Self.rules([
      .stepCount: Grant(share: .authorized), .heartRate: Grant(share: .denied, read: .authorized),
      .height: Grant(read: .authorized),
    ])
    var thrown: ModelError?
    do throws(ModelError) { try rules.checkSharing(Set(types), to: "save") } catch {
      thrown = error
    }
    #expect(thrown?.code == code)
  }

  @Test func `the status tells of sharing only, and never of correlations`() {
    let all = Grant(share: .authorized, read: .authorized)
    let rules = Self.rules([
      .stepCount: Grant(share: .authorized, read: .denied),
      .heartRate: Grant(share: .denied, read: .authorized), .height: Grant(read: .authorized),
      .bloodPressureSystolic: all, .bloodPressureDiastolic: all, .bloodPressure: all,
    ])
    #expect(rules.authorizationStatus(of: .stepCount) == .authorized)
    #expect(rules.authorizationStatus(of: .heartRate) == .denied)
    #expect(rules.authorizationStatus(of: .height) == .notDetermined)
    #expect(rules.authorizationStatus(of: .bodyMass) == .notDetermined)
    #expect(rules.authorizationStatus(of: .bloodPressure) == .notDetermined)
  }

  @Test func `only what was never decided is asked for`() {
    let rules = Self.rules([
      .stepCount: Grant(share: .denied), .heartRate: Grant(share: .authorized, read: .denied),
    ])
    let request = AccessRequest(
      share: [.stepCount, .heartRate, .height], read: [.stepCount, .heartRate, .biologicalSex])
    #expect(
      rules.undecided(in: request)
        == AccessRequest(share: [.height], read: [.stepCount, .biologicalSex]))
    #expect(
      rules.undecided(in: AccessRequest(share: [.stepCount], read: [.heartRate])).isEmpty)
  }

  /// A request that is refused, and which of its types the sentence names.
  struct Refusal: Sendable {
    var share: Set<ObjectType> = []
    var read: Set<ObjectType> = []
    var verb: String
    var named: String
  }

  static let refusals: [Refusal] = [
    Refusal(
      share: [.bloodPressure, .appleStandHour, .stepCount], verb: "share",
      named: "HKCategoryTypeIdentifierAppleStandHour, HKCorrelationTypeIdentifierBloodPressure"),
    Refusal(
      share: [.appleExerciseTime, .nikeFuel], read: [.stepCount], verb: "share",
      named: "HKQuantityTypeIdentifierAppleExerciseTime, HKQuantityTypeIdentifierNikeFuel"),
    Refusal(
      share: [.biologicalSex], verb: "share",
      named: "HKCharacteristicTypeIdentifierBiologicalSex"),
    Refusal(
      share: [.activitySummary], read: [.activitySummary], verb: "share",
      named: "HKActivitySummaryTypeIdentifier"),
    Refusal(
      share: [.stepCount], read: [.food, .bloodPressure], verb: "read",
      named: "HKCorrelationTypeIdentifierBloodPressure, HKCorrelationTypeIdentifierFood"),
    Refusal(share: [.association], verb: "share", named: "DyadAssociationTypeIdentifier"),
    Refusal(read: [.association], verb: "read", named: "DyadAssociationTypeIdentifier"),
  ]

  @Test(arguments: refusals)
  func `what cannot be permitted cannot be asked for`(refusal: Refusal) {
    let error = #expect(throws: ModelError.self) {
      try AccessRequest(share: refusal.share, read: refusal.read).check()
    }
    #expect(error?.code == .invalidArgument)
    #expect(
      error?.detail
        == "Authorization to \(refusal.verb) the following types is disallowed: \(refusal.named)")
  }

  @Test func `a request asks for something`() {
    let error = #expect(throws: ModelError.self) { try AccessRequest().check() }
    #expect(error?.code == .invalidArgument)
    #expect(error?.detail == "Must request authorization for at least one data type")
  }

  @Test func `everything else can be asked for`() throws {
    let share = ObjectType.all.filter { $0.description?.isShareable ?? false }
    let read = ObjectType.all.filter { !$0.isCorrelation }
    try AccessRequest(share: Set(share), read: Set(read)).check()
    #expect(share.contains(.workout) && share.contains(.cda))
    #expect(read.contains(.activitySummary) && read.contains(.wheelchairUse))
  }

  @Test func `a decision leaves what it does not name`() {
    let old = Grant(share: .authorized, read: .denied)
    let decision = AccessDecision(share: [.stepCount: false], read: [.heartRate: true])
    let grants = decision.grants { $0 == .stepCount ? old : Grant() }
    #expect(grants.count == 2)
    let byType = Dictionary(uniqueKeysWithValues: grants.map { ($0.type, $0.grant) })
    #expect(byType[.stepCount] == Grant(share: .denied, read: .denied))
    #expect(byType[.heartRate] == Grant(share: .notDetermined, read: .authorized))
  }

  @Test func `correlations are permitted by their members' types`() throws {
    let rules = Self.rules([.bloodPressureSystolic: Grant(share: .denied, read: .authorized)])
    #expect(try rules.visibility(of: .bloodPressure) == .everything)
    #expect(rules.hidesMembers(of: .bloodPressure))
    let error = #expect(throws: ModelError.self) {
      try rules.checkSharing([.bloodPressure], to: "save")
    }
    #expect(error?.code == .authorizationDenied)
    #expect(throws: ModelError.self) { try rules.visibility(of: .food) }
    #expect(
      Set(ObjectType.bloodPressure.memberTypes) == [
        .bloodPressureSystolic, .bloodPressureDiastolic,
      ])
    #expect(ObjectType.food.memberTypes.count > 30)
    #expect(ObjectType.stepCount.memberTypes.isEmpty)
    let all = Grant(share: .denied, read: .authorized)
    #expect(
      !Self.rules([.bloodPressureSystolic: all, .bloodPressureDiastolic: all])
        .hidesMembers(of: .bloodPressure))
  }

  static func pressure(from bundle: String) -> (run: SampleRun, members: [SampleUUID]) {
    let members = [SampleUUID(high: 1, low: 1), SampleUUID(high: 1, low: 2)]
    var held = Members()
    held.append(members[0], of: .bloodPressureSystolic)
    held.append(members[1], of: .bloodPressureDiastolic)
    let sample = Sample(
      uuid: SampleUUID(high: 2, low: 1), type: .bloodPressure, start: 0, end: 0,
      value: .object(.correlation(held)),
      source: SourceRevision(source: Source(bundleIdentifier: bundle, name: "")))
    return (SampleRun(sample), members)
  }

  /// Grants of systolic and diastolic, who correlated, which members the app saved itself, and which
  /// members it sees; none means that it does not see the correlation.
  struct View: Sendable, CustomTestStringConvertible {
    var systolic: Grant
    var diastolic: Grant
    var isOwn: Bool
    var ownMembers: [Int]
    var seen: [Int]

    var testDescription: String { "\(isOwn ? "own" : "foreign") \(ownMembers) -> \(seen)" }
  }

  static let read = Grant(share: .denied, read: .authorized)
  static let share = Grant(share: .authorized, read: .denied)
  static let none = Grant(share: .denied, read: .denied)

  @Test(arguments: [
    View(systolic: read, diastolic: read, isOwn: false, ownMembers: [], seen: [0, 1]),
    View(systolic: read, diastolic: none, isOwn: false, ownMembers: [], seen: [0]),
    View(systolic: none, diastolic: read, isOwn: true, ownMembers: [], seen: [1]),
    View(systolic: none, diastolic: none, isOwn: false, ownMembers: [], seen: []),
    View(systolic: none, diastolic: none, isOwn: true, ownMembers: [0, 1], seen: []),
    View(systolic: share, diastolic: share, isOwn: true, ownMembers: [0, 1], seen: [0, 1]),
    View(systolic: share, diastolic: share, isOwn: true, ownMembers: [1], seen: [1]),
    View(systolic: share, diastolic: none, isOwn: true, ownMembers: [0, 1], seen: [0]),
    View(systolic: share, diastolic: read, isOwn: false, ownMembers: [], seen: [1]),
    View(systolic: share, diastolic: read, isOwn: false, ownMembers: [0], seen: [0, 1]),
    // Somebody else tied the app's own samples together: that is somebody else's data.
    View(systolic: share, diastolic: share, isOwn: false, ownMembers: [0, 1], seen: []),
    View(systolic: Grant(), diastolic: read, isOwn: false, ownMembers: [], seen: [1]),
  ])
  func `members that an app may not see are left out`(shown: View) {
    let (run, members) = Self.pressure(from: shown.isOwn ? Self.app : "app.two")
    let rules = Self.rules([
      .bloodPressureSystolic: shown.systolic, .bloodPressureDiastolic: shown.diastolic,
    ])
    let view = rules.view(of: run, ownMembers: UUIDSet(shown.ownMembers.map { members[$0] }))
    guard !shown.seen.isEmpty else {
      #expect(view.isEmpty)
      return
    }
    guard view.count == 1, case .object(.correlation(let left)) = view[0].value else {
      Issue.record("the correlation is gone")
      return
    }
    #expect(left.uuids == shown.seen.map { members[$0] })
    #expect(view.uuids == run.uuids)
  }

  @Test func `who saved a member is asked only where it matters`() {
    let (run, members) = Self.pressure(from: "app.two")
    let rules = Self.rules([
      .bloodPressureSystolic: Self.share, .bloodPressureDiastolic: Self.read,
    ])
    #expect(
      rules.membersOfUncertainOwner(in: run)
        == [.bloodPressureSystolic: UUIDSet([members[0]])])
  }

  @Test func `saving needs the types of what is saved, or of its members`() throws {
    let pressure = Self.pressure(from: Self.app).run
    let steps = SampleRun(
      Sample(
        uuid: SampleUUID(high: 3, low: 3), type: .stepCount, start: 0, end: 1,
        value: .quantity(Quantity(1, .count)), source: pressure.sources[0]))
    #expect(
      try AccessRules.typesShared(bySaving: [pressure, steps])
        == [.bloodPressureSystolic, .bloodPressureDiastolic, .stepCount])
    let record = SampleRun(
      Sample(
        uuid: SampleUUID(high: 4, low: 4), type: .association, start: 0, end: 1,
        value: .object(.association(container: SampleUUID(high: 5, low: 5), Members())),
        source: pressure.sources[0]))
    let error = #expect(throws: ModelError.self) {
      try AccessRules.typesShared(bySaving: [steps, record])
    }
    #expect(error?.code == .invalidArgument)
  }
}
