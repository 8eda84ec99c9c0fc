internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import TextFormats

/// Metadata in JSON: texts, numbers and truth values as they are, dates and quantities as objects.
enum MetadataJSON {
  static func value(of metadata: Metadata) -> JSONValue {
    .object(
      metadata.sorted { $0.key < $1.key }.map { .init($0.key, value(of: $0.value)) })
  }

  static func metadata(from value: JSONValue, at path: String) throws(FieldError) -> Metadata {
    guard let members = value.objectValue else {
      throw FieldError(path, "it is no object", advice: "Write it like {\"HKTimeZone\":\"UTC\"}.")
    }
    var metadata: Metadata = [:]
    for member in members {
      let name = TerminalText.quotable(member.name)
      metadata[member.name] = try item(from: member.value, at: "\(path).\(name)")
    }
    return metadata
  }

  static func value(of item: MetadataValue) -> JSONValue {
    switch item {
    case .string(let text): .string(text)
    case .integer(let number): .integer(number)
    // JSON writes a whole double as it writes an integer, so it has to be told apart.
    case .double(let number):
      Int64(exactly: number) == nil
        ? .number(number) : .object([.init("number", .number(number))])
    case .bool(let flag): .bool(flag)
    case .date(let seconds): .object([.init("date", InstantJSON.value(of: seconds))])
    case .quantity(let quantity): QuantityJSON.value(of: quantity)
    }
  }

  static func item(
    from value: JSONValue, at path: String
  ) throws(FieldError) -> MetadataValue {
    switch value {
    case .string(let text): return .string(text)
    case .integer(let number): return .integer(number)
    case .number(let number): return .double(number)
    case .bool(let flag): return .bool(flag)
    case .object:
      var fields = try ObjectFields(value, at: path)
      if fields.has("value") { return .quantity(try QuantityJSON.quantity(from: value, at: path)) }
      if let seconds = try fields.instant("date") {
        try fields.finish("date")
        return .date(seconds)
      }
      if let number = try fields.number("number") {
        try fields.finish("number")
        return .double(number)
      }
    case .null, .array: break
    }
    throw FieldError(
      path, "it is no metadata value",
      advice: "Write a text, a number, true, false, {\"date\":...} or {\"value\":...,\"unit\":...}."
    )
  }
}
