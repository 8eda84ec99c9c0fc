/// How a document is encoded, as its first bytes tell; nobody decides that again.
enum DocumentEncoding: Hashable {
  case utf8
  /// UTF-16.
  case wide(isBigEndian: Bool)
  /// Another one, in which each byte of markup means the same as in ASCII.
  case named(String)

  /// Those that a converter cannot be misled by.
  private static let known: Set<String> =
    Set(["utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"])
    .union((1...16).map { "iso-8859-\($0)" }).union((1250...1258).map { "windows-\($0)" })
  /// As long as a declaration may be; one takes some fifty bytes.
  private static let mostDeclarationBytes = 512

  /// Finds out how a document is encoded, and at which byte it begins behind its byte order mark.
  ///
  /// - Throws: `MarkupError` for what is encoded in another way, or is no XML.
  static func found(in bytes: [UInt8]) throws(MarkupError) -> (encoding: Self, start: Int) {
    let isLong = bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0x3C, 0, 0, 0])
    if !isLong {
      if bytes.starts(with: [0xFF, 0xFE]) { return (.wide(isBigEndian: false), 2) }
      if bytes.starts(with: [0xFE, 0xFF]) { return (.wide(isBigEndian: true), 2) }
      if bytes.starts(with: [0x3C, 0]) { return (.wide(isBigEndian: false), 0) }
      if bytes.starts(with: [0, 0x3C]) { return (.wide(isBigEndian: true), 0) }
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let head = bytes[start...].prefix(mostDeclarationBytes)
    guard let first = head.first(where: { !TagScanner.isSpace($0) }), first == UInt8(ascii: "<")
    else { throw MarkupError(line: 1, detail: "it does not begin as XML does") }
    guard let name = try declared(in: head) else { return (.utf8, start) }
    guard known.contains(name) else {
      throw MarkupError(
        line: 1, detail: "its encoding is none of UTF-8, UTF-16, ISO 8859 and Windows")
    }
    guard !name.hasPrefix("utf-16") else {
      throw MarkupError(line: 1, detail: "its bytes are not what its encoding says")
    }
    return (name == "utf-8" || name == "utf8" ? .utf8 : .named(name), start)
  }

  /// The encoding that the first line declares.
  private static func declared(in head: ArraySlice<UInt8>) throws(MarkupError) -> String? {
    let text = String(decoding: head, as: UTF8.self)
    guard text.hasPrefix("<?xml"),
      let next = text.dropFirst(5).utf8.first, TagScanner.isSpace(next)
    else { return nil }
    guard let end = text.firstRange(of: "?>") else {
      throw MarkupError(
        line: 1,
        detail:
          "its first line is no declaration of XML that ends within \(mostDeclarationBytes) bytes")
    }
    guard let key = text[..<end.lowerBound].firstRange(of: "encoding") else { return nil }
    let rest = text[key.upperBound..<end.lowerBound].drop { " \t\r\n=".contains($0) }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    return rest.dropFirst().prefix { $0 != quote }.lowercased()
  }
}
