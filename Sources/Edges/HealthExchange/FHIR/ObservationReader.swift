internal import CalendarEdges
internal import HealthModel
internal import TextFormats

/// Reads what is measured and told in an observation.
struct ObservationReader {
  /// What an observation is.
  enum Found {
    case row(ImportRow, TypeDescription)
    case correlation(ImportCorrelation)
    /// Something that has no type of its own, and is kept as clinics tell it.
    case record
  }

  /// The clocks of dates without a time.
  private let zone: TimeZoneRules

  init(zone: TimeZoneRules) { self.zone = zone }

  /// Reads one.
  ///
  /// - Parameters:
  ///   - observation: The resource.
  ///   - line: Where it begins.
  ///   - context: Counts what is left out.
  /// - Returns: What it is; nothing where nothing is told.
  /// - Throws: Why it is none.
  func read(
    _ observation: JSONValue, line: Int, _ context: inout ImportContext
  ) throws(RowProblem) -> [Found] {
    let status = observation["status"]?.stringValue
    guard status != "entered-in-error", status != "cancelled" else {
      context.summary.leave("Observation that was withdrawn")
      return []
    }
    let origin = try FHIROrigin(observation)
    switch FHIRCodes.meaning(of: observation["code"]) {
    case .type(let description):
      let dates = try dates(of: observation, description, origin)
      guard let base = row(dates, origin, of: observation, line, &context) else {
        throw RowProblem(.badText)
      }
      switch description.kind {
      case .quantity, .category:
        guard Self.hasValue(observation) || origin.quantity != nil else {
          context.summary.leave("Observation without a value")
          return []
        }
        var row = base
        try setValue(of: observation, origin, description, in: &row, &context)
        return [.row(row, description)]
      case .correlation: return try correlation(observation, description, base, line, &context)
      case .workout:
        var row = base
        row.body = .workout(try workout(observation, origin, dates, &context))
        return [.row(row, description)]
      default: throw RowProblem(.unreadable("FHIR has no form for \(description.name)"))
      }
    case .unknown(let identifier):
      let dates = try dates(of: observation, nil, origin)
      guard var row = row(dates, origin, of: observation, line, &context),
        let description = ObjectType.foreignRecord.description
      else { throw RowProblem(.badText) }
      let told = observation["valueQuantity"]
      var values: Metadata = ["type": .string(identifier)]
      values["unit"] = (told?["code"] ?? told?["unit"])?.stringValue.map { .string($0) }
      values["value"] = (told?["value"]?.text ?? Self.words(of: observation).first).map {
        .string($0)
      }
      row.body = .details(Details(values: values))
      context.summary.meetForeign(identifier)
      return [.row(row, description)]
    case .nothing: return try panel(observation, origin, line, &context)
    }
  }

  /// A clinical record as an export of ours has it beside its resource; `nil` for an entry of others.
  ///
  /// - Parameters:
  ///   - entry: What has the resource.
  ///   - line: Where it begins.
  ///   - context: Has the tables of sources and devices.
  /// - Returns: The row and its type.
  /// - Throws: Why it is none.
  func record(
    _ entry: JSONValue, line: Int, _ context: inout ImportContext
  ) throws(RowProblem) -> (row: ImportRow, type: TypeDescription)? {
    let origin = try FHIROrigin(entry)
    guard let type = origin.type, var details = origin.details else { return nil }
    let dates = try dates(origin.effective, nil, origin)
    guard var row = row(dates, origin, of: entry, line, &context) else {
      throw RowProblem(.badText)
    }
    if details.values["resource"] == nil, let resource = entry["resource"],
      resource.objectValue?.count ?? 0 > 1
    {
      details.values["resource"] = .string(resource.text)
    }
    do throws(ModelError) {
      try details.check(for: type.type, in: row.exactStart...row.exactEnd)
    } catch {
      throw RowProblem(.unreadable(error.detail))
    }
    row.body = .details(details)
    return (row, type)
  }

  /// How many components may become samples: each sample repeats what the observation says of all of them.
  private static let mostParts = 256

  /// What has no type: samples where each of its parts has one and they are few, else a record.
  private func panel(
    _ observation: JSONValue, _ origin: FHIROrigin, _ line: Int, _ context: inout ImportContext
  ) throws(RowProblem) -> [Found] {
    let parts = observation["component"]?.arrayValue ?? []
    guard Self.hasValue(observation) || !parts.isEmpty else {
      context.summary.leave("Observation without a value")
      return []
    }
    guard parts.count <= Self.mostParts else { return [.record] }
    var found: [Found] = []
    for part in parts where !Self.hasValue(observation) {
      guard case .type(let description) = FHIRCodes.meaning(of: part["code"]),
        description.kind == .quantity, Self.hasValue(part)
      else { return [.record] }
      let dates = try dates(of: observation, description, origin)
      guard var row = row(dates, origin, of: observation, line, &context) else {
        throw RowProblem(.badText)
      }
      try setValue(of: part, nil, description, in: &row, &context)
      found.append(.row(row, description))
    }
    return found.isEmpty ? [.record] : found
  }

  // Correlations and workouts.

  private func correlation(
    _ observation: JSONValue, _ description: TypeDescription, _ base: ImportRow, _ line: Int,
    _ context: inout ImportContext
  ) throws(RowProblem) -> [Found] {
    var draft = ImportCorrelation(type: description.type, row: base)
    for part in observation["component"]?.arrayValue ?? [] {
      // Such as the mean that stands beside the two pressures.
      guard case .type(let inner) = FHIRCodes.meaning(of: part["code"]),
        inner.kind == .quantity || inner.kind == .category
      else {
        context.summary.leave("component of no known type")
        continue
      }
      let origin = try FHIROrigin(part)
      guard Self.hasValue(part) || origin.quantity != nil else { continue }
      var member = ImportRow(
        line: line, start: base.start, end: base.end, source: base.source, device: base.device)
      member.add(.start(base.exactStart), &context)
      member.add(.end(base.exactEnd), &context)
      if origin.isOwn {
        let texts = origin.effective ?? Self.dateTexts(of: observation)
        let dates = try dates(texts, inner, origin)
        guard let own = row(dates, origin, of: part, line, &context) else {
          throw RowProblem(.badText)
        }
        member = own
      }
      try setValue(of: part, origin, inner, in: &member, &context)
      draft.members.append((inner.type, member))
    }
    guard !draft.members.isEmpty, draft.members.count <= Members.most else {
      throw RowProblem(.incomplete)
    }
    // A pulse beside two pressures, or one of them alone, is a sample all the same.
    var others = draft.members.filter { !description.mayHold($0.type) }
    draft.members.removeAll { !description.mayHold($0.type) }
    let isWhole = description.isComplete(with: draft.members.map(\.type))
    if !isWhole { others += draft.members }
    return (isWhole ? [.correlation(draft)] : [])
      + others.compactMap { type, row in type.description.map { .row(row, $0) } }
  }

  private func workout(
    _ observation: JSONValue, _ origin: FHIROrigin, _ dates: (start: Double, end: Double),
    _ context: inout ImportContext
  ) throws(RowProblem) -> Workout {
    let activity = Self.words(of: observation).lazy.compactMap(Self.activity).first
    if activity == nil { context.summary.mend("a workout's activity is not known; it is 'other'") }
    var workout = Workout(
      activity: activity ?? Int64(WorkoutActivityType.other.rawValue), duration: 0,
      events: origin.events)
    workout.legs = origin.legs
    workout.duration = Workout.activeSeconds(from: dates.start, to: dates.end, workout.events)
    for part in observation["component"]?.arrayValue ?? [] {
      let codings = part["code"]?["coding"]?.arrayValue ?? []
      if codings.contains(where: { $0["code"]?.stringValue == "HKWorkout.duration" }) {
        let seconds = part["valueQuantity"]?["value"]?.double
        if let seconds, seconds >= 0 { workout.duration = seconds }
        continue
      }
      guard case .type(let inner) = FHIRCodes.meaning(of: part["code"]), inner.kind == .quantity
      else {
        context.summary.leave("component of a workout")
        continue
      }
      let total = try Self.quantity(of: part, try FHIROrigin(part), inner, &context)
      switch inner.type {
      case .activeEnergyBurned: workout.totalEnergyBurned = total
      case .swimmingStrokeCount: workout.totalSwimmingStrokeCount = total
      case let type where type.name.hasPrefix("distance"): workout.totalDistance = total
      default: context.summary.leave("component of a workout")
      }
    }
    return workout
  }

  private static func activity(_ word: String) -> Int64? {
    WorkoutText.activity(named: word)
      ?? WorkoutActivityType.allCases.first { "\($0)".lowercased() == word.lowercased() }
      .map { Int64($0.rawValue) }
  }

  // Values.

  private static func hasValue(_ json: JSONValue) -> Bool {
    json.objectValue?.contains { $0.name.hasPrefix("value") } ?? false
  }

  /// The words in which a value is told, other than a number.
  private static func words(of json: JSONValue) -> [String] {
    let concept = json["valueCodeableConcept"]
    let codes = (concept?["coding"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
    return codes
      + [concept?["text"], json["valueString"], json["valueCode"]].compactMap { $0?.stringValue }
  }

  /// Gives a row the value of an observation or of a part of one.
  private func setValue(
    of json: JSONValue, _ origin: FHIROrigin?, _ description: TypeDescription,
    in row: inout ImportRow, _ context: inout ImportContext
  ) throws(RowProblem) {
    guard description.kind == .category else {
      let quantity = try Self.quantity(of: json, origin, description, &context)
      guard let unit = context.tables.unit(Array(quantity.unit.unitString.utf8)[...]) else {
        throw RowProblem(.wrongUnit)
      }
      (row.value, row.unit) = (quantity.value, unit)
      return
    }
    let number = json["valueInteger"]?.integerValue
    let words = Self.words(of: json) + (number.map { ["\($0)"] } ?? [])
    let values = words.lazy.compactMap { CategoryNames.value($0, of: description) }
    // Some types have a single value; the resource need not name it.
    guard let value = values.first ?? (description.categoryValues == 0...0 ? 0 : nil) else {
      throw RowProblem(.unknownValue)
    }
    row.value = Double(value)
  }

  private static func quantity(
    of json: JSONValue, _ origin: FHIROrigin?, _ description: TypeDescription,
    _ context: inout ImportContext
  ) throws(RowProblem) -> Quantity {
    if let exact = origin?.quantity, let canonical = description.canonicalUnit,
      exact.isCompatible(with: canonical)
    {
      return exact
    }
    let told = json["valueQuantity"]
    guard told?["comparator"] == nil else {
      throw RowProblem(.unreadable("it tells a bound, and no value"))
    }
    guard let number = told?["value"]?.double ?? json["valueInteger"]?.double,
      abs(number) < 1e290
    else { throw RowProblem(.badNumber) }
    let codes = [told?["code"], told?["unit"]].compactMap { $0?.stringValue }
    guard var unit = FHIRUnits.unit(codes, of: description) else {
      throw codes.isEmpty ? RowProblem(.badUnit("")) : RowProblem(.wrongUnit)
    }
    if origin?.isOwn != true, unit.divisor > 1, abs(number) <= 1,
      shares.contains(description.type.name)
    {
      context.summary.mend("a percentage was written as a part of one")
      unit.divisor = 1
    }
    return Quantity(number / unit.divisor, unit.unit)
  }

  /// Types that are never as low as one percent.
  private static let shares: Set<String> = ["oxygenSaturation", "bodyFatPercentage"]

  // Dates and sources.

  private static func dateTexts(of resource: JSONValue) -> (start: String, end: String)? {
    let period = resource["effectivePeriod"]
    let start =
      resource["effectiveDateTime"] ?? resource["effectiveInstant"] ?? period?["start"]
      ?? period?["end"] ?? resource["issued"]
    guard let start = start?.stringValue else { return nil }
    return (start, period?["end"]?.stringValue ?? start)
  }

  private func dates(
    of resource: JSONValue, _ description: TypeDescription?, _ origin: FHIROrigin
  ) throws(RowProblem) -> (start: Double, end: Double) {
    try dates(Self.dateTexts(of: resource), description, origin)
  }

  private func dates(
    _ texts: (start: String, end: String)?, _ description: TypeDescription?, _ origin: FHIROrigin
  ) throws(RowProblem) -> (start: Double, end: Double) {
    guard let texts, let first = FHIRDate(texts.start, in: zone),
      let last = FHIRDate(texts.end, in: zone)
    else { throw RowProblem(.badDate) }
    // What adds up was added up until a day was over.
    let isWhole = texts.start != texts.end || description?.aggregation == .cumulative
    // A date that a text cannot tell to the last bit is rounded in it.
    func exact(_ told: Double?, _ read: Double) -> Double {
      told.flatMap { abs($0 - read) < 0.001 ? $0 : nil } ?? read
    }
    let start = exact(origin.start, first.start)
    let end = exact(origin.end, isWhole ? last.end : last.start)
    guard start <= end else { throw RowProblem(.endsEarly) }
    return (start, end)
  }

  private func row(
    _ dates: (start: Double, end: Double), _ origin: FHIROrigin, of resource: JSONValue,
    _ line: Int, _ context: inout ImportContext
  ) -> ImportRow? {
    let shown = resource["device"]?["display"]?.stringValue
    let performer = resource["performer"]?.arrayValue?.first?["display"]?.stringValue
    let name = origin.name ?? shown ?? performer ?? "FHIR"
    guard
      var source = context.tables.source(
        Array(name.utf8)[...], version: Array((origin.version ?? "").utf8)[...])
    else { return nil }
    if let bundle = origin.bundle {
      guard let exact = context.tables.source(source, bundle: bundle) else { return nil }
      source = exact
    }
    var device: Int32 = 0
    let properties = origin.device.isEmpty ? shown.map { [(.name, $0)] } ?? [] : origin.device
    for (property, text) in properties {
      device = context.tables.device(device, setting: property, to: text)
    }
    var row = ImportRow(
      line: line, start: dates.start.rounded(.down), end: dates.end.rounded(.down), source: source,
      device: device)
    row.add(.start(dates.start), &context)
    row.add(.end(dates.end), &context)
    for (key, value) in origin.metadata.sorted(by: { $0.key < $1.key }) {
      row.add((context.tables.key(key), value))
    }
    return row
  }
}
