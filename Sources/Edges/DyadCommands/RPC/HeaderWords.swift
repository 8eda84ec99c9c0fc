internal import CommandLineCore
internal import RPCCore
internal import TextFormats

/// Metadata as it is typed: `name: value`.
enum HeaderWords {
  /// More than any server takes.
  private static let mostBytes = 64 * 1024

  /// The metadata of all values of `--header`; those that begin with `@` name files with one on each
  /// line.
  static func metadata(_ arguments: ParsedArguments) throws -> Metadata {
    var metadata = Metadata()
    for word in arguments.values(.header) {
      guard word.hasPrefix("@") else {
        try add(word, to: &metadata)
        continue
      }
      let bytes = try OptionFile.read(String(word.dropFirst()), for: .header, atMost: mostBytes)
      for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
        try add(String(decoding: line, as: UTF8.self), to: &metadata)
      }
    }
    return metadata
  }

  /// Reads one header; what is wrong with it is told without its value, which may be a secret.
  static func add(_ text: String, to metadata: inout Metadata) throws(CommandLineError) {
    guard let colon = text.firstIndex(of: ":") else {
      throw failure("expected 'NAME: VALUE'")
    }
    let name = trim(text[..<colon]).lowercased()
    let value = trim(text[text.index(after: colon)...])
    let shown = TerminalText.quotable(name)
    guard MetadataName.isLegal(name.utf8) else {
      throw failure("a name has letters, digits, '-', '_' and '.' alone")
    }
    guard !MetadataName.isReserved(name.utf8) else {
      throw failure("the name \(shown) belongs to gRPC itself")
    }
    if MetadataName.isBinary(name.utf8) {
      guard let bytes = Base64.decode(Array(value.utf8)) else {
        throw failure("the value of \(shown) is not base64, as those of names in -bin have to be")
      }
      metadata.add(name, .binary(bytes))
    } else if !metadata.add(name, .text(String(value))) {
      throw failure("the value of \(shown) has other characters than those of ASCII")
    }
  }

  private static func trim(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }

  private static func failure(_ reason: String) -> CommandLineError {
    CommandLineError(.usage, operation: "use --header", detail: reason)
  }
}
