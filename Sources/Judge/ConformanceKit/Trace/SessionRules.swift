package import ConformanceWire

/// Looks at a session from outside and finds what the protocol's text does not allow in what order.
///
/// It sees a message when that is on its way. So where a rule depends on what a side has heard, it counts what
/// has passed as heard only where that makes a breach of the rule less, never more: what it reports is one.
package struct SessionRules: Sendable {
  /// Something that is not allowed.
  package struct Breach: Hashable, Sendable {
    package let clause: String
    /// What was seen.
    package let observed: String
  }

  /// What one side has said so far.
  package struct Side: Sendable {
    /// The weight of what it said.
    package var told = 0
    /// The weight of what it acknowledged, which is the other side's.
    package var received: UInt64 = 0
    package var hasEnded = false
    /// Where the next stretch of its log may start: positions and incarnations.
    var logStarts: Set<Value> = []
    /// Of a reconciliation that it is telling.
    var isTelling = false, hasClaimed = false, hasContent = false
    /// The next piece of each document.
    package var pieces: [[UInt8]: Int64] = [:]
  }

  package var watch = Side()
  package var phone = Side()
  /// Views of the watch's hellos in this session.
  package var views: [UInt64] = []
  package var versions: ClosedRange<Int64> = 0...0
  var helloLimits: Value = .absent
  var welcomeLimits: Value = .absent
  /// Hellos that wait for an answer, questions for the vector, and roots for a verdict.
  var openHellos = 0, openVectors = 0, openRoots = 0
  /// Whether the watch began a reconciliation that the phone has not answered to its end.
  var isReconciling = false
  var isWelcomed = false
  private var isBegun = false

  package init() {}

  /// Looks at the next message.
  package mutating func take(_ message: Message, from role: Role) -> [Breach] {
    var found: [Breach] = []
    let kind = SyncKind.of(message)
    if self[role].hasEnded {
      found.append(Breach(clause: "SYNC-END-LAST", observed: "'\(kind)' after 'ended'"))
    }
    if let owner = Self.owners[kind], owner != role {
      found.append(Breach(clause: "SYNC-WRONG-SIDE", observed: "'\(kind)' from the \(role.word)"))
    }
    if !isBegun, kind != "hello", kind != "ended" {
      found.append(
        Breach(clause: "SYNC-HELLO-FIRST", observed: "'\(kind)' before the watch's hello"))
    }
    isBegun = isBegun || kind == "hello"
    let content = message[kind]
    switch kind {
    case "hello": take(hello: content)
    case "welcome": found += take(welcome: content)
    case "settings": openHellos = max(0, openHellos - 1)
    case "claim_refused" where role == .phone: openHellos = max(0, openHellos - 1)
    case "vector_wanted": openVectors += 1
    case "vector": found += takeVector()
    case "batch": found += take(batch: content, role)
    case "reconcile": found += take(part: content, role)
    case "acknowledgement": found += take(acknowledgement: content, role)
    case "compare": found += takeCompare()
    case "compared": found += takeCompared()
    case "ended": self[role].hasEnded = true
    default: break
    }
    return found
  }

  /// Kinds that only one side may say.
  private static let owners: [String: Role] = [
    "hello": .watch, "questions": .watch, "vector": .watch, "compare": .watch, "welcome": .phone,
    "settings": .phone, "vector_wanted": .phone, "compared": .phone, "compare_wanted": .phone,
  ]

  package subscript(_ role: Role) -> Side {
    get { role == .phone ? phone : watch }
    set { if role == .phone { phone = newValue } else { watch = newValue } }
  }
}
