internal import ConformanceWire
internal import Synchronization

/// What the cases of a run wrote into a node that goes on after them.
final class Traces: SayingListener, Sendable {
  private struct State {
    var written: Set<UUID> = []
    var apps: Set<String> = []
    var isAny = false
    var undoings: [Undoing] = []
  }

  /// A call of the owner's that takes back another one.
  struct Undoing: Sendable {
    let method: String
    var request: Value
  }

  /// Kinds of messages after which a phone is as it was before.
  private static let tracelessKinds: Set = [
    "hello", "acknowledgement", "compare", "questions", "vector",
  ]

  /// What answers with the names of what it saved.
  private static let namingMethods: Set = ["Store/Save", "Store/AddToWorkout"]

  /// How the apps of cases are called, of which a watch asks.
  private static let appPrefix = "app."

  private let state = Mutex(State())

  /// Whether a sample was written by a case, or by an app that a case made known.
  ///
  /// The record that ties samples to a workout has a UUID that no answer tells. It was written by a case where the
  /// workout was.
  func have(_ sample: Sample) -> Bool {
    state.withLock { state in
      state.written.contains(sample.uuid) || state.apps.contains(sample.source.bundle)
        || sample.container.map(state.written.contains) ?? false
    }
  }

  /// Whether a case may have changed something, since that was taken last.
  var areAny: Bool { state.withLock(\.isAny) }

  /// The same, once.
  func takeAny() -> Bool {
    state.withLock { state in
      defer { state.isAny = false }
      return state.isAny
    }
  }

  /// Notes that something may have changed.
  func noteAny() {
    state.withLock { $0.isAny = true }
  }

  /// The calls that take back what the owner did, the last first, since this was asked last.
  func takeUndoings() -> [Undoing] {
    state.withLock { state in
      defer { state.undoings = [] }
      return state.undoings.reversed()
    }
  }

  /// Notes a message of a session.
  func note(said bytes: [UInt8]) {
    // What is no message leaves nothing behind.
    guard let message = try? Message("SyncMessage", decoding: bytes) else { return }
    noteApps(in: message["questions"]["questions"].items + message["hello"]["questions"].items)
    guard !Self.tracelessKinds.contains(SyncKind.of(message)) else { return }
    note(message["batch"]["runs"].items)
  }

  /// Notes a call over a socket of the owner's or of an app.
  func note(calling method: String, _ request: Value) {
    switch method.split(separator: ".").last {
    case "Store/Save", "Store/SaveMany": note(request["runs"].items)
    case "Store/SaveDocument": note([request["run"]])
    case "Operator/AddApp":
      note([])
      let app = request["bundle_identifier"].string
      noteUndoing([Undoing(method: "Operator/RemoveApp", request: Self.request(of: app))])
      noteApp(app)
    case "Operator/SetScope":
      note([])
      let all: Value = ["peer": request["peer"], "is_exclusion": true]
      noteUndoing([Undoing(method: "Operator/SetScope", request: all)])
    case "Operator/SetCutoff":
      note([])
      noteUndoing([Undoing(method: "Operator/SetCutoff", request: [:])])
    default: note([])
    }
  }

  private static func request(of app: String) -> Value { ["bundle_identifier": .text(app)] }

  /// Notes an answer over a socket: a node names what was saved in plain words without a name.
  func note(answering method: String, _ response: Value) {
    guard let name = method.split(separator: ".").last, Self.namingMethods.contains(String(name))
    else { return }
    let uuids = response["uuids"].items.compactMap { UUID(text: $0.string) }
    state.withLock { $0.written.formUnion(uuids) }
  }

  private func noteApps(in questions: [Value]) {
    for app in Set(questions.map { $0["app"].string }) where app.hasPrefix(Self.appPrefix) {
      noteApp(app)
    }
  }

  /// What is decided for it, or waits to be, is taken back the other way round.
  private func noteApp(_ app: String) {
    state.withLock { _ = $0.apps.insert(app) }
    noteUndoing([
      Undoing(method: "Operator/ResetApp", request: Self.request(of: app)),
      Undoing(method: "Operator/Decide", request: Self.request(of: app)),
    ])
  }

  private func noteUndoing(_ undoings: [Undoing]) {
    state.withLock { $0.undoings += undoings }
  }

  private func note(_ runs: [Value]) {
    var uuids: [UUID] = []
    for run in runs {
      // A run that breaks a rule is not stored; a node that does so keeps it as its own.
      guard let count = Int(exactly: run["count"].word), count <= Run.mostRows,
        let some = try? Column.uuids(run, "uuids", rows: count)
      else { continue }
      uuids += some
    }
    state.withLock { state in
      state.isAny = true
      state.written.formUnion(uuids)
    }
  }
}

extension Sample {
  /// What it ties others to, where it does that.
  fileprivate var container: UUID? {
    guard case .body(let body) = payload else { return nil }
    let bytes = body["association"]["container"].data
    return bytes.count == 16 ? UUID(bytes) : nil
  }
}
