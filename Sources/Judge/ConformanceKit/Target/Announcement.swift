/// What a program under test says about itself in a line of its standard output.
enum Announcement: Hashable, Sendable {
  /// Other nodes reach it at HOST:PORT.
  case nodes(String)
  /// Apps reach it at the Unix socket's path.
  case apps(String)
  /// Its owner reaches it at the Unix socket's path.
  case owner(String)
  /// It shows a pairing code.
  case code(String)

  /// What a Unix socket's path may have with the zero at its end.
  private static let longestPath = 107
  private static let longestAddress = 260

  /// Reads a line; `nil` for one that says nothing.
  init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    switch words.first {
    case "listening" where words.count == 3:
      let place = String(words[2])
      switch words[1] {
      case "tls" where Self.isAddress(place): self = .nodes(place)
      case "unix" where Self.isPath(place): self = .apps(place)
      case "operator" where Self.isPath(place): self = .owner(place)
      default: return nil
      }
    case "code" where words.count == 2:
      guard [6, 8].contains(words[1].utf8.count), Self.isNumber(words[1]) else { return nil }
      self = .code(String(words[1]))
    default: return nil
    }
  }

  private static func isAddress(_ text: String) -> Bool {
    guard text.utf8.count <= longestAddress, let colon = text.lastIndex(of: ":"),
      colon != text.startIndex, isNumber(text[text.index(after: colon)...]),
      text.utf8.allSatisfy({ (UInt8(ascii: "!")...UInt8(ascii: "~")).contains($0) }),
      let port = UInt16(text[text.index(after: colon)...])
    else { return false }
    return port > 0
  }

  private static func isNumber(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func isPath(_ text: String) -> Bool {
    text.hasPrefix("/") && text.utf8.count <= longestPath && !text.utf8.contains(0)
  }
}
