internal import ClinicalDocuments
internal import HealthModel
internal import TextFormats

extension SampleReader {
  /// What the fields of one kind of sample say.
  struct Body {
    var value: Sample.Value
    /// The names of the kind's own fields, for messages.
    var fieldNames: String
    /// When the sample begins and ends where it does not say so itself.
    var start: Double?
    var end: Double?
    /// The date in a document, which replaces the dates of the line.
    var written: Double?
  }

  /// Reads the fields that only `description`'s kind has.
  mutating func body(
    of description: TypeDescription, _ uuid: SampleUUID, _ fields: inout ObjectFields,
    _ surroundings: Surroundings, _ entry: inout SaveEntry
  ) throws(FieldError) -> Body {
    switch description.kind {
    case .quantity: return try quantity(description, &fields)
    case .category: return try category(description, &fields)
    case .correlation: return try correlation(&fields, surroundings, &entry)
    case .workout: return try workout(&fields, surroundings)
    case .document: return try document(uuid, &fields, &entry)
    case .details: return try details(description, &fields, surroundings)
    case .characteristic:
      throw FieldError(fields.path(of: "type"), "there is no such type of sample")
    }
  }

  private mutating func quantity(
    _ description: TypeDescription, _ fields: inout ObjectFields
  ) throws(FieldError) -> Body {
    // Words for errors are made where there is one: each line comes by here.
    func unit() -> String { description.readingUnit()?.unitString ?? "count" }
    func advice() -> String { "\(UnitWords.list(of: description.type)) would do." }
    guard let value = try fields.number("value") else {
      throw fields.missing(
        "value",
        advice: "Write the number, and its unit such as \"unit\":\"\(unit())\".")
    }
    let path = fields.path(of: "unit")
    guard let text = try fields.text("unit") else {
      throw fields.missing("unit", advice: "Write it like \"unit\":\"\(unit())\".")
    }
    let given: Unit
    do throws(FieldError) {
      given = try self.unit(text, at: path)
    } catch {
      throw FieldError(path, error.reason, advice: advice())
    }
    guard description.canonicalUnit.map(given.isCompatible(with:)) ?? true else {
      throw FieldError(path, "\(description.name) has another dimension", advice: advice())
    }
    let quantity = Quantity(value, given)
    try PlausibleQuantity.check(
      quantity, of: description, at: fields.path(of: "value"), isForced: isForced)
    return Body(value: .quantity(quantity), fieldNames: "value, unit")
  }

  private func category(
    _ description: TypeDescription, _ fields: inout ObjectFields
  ) throws(FieldError) -> Body {
    let names = NamedNumbers.values(of: description.type)
    func advice() -> String {
      "Write one of \(names.map { $0.all.joined(separator: ", ") } ?? "its numbers")."
    }
    let value = try fields.require("value", advice: advice())
    let path = fields.path(of: "value")
    let number: Int64
    if let names {
      number = try names.number(from: value, at: path)
    } else if let whole = value.integerValue {
      number = whole
    } else {
      throw FieldError(path, "it is no whole number", advice: "Write it without quotes.")
    }
    guard description.categoryValues?.contains(number) ?? true else {
      throw FieldError(
        path, "it is none of the values that \(description.name) can have",
        advice: advice())
    }
    return Body(value: .category(number), fieldNames: "value")
  }

  private func details(
    _ description: TypeDescription, _ fields: inout ObjectFields, _ surroundings: Surroundings
  ) throws(FieldError) -> Body {
    let path = fields.path(of: "details")
    let value = try fields.require(
      "details", advice: "Write what \(description.name) holds, as 'dyad query --json' does.")
    let details = try DetailsJSON.details(from: value, of: description.type, at: path)
    let start = surroundings.start ?? details.start
    let end = surroundings.end ?? start.map { details.end(from: $0) }
    do {
      // Without a date the line is refused anyhow.
      if let start, let end, start <= end {
        try details.check(for: description.type, in: start...end)
      }
    } catch {
      throw FieldError(path, error.detail)
    }
    return Body(
      value: .object(.details(details)), fieldNames: "details", start: start, end: end)
  }

  private func document(
    _ uuid: SampleUUID, _ fields: inout ObjectFields, _ entry: inout SaveEntry
  ) throws(FieldError) -> Body {
    let path = fields.path(of: "file")
    guard let file = try fields.text("file") else {
      throw fields.missing("file", advice: "Name the file that holds the document.")
    }
    let bytes = try DocumentFile.read(file, at: path)
    entry.documents[uuid] = bytes
    // What a query says of it, which the document itself tells.
    for name in ["title", "patient", "author", "custodian", "bytes"] { _ = fields.take(name) }
    do {
      let (document, date) = try Document.checked(bytes, to: "read the document")
      return Body(
        value: .object(.document(document)), fieldNames: "title, patient, author, custodian, file",
        written: date)
    } catch {
      throw FieldError(
        path, error.detail,
        advice: "Name a file that holds a clinical document (HL7 CDA, release 2).")
    }
  }
}
