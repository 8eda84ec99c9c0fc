/// Reads the format of a predicate, such as `%K >= %@ AND metadata.note BEGINSWITH[c] "a"`.
///
/// What it does not know it refuses: arithmetic, functions, subqueries and variables.
struct PredicateFormat {
  /// Deeper parentheses are a mistake.
  private static let deepest = 64

  private let text: String
  private let characters: [Character]
  private var position = 0
  private var arguments: ArraySlice<Any?>

  /// Reads a format.
  ///
  /// - Throws: For what is no predicate, and where arguments are missing.
  static func condition(_ text: String, _ arguments: [Any?]) throws(HKError) -> Condition {
    var format = PredicateFormat(text, arguments)
    let condition = try format.readAlternatives(depth: 0)
    format.skipSpace()
    guard format.position == format.characters.count else { throw format.refusal() }
    return condition
  }

  private init(_ text: String, _ arguments: [Any?]) {
    self.text = text
    characters = Array(text)
    self.arguments = arguments[...]
  }

  private func refusal(_ detail: String? = nil) -> HKError {
    .invalid(
      "Unable to parse the format string \"\(text.prefix(200))\""
        + (detail.map { ": \($0)" } ?? " at character \(position)"))
  }

  private mutating func readAlternatives(depth: Int) throws(HKError) -> Condition {
    guard depth < Self.deepest else { throw refusal("it is nested too deeply") }
    var parts = [try readConjunction(depth: depth)]
    while take(word: "OR") || take("||") { parts.append(try readConjunction(depth: depth)) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func readConjunction(depth: Int) throws(HKError) -> Condition {
    var parts = [try readNegation(depth: depth)]
    while take(word: "AND") || take("&&") { parts.append(try readNegation(depth: depth)) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func readNegation(depth: Int) throws(HKError) -> Condition {
    guard depth < Self.deepest else { throw refusal("it is nested too deeply") }
    if take(word: "NOT") || (!peeks("!=") && take("!")) {
      return .not(try readNegation(depth: depth + 1))
    }
    if take(word: "TRUEPREDICATE") { return .constant(true) }
    if take(word: "FALSEPREDICATE") { return .constant(false) }
    if take("(") {
      let inner = try readAlternatives(depth: depth + 1)
      guard take(")") else { throw refusal("a parenthesis is not closed") }
      return inner
    }
    return try readComparison()
  }

  private mutating func readComparison() throws(HKError) -> Condition {
    var modifier = NSComparisonPredicate.Modifier.direct
    var isNegated = false
    if take(word: "ANY") || take(word: "SOME") {
      modifier = .any
    } else if take(word: "ALL") {
      modifier = .all
    } else if take(word: "NONE") {
      (modifier, isNegated) = (.any, true)
    }
    let left = try readOperand()
    if take(word: "NOT") {
      guard take(word: "IN") else { throw refusal("NOT stands before IN here") }
      isNegated.toggle()
      position -= 2
    }
    let type = try readOperator()
    let options = try readOptions()
    let comparing = Condition.Comparing(
      left: left, type: type, right: try readOperand(), modifier: modifier, options: options)
    return isNegated ? .not(.compare(comparing)) : .compare(comparing)
  }

  private static let symbols: [(String, NSComparisonPredicate.Operator)] = [
    ("==", .equalTo), ("=<", .lessThanOrEqualTo), ("=>", .greaterThanOrEqualTo), ("=", .equalTo),
    ("!=", .notEqualTo), ("<>", .notEqualTo), ("<=", .lessThanOrEqualTo),
    (">=", .greaterThanOrEqualTo), ("<", .lessThan), (">", .greaterThan),
  ]
  private static let words: [(String, NSComparisonPredicate.Operator)] = [
    ("BETWEEN", .between), ("IN", .in), ("CONTAINS", .contains), ("BEGINSWITH", .beginsWith),
    ("ENDSWITH", .endsWith), ("LIKE", .like), ("MATCHES", .matches),
  ]

  private mutating func readOperator() throws(HKError) -> NSComparisonPredicate.Operator {
    for (symbol, type) in Self.symbols where take(symbol) { return type }
    for (word, type) in Self.words where take(word: word) { return type }
    throw refusal()
  }

  private mutating func readOptions() throws(HKError) -> NSComparisonPredicate.Options {
    guard take("[") else { return [] }
    var options: NSComparisonPredicate.Options = []
    while position < characters.count, characters[position] != "]" {
      switch characters[position] {
      case "c", "C": options.insert(.caseInsensitive)
      case "d", "D": options.insert(.diacriticInsensitive)
      case "n", "N": options.insert(.normalized)
      default: throw refusal()
      }
      position += 1
    }
    guard take("]") else { throw refusal("an option is not closed") }
    return options
  }

  private mutating func readOperand() throws(HKError) -> Condition.Operand {
    skipSpace()
    guard position < characters.count else { throw refusal("something is missing at its end") }
    switch characters[position] {
    case "{": return try readList()
    case "\"", "'": return .value(try readText())
    case "%": if !peeks("%K") { return .value(try readArgument()) }
    case "-", "+", "0"..."9", ".": return .value(try readNumber())
    default: break
    }
    return try readPath()
  }

  private mutating func readList() throws(HKError) -> Condition.Operand {
    _ = take("{")
    var parts: [Condition.Operand] = []
    if take("}") { return .list(parts) }
    repeat { parts.append(try readOperand()) } while take(",")
    guard take("}") else { throw refusal("a list is not closed") }
    return .list(parts)
  }

  private mutating func readText() throws(HKError) -> String {
    let quote = characters[position]
    position += 1
    var content = ""
    while position < characters.count, characters[position] != quote {
      if characters[position] == "\\", position + 1 < characters.count { position += 1 }
      content.append(characters[position])
      position += 1
    }
    guard position < characters.count else { throw refusal("a text is not closed") }
    position += 1
    return content
  }

  private mutating func readNumber() throws(HKError) -> Any {
    let start = position
    while position < characters.count, "+-.eE0123456789".contains(characters[position]) {
      position += 1
    }
    let digits = String(characters[start..<position])
    if let integer = Int(digits) { return integer }
    guard let number = Double(digits) else { throw refusal("\(digits) is no number") }
    return number
  }

  private mutating func nextArgument() throws(HKError) -> Any? {
    guard let next = arguments.popFirst() else { throw refusal("an argument is missing") }
    return next
  }

  /// `%@`, and the formats of C's numbers.
  private mutating func readArgument() throws(HKError) -> Any? {
    position += 1
    while position < characters.count, "hlqztjL.0123456789".contains(characters[position]) {
      position += 1
    }
    guard position < characters.count, "@diuxXofFeEgGc".contains(characters[position]) else {
      throw refusal()
    }
    position += 1
    return Member.unwrapped(try nextArgument())
  }

  private mutating func readPath() throws(HKError) -> Condition.Operand {
    var path: [String] = []
    repeat {
      if peeks("%K") {
        position += 2
        guard let key = Member.unwrapped(try nextArgument()) as? String else {
          throw refusal("%K wants a text")
        }
        path += key.split(separator: ".").map(String.init)
      } else {
        guard let name = readName() else { throw refusal() }
        if path.isEmpty, let constant = Self.constant(name) { return constant }
        path.append(name)
      }
    } while takeAdjacent(".")
    if path.first?.uppercased() == "SELF" { path.removeFirst() }
    return .path(path)
  }

  /// Words that stand for values.
  private static func constant(_ name: String) -> Condition.Operand? {
    switch name.uppercased() {
    case "YES", "TRUE": .value(true)
    case "NO", "FALSE": .value(false)
    case "NIL", "NULL": .value(nil)
    default: nil
    }
  }

  /// A name; `#` in front of it makes it no word of the format's own.
  private mutating func readName() -> String? {
    if position < characters.count, characters[position] == "#" { position += 1 }
    let start = position
    while position < characters.count, Self.isNamePart(characters[position]) { position += 1 }
    return start < position ? String(characters[start..<position]) : nil
  }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

extension PredicateFormat {
  fileprivate mutating func skipSpace() {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
  }

  fileprivate func peeks(_ symbol: String) -> Bool {
    characters[position...].starts(with: symbol)
  }

  fileprivate mutating func takeAdjacent(_ symbol: String) -> Bool {
    guard peeks(symbol) else { return false }
    position += symbol.count
    return true
  }

  fileprivate mutating func take(_ symbol: String) -> Bool {
    skipSpace()
    return takeAdjacent(symbol)
  }

  /// Takes a word in any case that ends here.
  fileprivate mutating func take(word: String) -> Bool {
    skipSpace()
    let end = position + word.count
    guard end <= characters.count,
      String(characters[position..<end]).uppercased() == word,
      end == characters.count || !Self.isNamePart(characters[end])
    else { return false }
    position = end
    return true
  }
}
