internal import HealthModel
internal import SyncCore
internal import SyncSimulation
internal import Testing

/// What a phone does with settings that a watch shows and that it does not remember (R20).
@Suite struct SettingsSealTests {
  /// What a watch shows in place of what it was told.
  enum Sham: CaseIterable {
    case unsealed, otherNumber, otherScope, otherAccess, otherAnswers, otherLease, ofAnotherWatch

    func change(_ settings: inout WatchSettings) {
      switch self {
      case .unsealed: settings.seal = []
      case .otherNumber: settings.version.number += 1
      case .otherScope: settings.scope = .none
      case .otherAccess: settings.access = []
      case .otherAnswers: settings.answered = [7]
      case .otherLease: settings.lease = 1
      case .ofAnotherWatch:
        let other = DeviceID(Array(repeating: 3, count: DeviceID.byteCount))
        settings.seal =
          other.flatMap { device in
            SettingsSealing.simulated.seal(settings.sealedBytes(for: device))
          } ?? []
      }
    }
  }

  private static let app = WatchSettings.Access(
    app: "app", type: Pair.type, grant: Grant(share: .authorized, read: .authorized))

  /// A pair whose phone was restored to before its last decision, which the watch has heard of.
  private func restored() throws -> Pair {
    var pair = try Pair()
    try pair.phone.decide(for: pair.watchID, &pair.phoneStore) { $0.access = [Self.app] }
    try pair.sync()
    let backup = pair.phoneStore
    try pair.phone.decide(for: pair.watchID, &pair.phoneStore) { $0.scope = .only([Pair.type]) }
    try pair.settle()
    #expect(pair.watchStore.record.settings.scope == .only([Pair.type]))
    pair.phoneStore = backup
    try pair.phoneStore.open(beginning: Incarnation(rawValue: 9))
    pair.phone = PhoneNode(sealing: .simulated)
    return pair
  }

  @Test func `a phone that was restored knows what it decided by its seal`() throws {
    var pair = try restored()
    let shown = pair.watchStore.record.settings
    #expect(!shown.seal.isEmpty)
    try pair.sync()
    let settings = try #require(pair.phoneStore.record.peers[pair.watchID]?.settings)
    #expect(settings.scope == .only([Pair.type]) && settings.access == [Self.app])
    #expect(settings.version.number == shown.version.number + 1)
    #expect(pair.phone.unsealed.isEmpty)
    #expect(pair.watchStore.record.settings.version == settings.version)
    #expect(try pair.compare() == .equal)
  }

  @Test(arguments: Sham.allCases, [true, false])
  func `what it did not seal changes nothing before a person says so`(
    sham: Sham, accepts: Bool
  ) throws {
    var pair = try restored()
    sham.change(&pair.watchStore.record.settings)
    let shown = pair.watchStore.record.settings
    let before = pair.phoneStore.record
    try pair.sync()
    #expect(pair.phone.unsealed[pair.watchID] == shown)
    #expect(!pair.phone.isConnected(pair.watchID))
    #expect(
      pair.phoneStore.record.peers[pair.watchID]?.settings == before.peers[pair.watchID]?.settings)

    let answer = try pair.phone.answerUnsealed(of: pair.watchID, accepts: accepts, &pair.phoneStore)
    let decided = try #require(answer)
    let own = try #require(before.peers[pair.watchID]?.settings)
    #expect(decided.version.number == shown.version.number + 1)
    let both = own.intersection(shown)
    #expect(decided.scope == (accepts ? both.scope : own.scope))
    #expect(decided.access == (accepts ? both.access : own.access))
    _ = try pair.phone.flush(&pair.phoneStore)
    // The watch shows it once more, and is told.
    try pair.sync()
    #expect(pair.phone.unsealed.isEmpty)
    #expect(pair.watchStore.record.settings.version == decided.version)
    #expect(try pair.compare() == .equal)
    #expect(
      try pair.phone.answerUnsealed(of: pair.watchID, accepts: accepts, &pair.phoneStore) == nil)
  }

  @Test func `a watch that forgot its settings is told them without a question`() throws {
    var pair = try restored()
    pair.watchStore.record.settings = WatchSettings(scope: .none)
    try pair.sync()
    #expect(pair.phone.unsealed.isEmpty)
    #expect(pair.watchStore.record.settings.access == [Self.app])
  }

  @Test func `settings sealed for one watch differ from those of another in what is sealed`() throws
  {
    let pair = try Pair()
    let other = try #require(DeviceID(Array(repeating: 3, count: DeviceID.byteCount)))
    let settings = WatchSettings()
    #expect(settings.sealedBytes(for: pair.watchID) != settings.sealedBytes(for: other))
    // Texts that follow each other are told apart.
    var (one, two) = (settings, settings)
    one.access = [WatchSettings.Access(app: "ab", type: ObjectType("c"), grant: Grant())]
    two.access = [WatchSettings.Access(app: "a", type: ObjectType("bc"), grant: Grant())]
    #expect(one.sealedBytes(for: pair.watchID) != two.sealedBytes(for: pair.watchID))
  }
}
