// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

private import Foundation

/// Writes a message with values in the format of C.
public func os_log(
  _ message: StaticString, log: OSLog = .default,
  type: OSLogType = .default, _ arguments: any CVarArg...
) { write(message, log, type, arguments) }

/// Writes a message with values in the format of C.
public func os_log(
  _ type: OSLogType, log: OSLog = .default,
  _ message: StaticString, _ arguments: any CVarArg...
) { write(message, log, type, arguments) }

/// Writes a message with values that somebody handed on.
public func os_log(
  _ message: StaticString, log: OSLog = .default, type: OSLogType = .default,
  _ arguments: [any CVarArg]
) { write(message, log, type, arguments) }

/// Writes a message.
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { OSLog.default.write(message, .default) }

/// Writes a message of a level.
@_disfavoredOverload
public func os_log(_ level: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
  log.write(message, level)
}

private func write(
  _ message: StaticString, _ log: OSLog, _ type: OSLogType, _ arguments: [any CVarArg]
) {
  guard log.isEnabled(type: type) else { return }
  var format = LogFormat("\(message)", arguments)
  log.write(format.message(), type)
}

/// A format of C whose values may say who reads them: `%{public}@`.
struct LogFormat {
  private let characters: [Character]
  private var arguments: ArraySlice<any CVarArg>

  init(_ format: String, _ arguments: [any CVarArg]) {
    characters = Array(format)
    self.arguments = arguments[...]
  }

  /// The message; a value that is missing stays as its format.
  mutating func message() -> OSLogMessage {
    var interpolation = OSLogMessage.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    var position = 0
    var literal = ""
    while position < characters.count {
      guard characters[position] == "%" else {
        literal.append(characters[position])
        position += 1
        continue
      }
      let start = position
      position += 1
      if position < characters.count, characters[position] == "%" {
        literal.append("%")
        position += 1
        continue
      }
      let privacy = readPrivacy(&position)
      let from = position
      while position < characters.count, !characters[position].isLetter, characters[position] != "@"
      { position += 1 }
      while position < characters.count, "hlqztjL".contains(characters[position]) { position += 1 }
      guard position < characters.count, let widths = takeWidths(in: from..<position),
        let argument = arguments.popFirst()
      else {
        literal += String(characters[start..<min(position + 1, characters.count)])
        position += 1
        continue
      }
      position += 1
      let specifier = widths + String(characters[position - 1])
      interpolation.appendLiteral(literal)
      literal = ""
      interpolation.parts.append(
        .value(
          String(format: "%" + specifier, argument),
          isNumber: !specifier.hasSuffix("@") && !specifier.hasSuffix("s"), privacy))
    }
    interpolation.appendLiteral(literal)
    return OSLogMessage(stringInterpolation: interpolation)
  }

  /// What stands between `%` and the letter, with a number in the place of each `*`; `nil` where one is missing,
  /// as C would read whatever is in memory.
  private mutating func takeWidths(in range: Range<Int>) -> String? {
    var text = ""
    for character in characters[range] {
      if character == "*" {
        guard let width = arguments.popFirst() as? any BinaryInteger else { return nil }
        text += String(max(-1_024, min(Int(clamping: width), 1_024)))
      } else {
        text.append(character)
      }
    }
    return text
  }

  private func readPrivacy(_ position: inout Int) -> OSLogPrivacy {
    guard position < characters.count, characters[position] == "{",
      let end = characters[position...].firstIndex(of: "}")
    else { return .auto }
    let words = String(characters[position...end])
    position = end + 1
    if words.contains("public") { return .public }
    if words.contains("sensitive") { return .sensitive }
    return words.contains("private") ? .private : .auto
  }
}
