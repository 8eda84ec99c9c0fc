internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import HealthModel
internal import TextFormats

/// Types between what people type and read, and what is said to the daemon.
enum TypeWords {
  /// The short names of all types that can be named.
  static let names = ObjectType.all.map(\.name)

  /// How many types a sentence names before it only counts.
  private static let mostNamed = 6

  /// The short name of a type that the daemon named, by whichever of its names.
  static func name(_ word: String) -> String { ObjectType(named: word)?.name ?? word }

  /// What was decided about, as people read it: a type, or a document by its UUID.
  static func decided(_ word: String) -> String {
    ObjectType(word).document.map { "document \($0)" } ?? name(word)
  }

  /// Several of them in a cell, documents counted.
  static func decided(_ words: [String]) -> String {
    let documents = words.count { ObjectType($0).document != nil }
    var cells = words.filter { ObjectType($0).document == nil }.map(name)
    if documents > 0 { cells.append(documents == 1 ? "1 document" : "\(documents) documents") }
    return cells.isEmpty ? "-" : cells.joined(separator: ", ")
  }

  /// The identifiers of all types, and of documents by their UUIDs, that somebody typed.
  static func decidedIdentifiers(_ words: [String]) throws(ProgramFailure) -> [String] {
    var identifiers: [String] = []
    for word in words {
      if let uuid = SampleUUID(word) {
        identifiers.append(ObjectType.document(uuid).identifier)
      } else {
        identifiers.append(try identifier(word))
      }
    }
    return identifiers
  }

  /// The identifier of a type that somebody typed, be it one that only the daemon knows.
  static func identifier(_ word: String) throws(ProgramFailure) -> String {
    if let type = ObjectType(named: word) { return type.identifier }
    if word.hasPrefix("HK"), word.utf8.allSatisfy(isLetterOrDigit) { return word }
    throw unknown(word, among: names)
  }

  /// Why a word that somebody typed names none of the types called `names`.
  static func unknown(_ word: String, among names: [String]) -> ProgramFailure {
    ProgramFailure(
      .usage, "cannot use '\(TerminalText.quotable(word))': there is no such type",
      advice: advice(for: word, among: names))
  }

  /// What to do about a word that names none of the types called `names`.
  static func advice(for word: String, among names: [String]) -> String {
    Suggestion.nearest(to: word, among: names).map { "Did you mean \($0)?" }
      ?? "'dyad types --all' lists them."
  }

  /// The identifiers of all types that somebody typed.
  static func identifiers(_ words: [String]) throws(ProgramFailure) -> [String] {
    var identifiers: [String] = []
    for word in words { identifiers.append(try identifier(word)) }
    return identifiers
  }

  /// "120 heartRate, 4 stepCount and 3 more types": the greatest numbers first.
  static func list(_ counts: [TypeCountMessage]) -> String {
    let sorted = counts.sorted { ($0.count, $1.type) > ($1.count, $0.type) }
    let named = sorted.prefix(mostNamed).map { "\($0.count) \(name($0.type))" }
    let text = named.joined(separator: ", ")
    let rest = sorted.count - named.count
    return rest > 0 ? "\(text) and \(rest) more \(rest == 1 ? "type" : "types")" : text
  }

  /// The sum of all numbers.
  static func total(_ counts: [TypeCountMessage]) -> UInt64 {
    counts.reduce(0) { sum, each in
      let (total, overflow) = sum.addingReportingOverflow(each.count)
      return overflow ? .max : total
    }
  }

  /// For programs.
  static func json(_ counts: [TypeCountMessage]) -> JSONValue {
    .array(
      counts.map {
        .object([
          .init("type", .string(name($0.type))),
          .init("count", .integer(Int64(clamping: $0.count))),
        ])
      })
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
