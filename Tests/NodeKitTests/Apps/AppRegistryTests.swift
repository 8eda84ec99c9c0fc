internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import NodeApps
@testable internal import NodeTrust

// The daemon alone is made of these parts, so that none of them is `package`.

struct AppRegistryTests {
  @Test func `a token is in its file alone, which only the owner reads`() async throws {
    let fixture = try await StoreFixture()
    let (token, path) = try await fixture.apps.add(
      StoreFixture.app, name: "", readReason: "a", shareReason: "b", user: nil)
    #expect(token.utf8.count == 64)
    let written = try FileSystem.readFile(path, atMost: 100)
    #expect(String(decoding: written, as: UTF8.self) == "\(token)\n")
    #expect(try FileSystem.rights(of: path).mode == 0o600)
    #expect(try FileSystem.rights(of: fixture.folder.file("apps")).mode == 0o700)
    #expect(path.hasSuffix("/apps/app.one.token"))
    let stored = try #require(try await fixture.store.nodeRecord(AppRegistry.recordKey))
    #expect(!stored.contains(Array(token.utf8)))
    let app = try #require(fixture.apps.apps.first)
    #expect(app.name == StoreFixture.app && app.user == Machine.user)
    #expect(app.addedAt == StoreFixture.now)
  }

  @Test func `what is known is known again after a restart`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.add()
    try await fixture.add(StoreFixture.other)
    let known = fixture.apps.apps
    let again = try await AppRegistry.open(fixture.store, tokens: fixture.folder.file("apps"))
    #expect(again.apps == known)
    #expect(known.map(\.bundleIdentifier) == [StoreFixture.app, StoreFixture.other])
  }

  @Test(arguments: [
    "", ".", "..", ".hidden", "-rf", "a/b", "a b", "a\u{0}", "ä", "a\n",
    String(repeating: "a", count: 246),
  ])
  func `what is no safe file name is no bundle identifier`(identifier: String) async throws {
    let fixture = try await StoreFixture()
    let error = await #expect(throws: ModelError.self) {
      try await fixture.apps.add(
        identifier, name: "", readReason: "", shareReason: "", user: nil)
    }
    #expect(error?.code == .invalidArgument)
    #expect(fixture.apps.apps.isEmpty)
  }

  @Test(arguments: ["dyad.manual", "dyad.sensor.heart", "com.apple.Health", "com.apple.health.1"])
  func `no app passes for the user or for a sensor`(identifier: String) async throws {
    let fixture = try await StoreFixture()
    let error = await #expect(throws: ModelError.self) {
      try await fixture.apps.add(identifier, name: "", readReason: "", shareReason: "", user: nil)
    }
    #expect(error?.code == .invalidArgument)
    #expect(fixture.apps.apps.isEmpty)
  }

  @Test func `texts that cannot be shown or are too long are refused`() async throws {
    let fixture = try await StoreFixture()
    for text in ["\u{1B}[2J", String(repeating: "a", count: 257), "a\u{202E}b"] {
      let error = await #expect(throws: ModelError.self) {
        try await fixture.apps.add(
          StoreFixture.app, name: text, readReason: "", shareReason: "", user: nil)
      }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func `the longest identifier has a file`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add(String(repeating: "a", count: 245))
    let status = try await fixture.asApp(token) { client, options in
      try await client.call(StoreMethods.getCoverage, GetCoverageRequest(), options: options)
    }
    #expect(status.coverage?.until == StoreFixture.now)
  }

  @Test func `every way not to be an app gets the same answer`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    let old = try await fixture.add(StoreFixture.other)
    try await fixture.add(StoreFixture.other)
    let gone = try await fixture.add("app.gone")
    let wasThere = try await fixture.apps.remove("app.gone")
    #expect(wasThere)
    let wasNever = try await fixture.apps.remove("app.never")
    #expect(!wasNever)
    let strangers: [(String?, UInt32?)] = [
      (nil, StoreFixture.user), ("", StoreFixture.user),
      (String(token.dropLast()), StoreFixture.user),
      (token, StoreFixture.user + 1), (token, 0), (token, nil), (old, StoreFixture.user),
      (gone, StoreFixture.user),
    ]
    for (token, user) in strangers {
      let error = try await fixture.asApp(token, user: user) { client, options in
        try await refusal {
          try await client.call(StoreMethods.getCoverage, GetCoverageRequest(), options: options)
        }
      }
      #expect(error == RPCError.unknownApp)
      #expect(error.code == .unauthenticated)
    }
    let isGone = try FileSystem.exists(fixture.folder.file("apps/app.gone.token"))
    #expect(!isGone)
  }

  @Test func `every change of the apps is in the audit`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.add()
    try await fixture.add()
    _ = try await fixture.apps.remove(StoreFixture.app)
    let audit = try await fixture.store.audit(latest: 10)
    #expect(audit.map(\.event) == ["app.removed", "app.renewed", "app.added"])
    #expect(audit.allSatisfy { $0.subject == StoreFixture.app })
  }

  @Test func `damaged records are an error that says what to do`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.store.commitTogether([
      .setNodeRecord(key: AppRegistry.recordKey, body: [0xFF, 0xFF])
    ])
    let failure = await #expect(throws: StateFailure.self) {
      try await AppRegistry.open(fixture.store, tokens: fixture.folder.file("apps"))
    }
    #expect(failure?.advice != nil)
  }
}
