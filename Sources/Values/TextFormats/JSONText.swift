/// JSON as it is printed: on one line for programs, on many for people, and nothing in it that a
/// terminal would obey.
package enum JSONText {
  /// The value on one line.
  package static func line(_ value: JSONValue) -> String { escape(value.text) }

  /// The value with each member and element on a line of its own.
  package static func lines(_ value: JSONValue) -> [String] {
    var lines: [String] = []
    write(value, head: "", tail: "", indent: "", to: &lines)
    return lines
  }

  private static func write(
    _ value: JSONValue, head: String, tail: String, indent: String, to lines: inout [String]
  ) {
    switch value {
    case .object(let members) where !members.isEmpty:
      lines.append("\(indent)\(head){")
      for (index, member) in members.enumerated() {
        write(
          member.value, head: "\(line(.string(member.name))): ",
          tail: index == members.count - 1 ? "" : ",", indent: indent + "  ", to: &lines)
      }
      lines.append("\(indent)}\(tail)")
    case .array(let values) where !values.isEmpty:
      lines.append("\(indent)\(head)[")
      for (index, value) in values.enumerated() {
        write(
          value, head: "", tail: index == values.count - 1 ? "" : ",", indent: indent + "  ",
          to: &lines)
      }
      lines.append("\(indent)]\(tail)")
    default: lines.append("\(indent)\(head)\(line(value))\(tail)")
    }
  }

  /// Escapes the marks that turn the direction of writing, which stand in texts alone.
  private static func escape(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: turnsDirection) else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if turnsDirection(scalar) {
        escaped.append(contentsOf: "\\u\(String(scalar.value, radix: 16))".unicodeScalars)
      } else {
        escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  // All of them have four digits.
  private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
