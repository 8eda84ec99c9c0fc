package import ConformanceWire
internal import SystemCore

/// Apps of the node under test and what they may do: on a phone its owner decides; on a watch, the tool as its
/// phone does.
///
/// Nothing of what it does is disturbed by a saboteur but the sync session of a watch.
package final class Permissions {
  private let stage: Stage
  private var rows: [Accesses.Row] = []
  private var tokens: [String: String] = [:]
  /// The phone of a watch, and the session with it that is ready.
  package private(set) var peer: Peer?
  package private(set) var session: Session?

  package init(_ stage: Stage) {
    self.stage = stage
  }

  /// An app that is known to the node; it is made known where it was not.
  package func app(_ bundle: String = "app.first", version: String? = nil) throws -> LocalCaller {
    try stage.node().app(token: try token(of: bundle), version: version)
  }

  /// What an app shows.
  package func token(of bundle: String) throws -> String {
    if let token = tokens[bundle] { return token }
    let token = try stage.node().makeApp(bundle)
    tokens[bundle] = token
    return token
  }

  /// Decides all that apps may do; what is left out is not decided.
  package func set(_ new: [Accesses.Row]) throws {
    for row in new { _ = try token(of: row.app) }
    switch stage.target {
    case .phone: try setAsOwner(new)
    case .watch: try setAsPhone(new)
    }
    rows = new
  }

  private func setAsPhone(_ new: [Accesses.Row]) throws {
    if let peer, let session {
      try peer.decide(in: session) { $0["accesses"] = Accesses.value(new) }
      return
    }
    let peer = try stage.peer()
    peer.settings["accesses"] = Accesses.value(new)
    let session = try peer.ready()
    try peer.sync(session)
    self.peer = peer
    self.session = session
  }

  private func setAsOwner(_ new: [Accesses.Row]) throws {
    let node = try stage.node()
    let gone = Set(rows).subtracting(new)
    for (app, rows) in Dictionary(grouping: gone, by: \.app) {
      try node.owner(
        "Operator/ResetApp",
        ["bundle_identifier": .text(app), "types": Value(Set(rows.map(\.type)).sorted())])
    }
    let changed = Set(new).subtracting(rows).filter { $0.share + $0.read > 0 }
    for (app, rows) in Dictionary(grouping: changed, by: \.app) {
      try ask(app, Array(rows))
      guard let request = try node.requests(of: app).last else {
        throw Doubt("a request of an app is not among those that wait")
      }
      try node.owner(
        "Operator/Decide",
        ["id": request["id"], "decisions": .list(rows.map(Self.decision(of:)))])
    }
  }

  private func ask(_ app: String, _ rows: [Accesses.Row]) throws {
    guard let socket = try stage.node().appSocket else {
      throw NotHere("the node has no socket for apps")
    }
    let quiet = stage.scene.quiet()
    _ = try LocalCaller(socket, token: try token(of: app), quiet).call(
      "Store/RequestAuthorization",
      [
        "share": Value(rows.filter { $0.share > 0 }.map(\.type)),
        "read": Value(rows.filter { $0.read > 0 }.map(\.type)), "no_wait": true,
      ])
  }

  private static func decision(of row: Accesses.Row) -> Value {
    var decision: Value = ["type": .text(row.type)]
    if row.share > 0 { decision["share"] = .flag(row.share == 2) }
    if row.read > 0 { decision["read"] = .flag(row.read == 2) }
    return decision
  }
}

extension Run {
  /// Samples as runs without dots, one for each type, as they are saved.
  package static func savable(_ samples: [Sample]) -> [Value] {
    Peer.runs(of: samples).map { run in
      var run = run
      run["dots"] = .absent
      return run
    }
  }
}

extension Sample {
  /// A heart rate of a moment ago that nothing has yet.
  package static func news(_ value: Double = 72, secondsAgo: Double = 60) -> Self {
    .heartRate(
      Entropy.word(), 1, at: (Instant.now - secondsAgo).rounded(.down), value: value)
  }

  /// A time asleep that nothing has yet and that has just ended.
  package static func nap(secondsAgo: Double = 60) -> Self {
    .sleep(Entropy.word(), 1, from: (Instant.now - secondsAgo - 600).rounded(.down), lasting: 600)
  }
}
