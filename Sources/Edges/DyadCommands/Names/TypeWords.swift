internal import CommandLineCore
internal import DyadServices
internal import HealthModel

/// Types between what people type and read, and what is said to the daemon.
enum TypeWords {
  /// The short names of all types that can be named.
  static let names = ObjectType.all.map(\.name)

  /// How many types a sentence names before it only counts.
  private static let mostNamed = 6

  /// The short name of a type that the daemon named, by whichever of its names.
  static func name(_ word: String) -> String { ObjectType(named: word)?.name ?? word }

  /// The identifier of a type that somebody typed, be it one that only the daemon knows.
  static func identifier(_ word: String) throws(CommandFailure) -> String {
    if let type = ObjectType(named: word) { return type.identifier }
    if word.hasPrefix("HK"), word.utf8.allSatisfy(isLetterOrDigit) { return word }
    throw unknown(word, among: names)
  }

  /// Why a word that somebody typed names none of the types called `names`.
  static func unknown(_ word: String, among names: [String]) -> CommandFailure {
    CommandFailure(
      .usage, "cannot use '\(TerminalText.quotable(word))': there is no such type",
      advice: advice(for: word, among: names))
  }

  /// What to do about a word that names none of the types called `names`.
  static func advice(for word: String, among names: [String]) -> String {
    Suggestion.nearest(to: word, among: names).map { "Did you mean \($0)?" }
      ?? "'dyad types --all' lists them."
  }

  /// The identifiers of all types that somebody typed.
  static func identifiers(_ words: [String]) throws(CommandFailure) -> [String] {
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
