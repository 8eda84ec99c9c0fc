internal import Synchronization

/// Judges statements by what PostgreSQL, Citus, CockroachDB and YugabyteDB all do in the same way.
struct CommonStatements {
  private static let kinds: Set<Substring> = [
    "SELECT", "INSERT", "UPDATE", "DELETE", "COPY", "BEGIN", "COMMIT", "ROLLBACK", "CREATE", "SET",
    "ALTER",
  ]
  /// What one of them has not, has in a way of its own, or takes for something else: `int` has eight bytes in one.
  private static let strangers: Set<Substring> = [
    "LOCK", "LISTEN", "NOTIFY", "TEMP", "TEMPORARY", "UNLOGGED", "TRIGGER", "DEFERRABLE",
    "PARTITION", "MERGE", "TRUNCATE", "SAVEPOINT", "INHERITS", "EXCLUDE", "FUNCTION", "PROCEDURE",
    "REFERENCES", "INT", "INTEGER", "SERIAL", "BIGSERIAL", "GENERATED", "CTID", "XMAX", "LATERAL",
  ]
  /// Tables whose rows are of all subjects.
  private static let shared: Set<Substring> = ["SCHEMA_VERSION", "TYPES"]

  private(set) var isInTransaction = false

  /// Why not all engines do the same; `nil` where they do.
  mutating func flaw(in sql: String) -> String? {
    // What stands between quotes is no word.
    let bare = sql.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
    let words = bare.uppercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard let kind = words.first, Self.kinds.contains(kind) else { return "an unusual statement" }
    defer {
      if kind == "BEGIN" { isInTransaction = true }
      if kind == "COMMIT" || kind == "ROLLBACK" { isInTransaction = false }
    }
    if bare.contains(";") { return "more than one statement" }
    if let word = words.first(where: Self.strangers.contains) { return "\(word)" }
    if let word = words.first(where: { $0.hasPrefix("PG_") }) { return "\(word)" }
    switch kind {
    case "SET": return words.dropFirst().first == "CLIENT_MIN_MESSAGES" ? nil : "a setting"
    case "CREATE":
      if isInTransaction { return "a table is made beside rows" }
      let makesAgain =
        words.starts(with: ["CREATE", "OR", "REPLACE", "VIEW"])
        || words.dropFirst(2).starts(with: ["IF", "NOT", "EXISTS"])
      let isInline = !bare.uppercased().contains("PRIMARY KEY (")
      return makesAgain ? flaw(inKeyOf: words, isInline: isInline) : "it cannot be done twice"
    case "ALTER":
      if isInTransaction { return "a table is changed beside rows" }
      let adds = ["ADD", "COLUMN", "IF", "NOT", "EXISTS"] as [Substring]
      return words[1] == "TABLE" && words.dropFirst(4).starts(with: adds)
        ? nil : "it cannot be done twice"
    case "COPY": return words.contains("BINARY") || words.contains("CSV") ? nil : "a form of COPY"
    default: return nil
    }
  }

  /// Whether the key of a table begins with the subject, by which engines spread its rows.
  private func flaw(inKeyOf words: [Substring], isInline: Bool) -> String? {
    guard words[1] == "TABLE", let name = words.dropFirst(6).first, !Self.shared.contains(name)
    else { return nil }
    guard let key = words.firstIndex(of: "PRIMARY") else { return "a table without a key" }
    // Behind a column of its own, or before a list of columns.
    let first = isInline ? words[key - 2] : words[key + 2]
    return first == "SUBJECT" ? nil : "a key that does not begin with the subject"
  }
}

/// Reads the statements that a client sends, as the protocol of PostgreSQL has them.
final class StatementWatch: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var hasBegun = false
    var judge = CommonStatements()
  }

  private let found = Mutex<(statements: [String], flaws: [String])>(([], []))

  var statements: [String] { found.withLock(\.statements) }
  var flaws: [String] { found.withLock(\.flaws) }

  /// A reader of one connection.
  func reader() -> (_ bytes: [UInt8]) -> Void {
    var state = State()
    return { [self] bytes in
      state.bytes += bytes
      while let message = Self.next(&state) {
        // A query, or a query that is to be prepared, behind its name.
        let text: ArraySlice<UInt8>? =
          switch message.first {
          case UInt8(ascii: "Q"): message.dropFirst(5)
          case UInt8(ascii: "P"): message.dropFirst(5).drop { $0 != 0 }.dropFirst()
          default: nil
          }
        guard let text else { continue }
        let sql = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        let flaw = state.judge.flaw(in: sql)
        found.withLock { found in
          found.statements.append(sql)
          if let flaw { found.flaws.append("\(flaw): \(sql)") }
        }
      }
    }
  }

  /// Takes the next message that is whole.
  private static func next(_ state: inout State) -> [UInt8]? {
    // The first one has no letter before its length.
    let first = state.hasBegun ? 1 : 0
    guard state.bytes.count >= first + 4 else { return nil }
    let length = state.bytes[first..<first + 4].reduce(0) { $0 << 8 | Int($1) }
    guard state.bytes.count >= first + length else { return nil }
    defer {
      state.bytes.removeFirst(first + length)
      state.hasBegun = true
    }
    return Array(state.bytes.prefix(first + length))
  }
}
