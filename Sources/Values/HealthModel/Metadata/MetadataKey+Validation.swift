extension MetadataKey {
  /// Longer keys are a mistake or an attack.
  package static let mostKeyBytes = 256
  /// As long as a text in metadata may be.
  package static let mostStringBytes = 16 * 1_024
  /// What the metadata of one object may take, keys and values, so that a block of 512 objects
  /// stays a message.
  package static let mostBytes = 16 * 1_024
  /// As many keys as one object may have.
  package static let mostKeys = 64

  /// Checks one key and a value for it.
  ///
  /// - Throws: `invalidArgument`, naming the key and what it wants, never the value.
  package static func check(_ key: String, _ value: MetadataValue) throws(ModelError) {
    guard !key.isEmpty, key.utf8.count <= mostKeyBytes, !key.utf8.contains(0) else {
      throw refusal("a key must have 1 to \(mostKeyBytes) bytes and no NUL")
    }
    try checkBounds(key, value)
    guard let known = named(key) else { return }
    switch (known.valueClass, value) {
    case (.string, .string), (.number, .integer), (.number, .double), (.bool, .bool),
      (.date, .date):
      return
    // An NSNumber of 0 or 1 is a Boolean to HealthKit, too.
    case (.bool, .integer(let number)) where number == 0 || number == 1: return
    case (.enumeration(let range), .integer(let number)):
      guard range.contains(number) else {
        throw refusal("the value is not one of those that \(key) can have")
      }
    case (.quantity(let unit), .quantity(let quantity)):
      guard quantity.isCompatible(with: unit) else {
        throw refusal("\(key) wants a unit compatible with \(unit.unitString)")
      }
    case (.string, _): throw refusal("\(key) wants a string")
    case (.number, _), (.enumeration, _): throw refusal("\(key) wants a number")
    case (.bool, _): throw refusal("\(key) wants true or false")
    case (.date, _): throw refusal("\(key) wants a date")
    case (.quantity, _): throw refusal("\(key) wants a quantity")
    }
  }

  private static func checkBounds(_ key: String, _ value: MetadataValue) throws(ModelError) {
    switch value {
    case .string(let text):
      guard text.utf8.count <= mostStringBytes, !text.utf8.contains(0) else {
        throw refusal("the text of \(key) has a NUL or more than \(mostStringBytes) bytes")
      }
    case .double(let number):
      guard number.isFinite else { throw refusal("the number of \(key) is not finite") }
    case .date(let seconds):
      guard Instant.permitted.contains(seconds) else {
        throw refusal("the date of \(key) is outside the years 1 to 9999")
      }
    case .quantity(let quantity):
      guard quantity.value.isFinite else { throw refusal("the quantity of \(key) is not finite") }
    case .integer, .bool: return
    }
  }

  private static func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "use the metadata", detail)
  }
}
