internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import TextFormats

/// What an object such as a route carries, in JSON: series are lists, values as in metadata.
enum DetailsJSON {
  static func value(of details: Details, _ type: ObjectType) -> JSONValue {
    let form = DetailsForm.of(type)
    let values = details.values.sorted { $0.key < $1.key }.map { name, value in
      JSONValue.Member(name, json(value))
    }
    let series = details.series.sorted { $0.key < $1.key }.map { name, numbers in
      let isDates = form?.series.contains { $0.name == name && $0.order == .instants } ?? false
      return JSONValue.Member(
        name, .array(numbers.map { isDates ? InstantJSON.value(of: $0) : .number($0) }))
    }
    return .object(values + series)
  }

  /// A number is read by what its type asks for.
  private static func json(_ value: MetadataValue) -> JSONValue {
    if case .double(let number) = value { .number(number) } else { MetadataJSON.value(of: value) }
  }

  /// Reads what the objects of a type carry.
  ///
  /// - Throws: What stands at `path` and is none of that; whether all is there is not checked.
  static func details(
    from value: JSONValue, of type: ObjectType, at path: String
  ) throws(FieldError) -> Details {
    let form = DetailsForm.of(type)
    let names = (form?.values.map(\.name) ?? []) + (form?.series.map(\.name) ?? [])
    let advice = "Write an object of \(names.joined(separator: ", "))."
    guard let members = value.objectValue else {
      throw FieldError(path, "it is no object", advice: advice)
    }
    var details = Details()
    for member in members {
      let place = "\(path).\(TerminalText.quotable(member.name))"
      if let series = form?.series.first(where: { $0.name == member.name }) {
        details.series[member.name] = try numbers(member.value, of: series, at: place)
      } else if let rule = form?.values.first(where: { $0.name == member.name }) {
        details.values[member.name] = try item(member.value, rule, at: place)
      } else {
        throw FieldError(place, "there is no such field", advice: advice)
      }
    }
    return details
  }

  private static func numbers(
    _ value: JSONValue, of series: DetailsForm.Series, at path: String
  ) throws(FieldError) -> [Double] {
    guard let list = value.arrayValue else { throw FieldError(path, "it is no list") }
    var numbers: [Double] = []
    numbers.reserveCapacity(list.count)
    for (index, item) in list.enumerated() {
      let place = "\(path)[\(index)]"
      if series.order == .instants {
        numbers.append(try InstantJSON.seconds(from: item, at: place))
      } else if let number = item.number {
        numbers.append(number)
      } else {
        throw FieldError(place, "it is no number", advice: "Write it without quotes.")
      }
    }
    return numbers
  }

  private static func item(
    _ value: JSONValue, _ rule: DetailsForm.Value, at path: String
  ) throws(FieldError) -> MetadataValue {
    let item: MetadataValue
    if case .number = rule.kind, let number = value.number {
      item = .double(number)
    } else {
      item = try MetadataJSON.item(from: value, at: path)
    }
    guard rule.takes(item) else {
      switch rule.kind {
      case .integer(let range):
        throw FieldError(
          path, "it is no whole number from \(range.lowerBound) to \(range.upperBound)")
      case .number(let range):
        throw FieldError(path, "it is no number from \(range.lowerBound) to \(range.upperBound)")
      case .date: throw FieldError(path, "it is no date of the years 1 to 9999")
      case .text(let range):
        throw FieldError(
          path, "it is no text of \(range.lowerBound) to \(range.upperBound) bytes")
      case .quantity(let unit), .signedQuantity(let unit):
        throw FieldError(
          path, "it is no such quantity",
          advice: "Write it like {\"value\":1,\"unit\":\"\(unit.unitString)\"}.")
      }
    }
    return item
  }
}
