/// How a document is encoded, as far as that can be told before it is read.
enum DocumentEncoding {
  /// Those that a converter cannot be misled by: each byte of markup means the same in them as in ASCII, or they
  /// are told by the document's first bytes.
  private static let known: Set<String> =
    Set(["utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"])
    .union((1...16).map { "iso-8859-\($0)" }).union((1250...1258).map { "windows-\($0)" })

  /// Refuses what is encoded otherwise.
  static func check(_ bytes: [UInt8]) throws(MarkupError) {
    let isWide =
      bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || bytes.starts(with: [0, 0x3C]) || bytes.starts(with: [0x3C, 0])
    if isWide, !bytes.starts(with: [0xFF, 0xFE, 0, 0]), !bytes.starts(with: [0x3C, 0, 0, 0]) {
      return
    }
    let head = bytes.prefix(512)
    let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = head.dropFirst(start).first(where: { !TagScanner.isSpace($0) }),
      first == UInt8(ascii: "<")
    else { throw MarkupError(line: 1, detail: "it does not begin as XML does") }
    guard let name = declared(in: head.dropFirst(start)) else { return }
    guard known.contains(name) else {
      throw MarkupError(
        line: 1, detail: "its encoding is none of UTF-8, UTF-16, ISO 8859 and Windows")
    }
  }

  /// The encoding that the first line declares.
  private static func declared(in head: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: head, as: UTF8.self)
    guard text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>"),
      let key = text[..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    let rest = text[key.upperBound..<end.lowerBound].drop { " \t\r\n=".contains($0) }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    return rest.dropFirst().prefix { $0 != quote }.lowercased()
  }
}
