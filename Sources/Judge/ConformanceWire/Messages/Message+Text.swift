extension Message {
  /// For people: a field a line, indented; what is long is cut, with how long it is.
  package var text: String {
    var lines = [type]
    Self.describe(value, as: Schema.shared.message(type), indent: "  ", to: &lines)
    return lines.joined(separator: "\n")
  }

  private static let mostItems = 12
  private static let mostTrees = 4
  private static let mostBytes = 24
  private static let mostCharacters = 200

  private static func describe(
    _ value: Value, as layout: Schema.Layout, indent: String, to lines: inout [String]
  ) {
    guard case .tree(let tree) = value else { return }
    for entry in tree.fields {
      let field = layout.field(named: entry.name)
      let isMessage = field?.kind == .message
      switch entry.value {
      case .list(let items) where isMessage:
        for item in items.prefix(mostTrees) {
          lines.append("\(indent)\(entry.name)")
          describe(item, field, indent: indent + "  ", to: &lines)
        }
        if items.count > mostTrees {
          lines.append("\(indent)\(entry.name): … \(items.count) in all")
        }
      case .list(let items):
        let shown = items.prefix(mostItems).map { word($0, field) }.joined(separator: ", ")
        let more = items.count > mostItems ? ", … \(items.count) in all" : ""
        lines.append("\(indent)\(entry.name): [\(shown)\(more)]")
      case .tree:
        lines.append("\(indent)\(entry.name)")
        describe(entry.value, field, indent: indent + "  ", to: &lines)
      default:
        lines.append("\(indent)\(entry.name): \(word(entry.value, field))")
      }
    }
    if !tree.extra.isEmpty { lines.append("\(indent)and \(hexadecimal(tree.extra))") }
  }

  private static func describe(
    _ value: Value, _ field: Schema.Field?, indent: String, to lines: inout [String]
  ) {
    guard let name = field?.typeName, let layout = Schema.shared.messages[name] else { return }
    describe(value, as: layout, indent: indent, to: &lines)
  }

  private static func word(_ value: Value, _ field: Schema.Field?) -> String {
    switch value {
    case .absent: return "-"
    case .integer(let number):
      guard let name = field?.typeName else { return String(number) }
      return Schema.shared.enumerations[name]?.words[number] ?? String(number)
    // Incarnations, views and digests are drawn or computed: nobody reads them as quantities.
    case .unsigned(let word) where field?.kind == .fixed64:
      return "0x" + String(word, radix: 16)
    case .unsigned(let word): return String(word)
    case .double(let real): return String(real)
    case .flag(let flag): return String(flag)
    case .text(let name) where field?.kind == .enumeration: return name
    case .text(let text):
      let shown = text.prefix(mostCharacters)
      let more = shown.count < text.count ? "… \(text.utf8.count) bytes" : ""
      return "\"" + shown.map(Self.visible).joined() + "\"" + more
    case .bytes(let bytes): return hexadecimal(bytes)
    case .list(let items): return "\(items.count) values"
    case .tree: return "a message"
    }
  }

  /// A character as a terminal can take it.
  private static func visible(_ character: Character) -> String {
    let isControl = character.unicodeScalars.contains { scalar in
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar == "\u{202E}"
    }
    if isControl {
      return character.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined()
    }
    return character == "\"" || character == "\\" ? "\\\(character)" : String(character)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = bytes.prefix(mostBytes).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    return bytes.count > mostBytes ? "\(digits)… \(bytes.count) bytes" : digits
  }
}
