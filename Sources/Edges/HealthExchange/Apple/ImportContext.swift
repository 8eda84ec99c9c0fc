internal import HealthModel
internal import XMLCore

/// What all that reads elements of an export shares.
struct ImportContext {
  var tables = ImportTables()
  var summary = ImportSummary()
  var dates = AppleDateReader()
  /// Samples that end before it are left out; seconds since 2001-01-01 UTC.
  let cutoff: Double
}

extension MarkupBatch {
  /// The value of an attribute.
  func value(of name: AppleName, in event: Event) -> ArraySlice<UInt8>? {
    for index in event.attributes where AppleName(number: attributes[Int(index)].name) == name {
      return value(attributes[Int(index)])
    }
    return nil
  }

  /// The same as text.
  func text(of name: AppleName, in event: Event) -> String? {
    value(of: name, in: event).map { String(decoding: $0, as: UTF8.self) }
  }
}
