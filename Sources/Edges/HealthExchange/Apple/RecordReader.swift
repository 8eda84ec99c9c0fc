internal import HealthModel
internal import XMLCore

/// Reads records and correlations, and remembers what the last one had.
struct RecordReader {
  /// So long is a value that is remembered, of which each key has so many.
  private static let (shortBytes, mostLast) = (32, 4)

  private var lastType = LastText()
  private var types: [TypeDescription?] = []
  private var typeNumbers: [[UInt8]: Int32] = [:]
  private var lastDevice = LastText()
  private var lastUnit = LastText()
  private var lastName: [UInt8] = []
  private var lastVersion: [UInt8] = []
  private var lastSource: Int32?
  /// Whether a unit measures what a type does, by the numbers of both.
  private var fits: [Int64: Bool] = [:]
  private var categoryValues: [String: Int64?] = [:]
  private var lastKey = LastText()
  private var keyNumbers: [[UInt8]: Int32] = [:]
  /// The last short values of keys, by their numbers: most keys have few.
  private var lastValues: [[(bytes: [UInt8], value: MetadataValue)]] = []

  /// What the attributes of a record or a correlation say: where it stands among the bytes of a batch, so that nothing
  /// is counted for each of them.
  private struct Attributes {
    private let bytes: [UInt8]
    private var typePlace = 0..<0
    private var namePlace = 0..<0
    private var versionPlace = 0..<0
    private var devicePlace = 0..<0
    private var unitPlace: Range<Int>?
    private var valuePlace: Range<Int>?
    private var startPlace: Range<Int>?
    private var endPlace: Range<Int>?
    /// Attributes that the format does not have: iOS 8 wrote metadata so.
    private(set) var others: [MarkupBatch.Attribute] = []

    init(_ event: MarkupBatch.Event, _ batch: MarkupBatch) {
      bytes = batch.bytes
      for index in event.attributes {
        let attribute = batch.attributes[Int(index)]
        let place = Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)
        switch AppleName(number: attribute.name) {
        case .type: typePlace = place
        case .sourceName, .source: namePlace = place
        case .sourceVersion: versionPlace = place
        case .device: devicePlace = place
        case .unit: unitPlace = place
        case .value: valuePlace = place
        case .startDate: startPlace = place
        case .endDate: endPlace = place
        case .dateIssued, .receivedDate: (startPlace, endPlace) = (place, place)
        case .creationDate: break
        default: others.append(attribute)
        }
      }
    }

    var type: ArraySlice<UInt8> { bytes[typePlace] }
    var name: ArraySlice<UInt8> { bytes[namePlace] }
    var version: ArraySlice<UInt8> { bytes[versionPlace] }
    var device: ArraySlice<UInt8> { bytes[devicePlace] }
    var unit: ArraySlice<UInt8>? { unitPlace.map { bytes[$0] } }
    var value: ArraySlice<UInt8>? { valuePlace.map { bytes[$0] } }
    var start: ArraySlice<UInt8>? { startPlace.map { bytes[$0] } }
    var end: ArraySlice<UInt8>? { endPlace.map { bytes[$0] } }
  }

  /// The numbers of keys mean others from now on.
  mutating func forgetKeys() {
    lastKey = LastText()
    keyNumbers = [:]
    lastValues = []
  }

  /// A record as a row of its type; `nil` where it is none, which is counted.
  mutating func record(
    _ event: MarkupBatch.Event, _ batch: MarkupBatch, _ context: inout ImportContext
  ) -> (type: TypeDescription, row: ImportRow)? {
    let attributes = Attributes(event, batch)
    guard let number = typeNumber(attributes.type) else {
      context.summary.lose("Record", line: Int(event.line), .noType)
      return nil
    }
    let known = types[Int(number)].flatMap {
      $0.kind == .quantity || $0.kind == .category ? $0 : nil
    }
    guard let description = known ?? ObjectType.foreignRecord.description else { return nil }
    do throws(RowProblem) {
      var row = try self.row(attributes, Int(event.line), &context)
      switch known?.kind {
      case .quantity: try readQuantity(attributes, number, description, into: &row, &context)
      case .category: row.value = try categoryValue(attributes.value ?? [], description)
      default: row.body = .details(try foreign(attributes, &context))
      }
      for attribute in attributes.others {
        let name = batch.names[Int(attribute.name)]
        if let entry = metadata(Array(name.utf8)[...], batch.value(attribute), &context) {
          row.metadata.append(entry)
        }
      }
      return (description, row)
    } catch {
      context.summary.lose("Record", line: Int(event.line), error.problem, of: description.type)
      return nil
    }
  }

  /// A correlation without its members yet; `nil` where it is none, which is counted.
  mutating func correlation(
    _ event: MarkupBatch.Event, _ batch: MarkupBatch, _ context: inout ImportContext
  ) -> ImportCorrelation? {
    let attributes = Attributes(event, batch)
    let type = ObjectType(String(decoding: attributes.type, as: UTF8.self))
    guard type.isCorrelation else {
      context.summary.meetUnknown(type.identifier)
      return nil
    }
    do throws(RowProblem) {
      return ImportCorrelation(type: type, row: try row(attributes, Int(event.line), &context))
    } catch {
      context.summary.lose("Correlation", line: Int(event.line), error.problem, of: type)
      return nil
    }
  }

  /// Dates, source and device of an element of any kind.
  mutating func row(
    _ event: MarkupBatch.Event, _ batch: MarkupBatch, _ context: inout ImportContext
  ) throws(RowProblem) -> ImportRow {
    try row(Attributes(event, batch), Int(event.line), &context)
  }

  private mutating func row(
    _ attributes: Attributes, _ line: Int, _ context: inout ImportContext
  ) throws(RowProblem) -> ImportRow {
    guard let start = attributes.start.flatMap({ context.dates.seconds($0) }),
      let end = attributes.end.flatMap({ context.dates.seconds($0) }),
      Instant.permitted.contains(start), Instant.permitted.contains(end)
    else { throw RowProblem(.badDate) }
    guard start <= end else { throw RowProblem(.endsEarly) }
    guard let source = source(attributes, &context) else { throw RowProblem(.badText) }
    return ImportRow(
      line: line, start: start, end: end, source: source,
      device: attributes.device.isEmpty ? 0 : device(attributes.device, &context))
  }

  private mutating func source(
    _ attributes: Attributes, _ context: inout ImportContext
  ) -> Int32? {
    if let lastSource, lastName.elementsEqual(attributes.name),
      lastVersion.elementsEqual(attributes.version)
    {
      return lastSource
    }
    let isNamed = !attributes.name.isEmpty
    if !isNamed { context.summary.mend("a record names no source; it was taken for Health") }
    let name = isNamed ? attributes.name : Array("Health".utf8)[...]
    guard let number = context.tables.source(name, version: attributes.version) else { return nil }
    lastSource = isNamed ? number : nil
    lastName = Array(attributes.name)
    lastVersion = Array(attributes.version)
    return number
  }

  private mutating func device(_ bytes: ArraySlice<UInt8>, _ context: inout ImportContext) -> Int32
  {
    let lasting = DeviceText.lasting(bytes)
    if let number = lastDevice.number(of: lasting) { return number }
    let number = context.tables.device(lasting)
    lastDevice.keep(lasting, as: number)
    return number
  }

  private mutating func typeNumber(_ bytes: ArraySlice<UInt8>) -> Int32? {
    if let number = lastType.number(of: bytes) { return number }
    guard !bytes.isEmpty, bytes.count <= 256 else { return nil }
    let text = Array(bytes)
    let number = typeNumbers[text] ?? Int32(types.count)
    if number == types.count {
      // One number for all that nobody knows would do, but for the few that there are.
      guard types.count < 4_096 else { return nil }
      types.append(ObjectType(String(decoding: bytes, as: UTF8.self)).description)
      typeNumbers[text] = number
    }
    lastType.keep(bytes, as: number)
    return number
  }

  private mutating func readQuantity(
    _ attributes: Attributes, _ type: Int32, _ description: TypeDescription,
    into row: inout ImportRow, _ context: inout ImportContext
  ) throws(RowProblem) {
    guard let value = attributes.value.flatMap({ DecimalReader.number($0) }) else {
      throw RowProblem(.badNumber)
    }
    row.value = value
    let text = attributes.unit ?? []
    if let number = lastUnit.number(of: text) {
      row.unit = number
    } else if let number = context.tables.unit(text) {
      row.unit = number
      lastUnit.keep(text, as: number)
    } else {
      let isShort = text.count <= 32 && text.allSatisfy { (0x20..<0x7F).contains($0) }
      throw RowProblem(.badUnit(isShort ? String(decoding: text, as: UTF8.self) : "…"))
    }
    let pair = Int64(type) << 32 | Int64(row.unit)
    let unit = context.tables.units[Int(row.unit)]
    let isFitting =
      fits[pair] ?? description.canonicalUnit.map { unit.isCompatible(with: $0) } ?? false
    fits[pair] = isFitting
    guard isFitting else { throw RowProblem(.wrongUnit) }
    guard abs(value) < 1e290 else { throw RowProblem(.badNumber) }
  }

  /// The texts of a record whose type is not in the catalogue.
  private func foreign(
    _ attributes: Attributes, _ context: inout ImportContext
  ) throws(RowProblem) -> Details {
    var details = Details()
    let texts = [("type", attributes.type), ("unit", attributes.unit), ("value", attributes.value)]
    for case (let name, let bytes?) in texts {
      guard bytes.count <= 4_096, let text = String(validating: bytes, as: UTF8.self) else {
        throw RowProblem(.badText)
      }
      details.values[name] = .string(text)
    }
    context.summary.meetForeign(String(decoding: attributes.type, as: UTF8.self))
    return details
  }

  private mutating func categoryValue(
    _ bytes: ArraySlice<UInt8>, _ description: TypeDescription
  ) throws(RowProblem) -> Double {
    let text = String(decoding: bytes.prefix(128), as: UTF8.self)
    let key = "\(description.name) \(text)"
    let value: Int64?
    if let known = categoryValues[key] {
      value = known
    } else {
      value = CategoryNames.value(text, of: description)
      if categoryValues.count < 4_096 { categoryValues[key] = .some(value) }
    }
    guard let value else { throw RowProblem(.unknownValue) }
    return Double(value)
  }

  /// An entry of metadata; `nil` where it cannot be one, which is counted.
  mutating func metadata(
    _ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, _ context: inout ImportContext
  ) -> (key: Int32, value: MetadataValue)? {
    let number: Int32
    if let last = lastKey.number(of: key) {
      number = last
    } else {
      let text = Array(key)
      number = keyNumbers[text] ?? context.tables.key(String(decoding: key, as: UTF8.self))
      keyNumbers[text] = number
      lastKey.keep(key, as: number)
    }
    while lastValues.count <= Int(number) { lastValues.append([]) }
    if let known = lastValues[Int(number)].first(where: { $0.bytes.elementsEqual(value) }) {
      return (number, known.value)
    }
    let name = context.tables.keys[Int(number)]
    let most = MetadataKey.mostBytes / 4
    guard value.count <= most,
      let read = MetadataText.value(value, for: name, &context.dates),
      (try? MetadataKey.check(name, read)) != nil
    else {
      context.summary.mend("metadata that its key cannot have was left out")
      return nil
    }
    if value.count <= Self.shortBytes {
      if lastValues[Int(number)].count == Self.mostLast { lastValues[Int(number)].removeFirst() }
      lastValues[Int(number)].append((Array(value), read))
    }
    return (number, read)
  }
}

/// Why an element is no row.
struct RowProblem: Error {
  let problem: ImportProblem

  init(_ problem: ImportProblem) {
    self.problem = problem
  }
}
