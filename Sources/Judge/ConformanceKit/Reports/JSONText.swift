internal import ConformanceWire

/// A JSON text as a value, for writing.
package enum JSONText: Hashable, Sendable, ExpressibleByStringLiteral {
  case null
  case flag(Bool)
  case integer(Int64)
  case string(String)
  case array([JSONText])
  case object([Member])

  /// A name and its value.
  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONText
  }

  package init(stringLiteral value: String) {
    self = .string(value)
  }

  /// An object, in the order in which it is written here.
  package static func members(_ members: KeyValuePairs<String, JSONText>) -> JSONText {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// The text in lines, indented by two spaces for each level.
  package var text: String {
    var text = ""
    write(to: &text, indent: "")
    return text
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .null: text += "null"
    case .flag(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .string(let value): text += Self.quoted(value)
    case .array(let values):
      Self.write(values.count, "[", "]", to: &text, indent: indent) { index, text, inner in
        values[index].write(to: &text, indent: inner)
      }
    case .object(let members):
      Self.write(members.count, "{", "}", to: &text, indent: indent) { index, text, inner in
        text += "\(Self.quoted(members[index].name)): "
        members[index].value.write(to: &text, indent: inner)
      }
    }
  }

  private static func write(
    _ count: Int, _ opening: String, _ closing: String, to text: inout String, indent: String,
    _ body: (Int, inout String, String) -> Void
  ) {
    text += opening
    let inner = indent + "  "
    for index in 0..<count {
      text += "\(index > 0 ? "," : "")\n\(inner)"
      body(index, &text, inner)
    }
    text += count > 0 ? "\n\(indent)\(closing)" : closing
  }

  /// The text in quotes; also a text of YAML, which takes JSON's.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      // The later ones need no escape by the standard; terminals and scripts would obey them.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
