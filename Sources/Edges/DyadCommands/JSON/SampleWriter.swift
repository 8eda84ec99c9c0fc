internal import CommandSupport
package import HealthModel
package import TextFormats

/// Writes samples as the JSON that `SampleReader` reads.
package struct SampleWriter: Sendable {
  /// The unit of quantities; `nil` leaves each in its own, so that it comes back bit by bit.
  package var unit: Unit?
  /// The samples that correlations hold; those missing here are written as type and UUID.
  package var members: [SampleUUID: Sample] = [:]
  /// The files that hold documents.
  package var files: [SampleUUID: String] = [:]

  /// Makes a writer.
  package init(unit: Unit? = nil) {
    self.unit = unit
  }

  /// The sample as one JSON object.
  ///
  /// - Throws: when its quantity cannot be told in the writer's unit.
  package func json(_ sample: Sample) throws(ModelError) -> JSONValue {
    var fields: [JSONValue.Member] = [.init("type", .string(sample.type.name))]
    switch sample.value {
    case .quantity(let quantity):
      let shown = try unit.map { target throws(ModelError) in
        Quantity(try quantity.value(in: target), target)
      }
      fields.append(.init("value", .number((shown ?? quantity).value)))
      fields.append(.init("unit", .string((shown ?? quantity).unit.unitString)))
    case .category(let value): fields.append(.init("value", .integer(value)))
    case .object(let body): try append(body, of: sample.uuid, sample.type, to: &fields)
    }
    fields.append(.init("start", InstantJSON.value(of: sample.start)))
    fields.append(.init("end", InstantJSON.value(of: sample.end)))
    fields.append(.init("source", OriginJSON.value(of: sample.source)))
    if let device = sample.device { fields.append(.init("device", OriginJSON.value(of: device))) }
    if !sample.metadata.isEmpty {
      fields.append(.init("metadata", MetadataJSON.value(of: sample.metadata)))
    }
    fields.append(.init("uuid", .string(sample.uuid.description)))
    return .object(fields)
  }

  private func append(
    _ body: ObjectBody, of uuid: SampleUUID, _ type: ObjectType, to fields: inout [JSONValue.Member]
  ) throws(ModelError) {
    switch body {
    case .correlation(let members):
      var list: [JSONValue] = []
      for (row, uuid) in members.uuids.enumerated() {
        if let member = self.members[uuid] {
          list.append(try json(member))
        } else {
          list.append(Self.reference(to: uuid, of: members.types[row]))
        }
      }
      fields.append(.init("members", .array(list)))
    case .workout(let workout): Self.append(workout, to: &fields)
    case .document(let document):
      fields.append(.init("title", .string(document.title)))
      fields.append(.init("patient", .string(document.patientName)))
      fields.append(.init("author", .string(document.authorName)))
      fields.append(.init("custodian", .string(document.custodianName)))
      fields.append(.init("bytes", .integer(document.byteCount)))
      if let file = files[uuid] { fields.append(.init("file", .string(file))) }
    case .details(let details):
      fields.append(.init("details", DetailsJSON.value(of: details, type)))
    // What this version does not know is kept by the store and not for reading.
    case .association, .unknown: break
    }
  }

  private static func reference(to uuid: SampleUUID, of type: ObjectType) -> JSONValue {
    .object([.init("type", .string(type.name)), .init("uuid", .string(uuid.description))])
  }

  private static func append(_ workout: Workout, to fields: inout [JSONValue.Member]) {
    fields.append(
      .init("activity", NamedNumbers.workoutActivities.value(of: workout.activity)))
    fields.append(.init("duration", .number(workout.duration)))
    let totals = [
      ("energy", workout.totalEnergyBurned), ("distance", workout.totalDistance),
      ("strokes", workout.totalSwimmingStrokeCount),
    ]
    for case (let name, let total?) in totals {
      fields.append(.init(name, QuantityJSON.value(of: total)))
    }
    let events = workout.events.map { event in
      part(
        [
          .init("kind", NamedNumbers.workoutEvents.value(of: event.kind)),
          .init("date", InstantJSON.value(of: event.date)),
        ], event.metadata)
    }
    if !events.isEmpty { fields.append(.init("events", .array(events))) }
    let legs = workout.legs.map { leg in
      part(
        [
          .init("activity", NamedNumbers.workoutActivities.value(of: leg.activity)),
          .init("start", InstantJSON.value(of: leg.start)),
          .init("end", InstantJSON.value(of: leg.end)),
          .init("uuid", .string(leg.uuid.description)),
        ], leg.metadata)
    }
    if !legs.isEmpty { fields.append(.init("legs", .array(legs))) }
  }

  private static func part(_ fields: [JSONValue.Member], _ metadata: Metadata) -> JSONValue {
    let entries: [JSONValue.Member] =
      metadata.isEmpty ? [] : [.init("metadata", MetadataJSON.value(of: metadata))]
    return .object(fields + entries)
  }
}
