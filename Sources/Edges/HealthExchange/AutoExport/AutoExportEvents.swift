internal import HealthModel
internal import TextFormats

// What the app tells beside metrics and workouts: symptoms, moods and electrocardiograms.
extension AutoExportImporter {
  /// How strong a symptom was, from when to when.
  mutating func takeSymptom(_ fields: JSONValue) async throws {
    let name = fields["name"]?.stringValue ?? ""
    guard let description = AutoExportMetric.symptom(named: name) else {
      return rows.context.summary.meetUnknown(name.isEmpty ? "symptom" : name)
    }
    guard var row = event(fields, description.name, of: description.type) else { return }
    let word = Self.word(fields["severity"] ?? fields["value"])
    guard let value = CategoryNames.value(spelled: word, of: description) else {
      return rows.context.summary.lose(
        description.name, line: 0, .unknownValue, of: description.type)
    }
    row.value = Double(value)
    if fields["userEntered"]?.boolValue == true {
      row.add((rows.context.tables.key("HKWasUserEntered"), .bool(true)))
    }
    try await rows.add(row, of: description)
  }

  /// A mood of a moment or of a day.
  mutating func takeStateOfMind(_ fields: JSONValue) async throws {
    let kinds = ["momentaryemotion": 1, "dailymood": 2] as [String: Int64]
    guard let valence = fields["valence"]?.double, (-1...1).contains(valence),
      let kind = kinds[Self.word(fields["kind"])]
    else {
      return rows.context.summary.lose(
        "state of mind", line: 0, .unknownValue, of: .stateOfMind)
    }
    func numbers(_ field: String, _ names: [String]) -> [Double] {
      (fields[field]?.arrayValue ?? []).compactMap { name in
        names.firstIndex { $0.lowercased() == Self.word(name) }.map { Double($0 + 1) }
      }
    }
    var series: [String: [Double]] = [:]
    let labels = numbers("labels", AutoExportMetric.labels)
    let associations = numbers("associations", AutoExportMetric.associations)
    if !labels.isEmpty { series["labels"] = labels }
    if !associations.isEmpty { series["associations"] = associations }
    try await add(
      Details(values: ["kind": .integer(kind), "valence": .double(valence)], series: series),
      "state of mind", of: .stateOfMind, fields)
  }

  /// An electrocardiogram, where it has its voltages.
  mutating func takeECG(_ fields: JSONValue) async throws {
    let name = "electrocardiogram"
    var microvolts: [Double] = []
    for point in fields["voltageMeasurements"]?.arrayValue ?? [] {
      let scales = ["mcV": 1, "uV": 1, "µV": 1, "mV": 1e3, "V": 1e6] as [String: Double]
      guard let voltage = point["voltage"]?.double,
        let scale = scales[point["units"]?.stringValue ?? "mcV"]
      else { return rows.context.summary.lose(name, line: 0, .badNumber, of: .electrocardiogram) }
      microvolts.append(voltage * scale)
    }
    guard !microvolts.isEmpty, let hertz = fields["samplingFrequency"]?.double else {
      return rows.context.summary.leave("electrocardiograms without their voltages")
    }
    guard ECGReader.frequencies.contains(hertz) else {
      return rows.context.summary.lose(name, line: 0, .badNumber, of: .electrocardiogram)
    }
    let verdict = fields["classification"]?.stringValue ?? ""
    var values: Metadata = [
      "classification": .integer(ECGReader.classification(verdict) ?? 0),
      "symptomsStatus": .integer(0),
      "samplingFrequency": .quantity(Quantity(hertz, .hertz())),
    ]
    if let rate = fields["averageHeartRate"]?.double, let unit = try? Unit(parsing: "count/min") {
      values["averageHeartRate"] = .quantity(Quantity(rate, unit))
    }
    try await add(
      Details(values: values, series: ["microvolts": microvolts]), name, of: .electrocardiogram,
      fields)
  }

  private mutating func add(
    _ details: Details, _ name: String, of type: ObjectType, _ fields: JSONValue
  ) async throws {
    guard var row = event(fields, name, of: type), let description = type.description else {
      return
    }
    let end = max(row.end, details.end(from: row.start))
    guard Instant.permitted.contains(end) else {
      return rows.context.summary.lose(name, line: 0, .badDate, of: type)
    }
    row = ImportRow(line: 0, start: row.start, end: end.rounded(.down), source: row.source)
    row.add(.end(end), &rows.context)
    do {
      try details.check(for: type, in: row.start...end)
    } catch {
      return rows.context.summary.lose(name, line: 0, .unreadable(error.detail), of: type)
    }
    row.body = .details(details)
    try await rows.add(row, of: description)
  }

  /// When something was, and who tells it.
  private mutating func event(
    _ fields: JSONValue, _ name: String, of type: ObjectType
  ) -> ImportRow? {
    guard let row = row(fields, .none) else {
      rows.context.summary.lose(name, line: 0, .badDate, of: type)
      return nil
    }
    return row
  }

  /// A text without its spaces and in small letters.
  private static func word(_ value: JSONValue?) -> String {
    (value?.stringValue ?? "").lowercased().filter { $0.isLetter }
  }
}
