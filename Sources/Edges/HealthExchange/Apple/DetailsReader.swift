internal import HealthModel
internal import XMLCore

/// Reads an audiogram or a prescription for lenses: an element, and what stands in it.
struct DetailsReader {
  let description: TypeDescription
  private var row: ImportRow
  private var details: Details
  /// What an attribute had that is none of its kind.
  private var problem: ImportProblem?
  /// As many numbers as a series of the type has.
  private let mostNumbers: Int

  /// Begins with the element; `nil` where it is no sample, which is counted.
  init?(
    _ event: MarkupBatch.Event, _ batch: MarkupBatch, _ type: ObjectType,
    _ reader: inout RecordReader, _ context: inout ImportContext
  ) {
    guard let description = type.description, let form = DetailsForm.of(type) else { return nil }
    self.description = description
    mostNumbers = form.counts.upperBound
    do throws(RowProblem) {
      row = try reader.row(event, batch, &context)
    } catch {
      context.summary.lose(
        batch.names[Int(event.name)], line: Int(event.line), error.problem, of: type)
      return nil
    }
    if type == .audiogram {
      details = Details(series: ["frequency": [], "side": [], "sensitivity": []])
      return
    }
    let kind = batch.text(of: .type, in: event) ?? ""
    details = Details(values: ["kind": .integer(kind.lowercased().contains("contact") ? 2 : 1)])
    if let brand = batch.text(of: .brand, in: event) { details.values["brand"] = .string(brand) }
    if let text = batch.value(of: .expirationDate, in: event), !text.isEmpty {
      guard let seconds = context.dates.seconds(text) else {
        problem = .badDate
        return
      }
      details.values["expires"] = .date(seconds)
    }
  }

  /// Takes what an element says of a tone: how loud it has to be for either ear.
  mutating func addPoint(_ event: MarkupBatch.Event, _ batch: MarkupBatch) {
    // One more than there may be is enough to be refused for it.
    guard details.series["frequency"]?.count ?? 0 <= mostNumbers else { return }
    guard let frequency = number(.frequencyValue, .frequencyUnit, .hertz(), event, batch) else {
      problem = problem ?? .badNumber
      return
    }
    for ear in Ear.both where batch.value(of: ear.value, in: event)?.isEmpty == false {
      guard let level = number(ear.value, ear.unit, .decibelHearingLevel, event, batch) else {
        problem = problem ?? .badNumber
        return
      }
      func bound(_ name: AppleName) -> Double? {
        number(name, ear.unit, .decibelHearingLevel, event, batch)
      }
      let (lower, upper) = (bound(ear.lower), bound(ear.upper))
      let masked = batch.text(of: ear.masked, in: event)?.lowercased() ?? ""
      let parts: [(String, Double)] = [
        ("frequency", frequency), ("side", ear.side), ("sensitivity", level),
        ("masked", ["1", "true", "yes"].contains(masked) ? 1 : 0),
        ("clamped", (lower == nil ? 0 : 1) + (upper == nil ? 0 : 2)),
        ("lowerClamp", lower ?? 0), ("upperClamp", upper ?? 0),
      ]
      for (name, number) in parts { details.series[name, default: []].append(number) }
    }
  }

  /// Where an element tells of an ear.
  private struct Ear {
    let side: Double
    let value, unit, masked, lower, upper: AppleName

    static let both = [
      Ear(
        side: 0, value: .leftEarValue, unit: .leftEarUnit, masked: .leftEarMasked,
        lower: .leftEarClampingRangeLowerBound, upper: .leftEarClampingRangeUpperBound),
      Ear(
        side: 1, value: .rightEarValue, unit: .rightEarUnit, masked: .rightEarMasked,
        lower: .rightEarClampingRangeLowerBound, upper: .rightEarClampingRangeUpperBound),
    ]
  }

  /// Takes what an element says of the lens for an eye.
  mutating func addEye(_ event: MarkupBatch.Event, _ batch: MarkupBatch, isLeft: Bool) {
    var texts: [String: ArraySlice<UInt8>] = [:]
    for index in event.attributes {
      let attribute = batch.attributes[Int(index)]
      texts[batch.names[Int(attribute.name)]] = batch.value(attribute)
    }
    for name in LensNames.all {
      guard let text = texts[name.attribute], !text.isEmpty else { continue }
      guard let value = DecimalReader.number(text) else {
        problem = problem ?? .badNumber
        return
      }
      guard let unit = Self.unit(texts[name.attribute + "Unit"], or: name.unit) else {
        problem = problem ?? .wrongUnit
        return
      }
      details.values[(isLeft ? "left" : "right") + name.detail] = .quantity(Quantity(value, unit))
    }
  }

  mutating func add(_ entry: (key: Int32, value: MetadataValue)) { row.add(entry) }

  mutating func add(_ own: OwnEntry, _ context: inout ImportContext) { row.add(own, &context) }

  /// The sample, once all of it was read; `nil` where it is none, which is counted.
  func finished(_ element: String, _ context: inout ImportContext) -> ImportRow? {
    var row = row
    var details = details
    // What says nothing of any ear is left out.
    for names in [["masked"], ["clamped", "lowerClamp", "upperClamp"]]
    where details.series[names[0]]?.allSatisfy({ $0 == 0 }) ?? false {
      for name in names { details.series[name] = nil }
    }
    row.body = .details(details)
    var problem = problem
    if problem == nil {
      do throws(ModelError) {
        try details.check(for: description.type, in: row.exactStart...row.exactEnd)
        return row
      } catch {
        problem = .unreadable(error.detail)
      }
    }
    if let problem {
      context.summary.lose(element, line: row.line, problem, of: description.type)
    }
    return nil
  }

  /// A number in a unit, told in another.
  private func number(
    _ value: AppleName, _ unit: AppleName, _ wanted: Unit, _ event: MarkupBatch.Event,
    _ batch: MarkupBatch
  ) -> Double? {
    guard let number = batch.value(of: value, in: event).flatMap({ DecimalReader.number($0) }),
      let unit = Self.unit(batch.value(of: unit, in: event), or: wanted)
    else { return nil }
    return try? Quantity(number, unit).value(in: wanted)
  }

  /// The unit of a text, which measures what `usual` does; `usual` where there is no text.
  private static func unit(_ text: ArraySlice<UInt8>?, or usual: Unit) -> Unit? {
    guard let text, !text.isEmpty else { return usual }
    guard let unit = try? Unit(parsing: String(decoding: text, as: UTF8.self)),
      unit.isCompatible(with: usual)
    else { return nil }
    return unit
  }
}
