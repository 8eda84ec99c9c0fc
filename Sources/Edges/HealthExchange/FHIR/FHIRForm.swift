package import HealthModel
internal import TextFormats

/// A bundle of FHIR R4 with an Observation for each sample.
package final class FHIRForm: ExportForm {
  private static let pieceBytes = 256 << 10

  private let sink: ([UInt8]) throws -> Void
  private let subject: JSONValue
  private var bytes: [UInt8] = []
  private var dates = DateWriter(.iso)
  private var hasEntries = false
  private var code: JSONValue = .null
  private var category: JSONValue?

  /// - Parameters:
  ///   - now: When it is exported.
  ///   - owner: Names whose samples they are; it is not said who that is.
  ///   - profile: What the owner says of themselves.
  ///   - sink: Takes the bytes.
  package init(
    at now: Double, owner: SampleUUID, profile: [Characteristic],
    _ sink: @escaping ([UInt8]) throws -> Void
  ) {
    self.sink = sink
    let address = Self.address(owner)
    subject = .object([.init("reference", .string(address))])
    let head = JSONValue.object([
      .init("resourceType", .string("Bundle")), .init("type", .string("collection")),
      .init("timestamp", .string(dates.text(now))),
    ])
    bytes = Array(head.text.utf8.dropLast()) + Array(",\"entry\":[\n".utf8)
    write(at: address, Self.patient(owner, profile))
  }

  package func takes(_ type: ObjectType) -> Bool {
    switch type.description?.kind {
    case .quantity, .category, .correlation, .workout: type != .workoutEffort
    default: type.isClinical
    }
  }

  package func begin(_ type: ObjectType) throws {
    code = Self.code(of: type)
    category = FHIRCodes.category(of: type).map { name in
      let system = "http://terminology.hl7.org/CodeSystem/observation-category"
      return .array([Self.concept([(system, name)])])
    }
  }

  package func write(_ run: SampleRun, _ parts: ExportParts) throws {
    for row in 0..<run.count {
      let sample = run[row]
      if sample.type.isClinical {
        write(record: sample)
      } else {
        write(at: Self.address(sample.uuid), observation(sample, parts))
      }
      if bytes.count >= Self.pieceBytes { try flush() }
    }
  }

  package func finish() throws {
    bytes.append(contentsOf: "\n]}\n".utf8)
    try flush()
  }

  private func flush() throws {
    defer { bytes.removeAll(keepingCapacity: true) }
    try sink(bytes)
  }

  private func write(
    at address: String, _ resource: JSONValue, _ further: [JSONValue.Member] = []
  ) {
    if hasEntries { bytes.append(contentsOf: ",\n".utf8) }
    hasEntries = true
    JSONValue.object(
      further + [.init("fullUrl", .string(address)), .init("resource", resource)]
    ).write(to: &bytes)
  }

  // Resources.

  /// Writes what a clinic told as it did; what a store knows beside it stands in its entry.
  private func write(record sample: Sample) {
    guard case .object(.details(var details)) = sample.value else { return }
    var resource = JSONValue.object([
      .init("resourceType", details.values["resourceType"].map(ExactValue.json) ?? .null)
    ])
    if case .string(let text) = details.values["resource"],
      let told = try? JSONValue(parsing: text)
    {
      resource = told
      // Where the clinic wrote it otherwise, that is kept.
      if told.text == text { details.values["resource"] = nil }
    }
    let dates = "\(self.dates.text(sample.start))/\(self.dates.text(sample.end))"
    let values = JSONValue.string(ExactValue.json(details).text)
    let own =
      own(sample) + [
        Self.own("effective", .string(dates)), Self.own("details", values),
        Self.own("type", .string(sample.type.identifier)),
      ]
    write(at: Self.address(sample.uuid), resource, [.init("extension", .array(own))])
  }

  private static func patient(_ owner: SampleUUID, _ profile: [Characteristic]) -> JSONValue {
    var fields: [JSONValue.Member] = [
      .init("resourceType", .string("Patient")), .init("id", .string(owner.description)),
    ]
    for characteristic in profile {
      switch characteristic {
      case .biologicalSex(let number):
        let genders = ["unknown", "female", "male", "other"]
        guard number > 0, number < genders.count else { break }
        fields.append(.init("gender", .string(genders[Int(number)])))
      case .dateOfBirth(let date?) where date.era == 1:
        let text = CivilDate(date.year, date.month, date.day).text
        fields.append(.init("birthDate", .string(text)))
      default: break
      }
    }
    return .object(fields)
  }

  private func observation(_ sample: Sample, _ parts: ExportParts) -> JSONValue {
    var own = own(sample)
    var value: [JSONValue.Member] = []
    switch sample.value {
    case .quantity, .category:
      let (fields, exact) = Self.value(of: sample)
      value = fields
      if let exact { own.append(exact) }
    case .object(.correlation(let members)):
      value = correlation(members, parts, from: sample.start, to: sample.end)
    case .object(.workout(let workout)):
      value = self.workout(workout)
      if !workout.events.isEmpty {
        own.append(Self.own("events", .string(ExactValue.json(workout.events, &dates).text)))
      }
      if !workout.legs.isEmpty {
        own.append(Self.own("legs", .string(ExactValue.json(workout.legs, &dates).text)))
      }
    case .object: break
    }
    var fields: [JSONValue.Member] = [
      .init("resourceType", .string("Observation")), .init("id", .string(sample.uuid.description)),
      .init("extension", .array(own)), .init("status", .string("final")),
    ]
    if let category { fields.append(.init("category", category)) }
    fields.append(.init("code", code))
    fields.append(.init("subject", subject))
    if sample.start == sample.end {
      fields.append(.init("effectiveDateTime", .string(dates.text(sample.start))))
    } else {
      fields.append(
        .init(
          "effectivePeriod",
          .object([
            .init("start", .string(dates.text(sample.start))),
            .init("end", .string(dates.text(sample.end))),
          ])))
    }
    if let name = sample.device?[.name] {
      fields.append(.init("device", .object([.init("display", .string(name))])))
    }
    return .object(fields + value)
  }

  /// What stands in extensions, since FHIR has no place for it.
  private func own(_ sample: Sample) -> [JSONValue] {
    var own = [origin(sample.source)]
    if let device = sample.device { own.append(Self.origin(device)) }
    if !sample.metadata.isEmpty {
      own.append(Self.own("metadata", .string(ExactValue.json(sample.metadata).text)))
    }
    for (name, seconds) in [("start", sample.start), ("end", sample.end)]
    where seconds != seconds.rounded() {
      let read = (try? DateText(parsing: dates.text(seconds)))?.secondsSince2001
      if read != seconds { own.append(Self.own(name, .string(seconds.exportText))) }
    }
    return own
  }

  private func correlation(
    _ members: Members, _ parts: ExportParts, from start: Double, to end: Double
  ) -> [JSONValue.Member] {
    let components = members.uuids.enumerated().map { row, uuid -> JSONValue in
      let code = JSONValue.Member("code", Self.code(of: members.types[row]))
      guard let member = parts.members[uuid] else { return .object([code]) }
      let (fields, exact) = Self.value(of: member)
      var own = own(member) + (exact.map { [$0] } ?? [])
      if (member.start, member.end) != (start, end) {
        let dates = "\(dates.text(member.start))/\(dates.text(member.end))"
        own.append(Self.own("effective", .string(dates)))
      }
      return .object([.init("extension", .array(own)), code] + fields)
    }
    let references = members.uuids.map {
      JSONValue.object([.init("reference", .string(Self.address($0)))])
    }
    return [.init("hasMember", .array(references)), .init("component", .array(components))]
  }

  private func workout(_ workout: Workout) -> [JSONValue.Member] {
    let texts = WorkoutText(workout)
    var components: [JSONValue] = [
      .object([
        .init("code", Self.concept([(FHIRCodes.apple, "HKWorkout.duration")])),
        .init(
          "valueQuantity",
          .object([
            .init("value", .number(workout.duration)), .init("unit", .string("s")),
            .init("system", .string(FHIRCodes.ucum)), .init("code", .string("s")),
          ])),
      ])
    ]
    for (type, total) in texts.statistics {
      let (fields, exact) = Self.quantity(total, of: type)
      components.append(
        .object(
          (exact.map { [.init("extension", .array([$0]))] } ?? [])
            + [.init("code", Self.code(of: type))] + fields))
    }
    return [
      .init("valueCodeableConcept", Self.concept([(FHIRCodes.apple, texts.activity)])),
      .init("component", .array(components)),
    ]
  }

  // Parts of resources.

  private static func value(
    of sample: Sample
  ) -> (fields: [JSONValue.Member], exact: JSONValue?) {
    switch sample.value {
    case .quantity(let quantity): return Self.quantity(quantity, of: sample.type)
    case .category(let number):
      let name = sample.type.description.flatMap { CategoryNames.name(of: number, $0) }
      let concept = concept([(FHIRCodes.apple, name ?? "\(number)")])
      return ([.init("valueCodeableConcept", concept)], nil)
    case .object: return ([], nil)
    }
  }

  private static func quantity(
    _ quantity: Quantity, of type: ObjectType
  ) -> (fields: [JSONValue.Member], exact: JSONValue?) {
    var fields: [JSONValue.Member] = []
    let exact = own("quantity", .string("\(quantity.value.exportText) \(quantity.unit.unitString)"))
    guard let known = FHIRCodes.unit(of: type), let value = try? quantity.value(in: known.unit)
    else {
      fields = [
        .init("value", .number(quantity.value)), .init("unit", .string(quantity.unit.unitString)),
      ]
      return ([.init("valueQuantity", .object(fields))], exact)
    }
    let told = value * known.factor
    fields = [
      .init("value", .number(told)), .init("unit", .string(known.text)),
      .init("system", .string(FHIRCodes.ucum)), .init("code", .string(known.code)),
    ]
    let isExact =
      known.unit == quantity.unit && (told / known.factor).bitPattern == quantity.value.bitPattern
    return ([.init("valueQuantity", .object(fields))], isExact ? nil : exact)
  }

  private static func code(of type: ObjectType) -> JSONValue {
    var concept = concept(
      FHIRCodes.loinc(of: type).map { (FHIRCodes.loinc, $0) } + [
        (FHIRCodes.apple, type.identifier)
      ])
    if case .object(let fields) = concept {
      concept = .object(fields + [.init("text", .string(type.name))])
    }
    return concept
  }

  private static func concept(_ codings: [(system: String, code: String)]) -> JSONValue {
    let list = codings.map { system, code in
      JSONValue.object([.init("system", .string(system)), .init("code", .string(code))])
    }
    return .object([.init("coding", .array(list))])
  }

  private func origin(_ revision: SourceRevision) -> JSONValue {
    var parts = [
      ("name", revision.source.name), ("bundle", revision.source.bundleIdentifier),
    ]
    if let version = revision.version { parts.append(("version", version)) }
    return Self.own("source", parts)
  }

  private static func origin(_ device: Device) -> JSONValue {
    own(
      "device",
      Device.Property.allCases.compactMap { property in
        device[property].map { ("\(property)", $0) }
      })
  }

  private static func own(_ name: String, _ value: JSONValue) -> JSONValue {
    .object([.init("url", .string(FHIROrigin.own + name)), .init("valueString", value)])
  }

  private static func own(_ name: String, _ parts: [(String, String)]) -> JSONValue {
    let list = parts.map { name, value in
      JSONValue.object([.init("url", .string(name)), .init("valueString", .string(value))])
    }
    return .object([.init("url", .string(FHIROrigin.own + name)), .init("extension", .array(list))])
  }

  private static func address(_ uuid: SampleUUID) -> String {
    "urn:uuid:\(uuid.description.lowercased())"
  }
}
