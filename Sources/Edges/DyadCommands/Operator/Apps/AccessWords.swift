internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import TextFormats

/// What was decided for the types of an app, as people and programs read it.
enum AccessWords {
  /// The number that says so in messages.
  static let authorized: UInt32 = 2

  /// One line for each type.
  static func table(_ accesses: [TypeAccessMessage]) -> Table {
    var table = Table([.init("TYPE"), .init("READ"), .init("SHARE")])
    for access in accesses {
      table.append([TypeWords.decided(access.type), word(access.read), word(access.share)])
    }
    return table
  }

  /// For programs.
  static func json(_ accesses: [TypeAccessMessage]) -> JSONValue {
    .array(
      accesses.map {
        .object([
          .init("type", .string(TypeWords.name($0.type))), .init("read", .string(word($0.read))),
          .init("share", .string(word($0.share))),
        ])
      })
  }

  private static func word(_ number: UInt32) -> String {
    switch number {
    case 0: "not determined"
    case 1: "denied"
    case authorized: "authorized"
    default: "unknown"
    }
  }
}

extension OperatorContext {
  /// Writes what holds for an app from now on.
  ///
  /// - Parameters:
  ///   - accesses: All that was decided.
  ///   - sentence: What was done, for people.
  ///   - key: Whom or what it concerns, for programs.
  /// - Throws: Where nobody takes it.
  func write(
    _ accesses: [TypeAccessMessage], _ sentence: String, _ key: JSONValue.Member
  ) throws(CommandLineError) {
    let rows = accesses.isEmpty ? [] : AccessWords.table(accesses).lines(width: console.columns)
    try write(
      [sentence] + rows, json: .object([key, .init("accesses", AccessWords.json(accesses))]))
  }
}
