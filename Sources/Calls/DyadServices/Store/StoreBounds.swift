internal import HealthModel

/// How much a message of `Store` may hold, beside what a message of a call may have in bytes.
package enum StoreBounds {
  /// The steps of a condition.
  package static let terms = 4_096
  /// UUIDs in one field, and texts, sources or devices in one set.
  package static let entries = 65_536
  /// The rows of one run.
  package static let rows = 4_096
  /// The samples in plain words of one request: the answer has a UUID for each, of 38 bytes.
  package static let plainSamples = 65_536
  /// The bytes of a list that is told a piece at a time, unless one entry has more.
  package static let listBytes = 1 << 20
  /// What the runs of a message weigh in memory together: columns unpack to far more than their bytes.
  package static let weight = 1 << 25
  /// The bytes of a run that is told; what one object weighs may make it longer.
  package static let runBytes = 1 << 20
  /// The bytes of a document: longer than any clinical document should be.
  package static let documentBytes = 64 << 20
}

extension StoreWireError {
  /// Checks a number that has to be one.
  static func finite(_ number: Double, in field: String) throws(StoreWireError) -> Double {
    guard number.isFinite else { throw StoreWireError(field, "the number is not finite") }
    return number
  }

  /// Checks the length of a text.
  static func text(
    _ text: String, in field: String, atMost bound: Int = Source.mostTextBytes
  ) throws(StoreWireError) -> String {
    guard text.utf8.count <= bound, !text.utf8.contains(0) else {
      throw StoreWireError(field, "the text has a NUL or more than \(bound) bytes")
    }
    return text
  }

  /// Checks texts, of which no two need differ.
  static func texts(
    _ texts: [String], in field: String
  ) throws(StoreWireError) -> Set<String> {
    try check(texts.count, in: field)
    var checked: Set<String> = []
    for text in texts { checked.insert(try Self.text(text, in: field)) }
    return checked
  }

  /// Checks how many entries a set has.
  static func check(_ count: Int, in field: String) throws(StoreWireError) {
    guard count <= StoreBounds.entries else {
      throw StoreWireError(field, "\(count) entries exceed \(StoreBounds.entries)")
    }
  }

  /// Reads a unit's text.
  static func unit(_ text: String, in field: String) throws(StoreWireError) -> Unit {
    guard let unit = Unit.remembered(text) else { throw StoreWireError(field, "it is no unit") }
    return unit
  }
}
