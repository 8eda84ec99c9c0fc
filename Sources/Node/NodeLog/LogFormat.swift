private import CommandLineCore
private import TextFormats

/// How a line of the log is written.
package enum LogFormat: String, Hashable, Sendable, CaseIterable {
  /// For people: time, level, event, `name=value`.
  case text
  /// For programs: one object a line.
  case json

  /// A reason may repeat what somebody else said; a line stays a line.
  private static let mostScalars = 500

  /// A line with its end.
  ///
  /// - Parameters:
  ///   - line: what is written.
  ///   - isForJournal: whether the journal reads it, which takes the level from a prefix and has the
  ///     time already.
  /// - Returns: its bytes.
  package func bytes(of line: LogLine, isForJournal: Bool) -> [UInt8] {
    var text = isForJournal ? "<\(line.level.priority)>" : ""
    switch self {
    case .text: text += plain(line, withTime: !isForJournal)
    case .json:
      var members: [JSONValue.Member] = []
      if let time = line.time { members.append(.text("time", time.text)) }
      members.append(.text("level", line.level.rawValue))
      members.append(.text("event", line.event))
      members += line.fields.map { JSONValue.Member($0.name, Self.bounded($0.value)) }
      text += JSONValue.object(members).text
    }
    return Array((text + "\n").utf8)
  }

  private func plain(_ line: LogLine, withTime: Bool) -> String {
    var words: [String] = []
    if withTime, let time = line.time { words.append(time.text) }
    if withTime { words.append(line.level.rawValue) }
    words.append(line.event)
    for field in line.fields {
      let value = Self.bounded(field.value)
      let isBare = value.stringValue.map { !$0.isEmpty && $0.utf8.allSatisfy(Self.isBare) } ?? false
      words.append("\(field.name)=\(isBare ? value.stringValue ?? "" : value.text)")
    }
    return words.joined(separator: " ")
  }

  /// What needs no quotes: printable ASCII without spaces and quotes.
  private static func isBare(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && byte != 0x22 && byte != 0x5C
  }

  private static func bounded(_ value: JSONValue) -> JSONValue {
    guard case .string(let text) = value else { return value }
    let clean = TerminalText.clean(text)
    guard clean.unicodeScalars.count > mostScalars else { return .string(clean) }
    return .string(
      String(String.UnicodeScalarView(clean.unicodeScalars.prefix(mostScalars))) + "...")
  }
}
