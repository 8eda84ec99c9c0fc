internal import ConformanceWire

/// Texts, none of which has the character U+0000.
enum Texts {
  static func text(_ holder: Value, _ field: String) throws(ModelError) -> String {
    try checked(holder[field], field)
  }

  static func list(_ holder: Value, _ field: String, count: Int) throws(ModelError) -> [String] {
    let items = holder[field].items
    guard items.count == count else {
      throw ModelError(field, "there are \(items.count) instead of \(count)")
    }
    return try items.map { item throws(ModelError) in try checked(item, field) }
  }

  /// As ``list(_:_:count:)``, of at most so many, none twice.
  static func distinct(_ holder: Value, _ field: String, most: Int) throws(ModelError) -> [String] {
    let texts = try list(holder, field, count: holder[field].items.count)
    guard texts.count <= most else { throw ModelError(field, "there are more than \(most)") }
    guard Set(texts.map { Array($0.utf8) }).count == texts.count else {
      throw ModelError(field, "one stands twice")
    }
    return texts
  }

  private static func checked(_ value: Value, _ field: String) throws(ModelError) -> String {
    guard !value.string.utf8.contains(0) else {
      throw ModelError(field, "a text has the character U+0000")
    }
    return value.string
  }
}
