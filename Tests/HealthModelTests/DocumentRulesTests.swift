internal import HealthModel
internal import Testing

struct DocumentRulesTests {
  private static let app = "app.one"
  private static let document = SampleUUID(base: 0xABCD, counter: 1)
  private static let other = SampleUUID(base: 0xABCD, counter: 2)
  private static let decisions: [Grant.Decision] = [.notDetermined, .denied, .authorized]

  private static func rules(
    share: Grant.Decision, read: Grant.Decision, _ decision: Grant.Decision
  ) -> AccessRules {
    AccessRules(
      app,
      grants: [
        .cda: Grant(share: share, read: read), .document(document): Grant(read: decision),
      ])
  }

  @Test(arguments: decisions, decisions)
  func `a document of somebody else takes two grants`(
    read: Grant.Decision, decision: Grant.Decision
  ) {
    for share in Self.decisions {
      let rules = Self.rules(share: share, read: read, decision).documents
      let isSeen = read == .authorized && decision == .authorized
      #expect(rules.sees(Self.document, savedBy: "app.two") == isSeen)
      #expect(!rules.sees(Self.other, savedBy: "app.two"))
      let isOwnSeen = share == .authorized || read == .authorized
      #expect(rules.sees(Self.document, savedBy: Self.app) == isOwnSeen)
      #expect(rules.sees(Self.other, savedBy: Self.app) == isOwnSeen)
    }
  }

  @Test(arguments: decisions, decisions)
  func `what queries take is what the rule says of each document`(
    read: Grant.Decision, decision: Grant.Decision
  ) throws {
    for share in Self.decisions where share != .notDetermined || read != .notDetermined {
      let rules = Self.rules(share: share, read: read, decision)
      let visibility = try rules.visibility(of: .cda)
      for uuid in [Self.document, Self.other] {
        for bundle in [Self.app, "app.two"] {
          let isSeen =
            switch visibility {
            case .everything: true
            case .own(let app): app == bundle
            case .chosen(let objects, own: let app): objects.contains(uuid) || app == bundle
            case .nothing: false
            }
          #expect(isSeen == rules.documents.sees(uuid, savedBy: bundle))
        }
      }
      #expect(visibility != .everything)
    }
  }

  @Test func `a grant of the type from before hands nothing out`() throws {
    let rules = AccessRules(
      Self.app, grants: [.cda: Grant(share: .notDetermined, read: .authorized)])
    #expect(try rules.visibility(of: .cda) == .own(bundleIdentifier: Self.app))
  }

  @Test(arguments: decisions, decisions)
  func `only what nobody decided is asked, and only in the foreground`(
    read: Grant.Decision, decision: Grant.Decision
  ) {
    let rules = Self.rules(share: .authorized, read: read, decision).documents
    func asks(_ uuid: SampleUUID, _ bundle: String, _ query: DocumentRules.Query) -> Bool {
      rules.asks(about: uuid, savedBy: bundle, in: query)
    }
    #expect(
      asks(Self.document, "app.two", .foreground)
        == (read == .authorized && decision == .notDetermined))
    #expect(asks(Self.other, "app.two", .foreground) == (read == .authorized))
    #expect(!asks(Self.other, "app.two", .subscription))
    #expect(!asks(Self.document, "app.two", .subscription))
    #expect(!asks(Self.other, Self.app, .foreground))
  }

  @Test func `one document less is less to see`() {
    let both = AccessRules(
      Self.app,
      grants: [
        .cda: Grant(read: .authorized), .document(Self.document): Grant(read: .authorized),
        .document(Self.other): Grant(read: .authorized),
      ])
    let one = Self.rules(share: .notDetermined, read: .authorized, .authorized)
    #expect(both.sees(.cda, asMuchAs: one))
    #expect(!one.sees(.cda, asMuchAs: both))
    let revoked = Self.rules(share: .notDetermined, read: .authorized, .denied)
    #expect(!revoked.sees(.cda, asMuchAs: one))
  }

  @Test func `a document has one name, which is no type`() {
    let name = ObjectType.document(Self.document)
    #expect(name.document == Self.document && name.decidedType == .cda)
    #expect(name.description == nil)
    #expect(ObjectType(name.identifier.lowercased()).document == nil)
    let lower = "\(ObjectType.cda.identifier)/\(Self.document.description.lowercased())"
    #expect(ObjectType(lower).document == nil)
    #expect(ObjectType.cda.document == nil && ObjectType.cda.decidedType == .cda)
    #expect(throws: ModelError.self) { try AccessRequest(read: [name]).check() }
    #expect(throws: ModelError.self) { try AccessDecision(share: [name: true]).check() }
    #expect(throws: ModelError.self) { try AccessDecision().check() }
    #expect(throws: Never.self) { try AccessDecision(read: [name: true]).check() }
    #expect(throws: Never.self) {
      try AccessDecision(read: [name: false, .cda: true]).check()
    }
  }
}
