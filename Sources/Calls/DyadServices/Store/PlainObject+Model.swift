internal import HealthModel

// What a plain sample carries beside one value, and of what it is made.

extension ObjectType {
  /// Reads what names a type: an identifier, of the catalogue or not, or a short name.
  init(plain name: String, in field: String) throws(StoreWireError) {
    let type = try ObjectType(wire: name, field: field)
    guard type != .association else {
      throw StoreWireError(field, "samples have no such type")
    }
    self = type
  }
}

extension SampleUUID {
  /// Reads a UUID in its printed form.
  init(plain text: String, in field: String) throws(StoreWireError) {
    guard let uuid = SampleUUID(text) else {
      throw StoreWireError(field, "a UUID has 32 hexadecimal digits as 8-4-4-4-12")
    }
    self = uuid
  }
}

extension StoreWireError {
  /// Checks an instant as runs have them.
  static func instant(_ seconds: Double, in field: String) throws(StoreWireError) -> Double {
    guard Instant.permitted.contains(seconds) else {
      throw StoreWireError(field, "it is not within the years 1 to 9999")
    }
    return seconds
  }
}

extension PlainMetadataMessage {
  /// Says what metadata has, by its keys.
  static func entries(of metadata: Metadata) -> [PlainMetadataMessage] {
    metadata.sorted { $0.key < $1.key }.map { key, value in
      var entry = PlainMetadataMessage()
      entry.key = key
      entry.value = MetadataEntryMessage(value)
      return entry
    }
  }
}

extension Metadata {
  /// Reads the entries of metadata.
  init(
    plain entries: [PlainMetadataMessage], in field: String,
    textsTo mostBytes: Int = MetadataKey.mostStringBytes
  ) throws(StoreWireError) {
    guard entries.count <= MetadataKey.mostKeys else {
      throw StoreWireError(field, "\(entries.count) entries exceed \(MetadataKey.mostKeys)")
    }
    self.init()
    for entry in entries {
      let key = try StoreWireError.text(entry.key, in: "\(field).key")
      guard let value = entry.value else {
        throw StoreWireError("\(field).value", "it is left out")
      }
      let read = try MetadataValue(value, in: "\(field).value", textTo: mostBytes)
      guard updateValue(read, forKey: key) == nil else {
        throw StoreWireError("\(field).key", "it is there twice")
      }
    }
  }
}

extension PlainMembersMessage {
  init(_ members: Members) {
    self.init()
    self.members = members.uuids.indices.map { index in
      var member = PlainMemberMessage()
      member.type = members.types[index].identifier
      member.uuid = members.uuids[index].description
      return member
    }
  }
}

extension Members {
  init(_ message: PlainMembersMessage, in field: String) throws(StoreWireError) {
    guard message.members.count <= Members.most else {
      throw StoreWireError(field, "\(message.members.count) members exceed \(Members.most)")
    }
    self.init()
    for member in message.members {
      append(
        try SampleUUID(plain: member.uuid, in: "\(field).uuid"),
        of: try ObjectType(plain: member.type, in: "\(field).type"))
    }
  }
}

extension PlainWorkoutMessage {
  init(_ workout: Workout) {
    self.init()
    activity = workout.activity
    duration = workout.duration
    totalEnergyBurned = workout.totalEnergyBurned.map { UnitValueMessage($0) }
    totalDistance = workout.totalDistance.map { UnitValueMessage($0) }
    totalSwimmingStrokeCount = workout.totalSwimmingStrokeCount.map { UnitValueMessage($0) }
    events = workout.events.map { event in
      var message = PlainEventMessage()
      message.kind = event.kind
      message.date = event.date
      message.metadata = PlainMetadataMessage.entries(of: event.metadata)
      return message
    }
    legs = workout.legs.map { leg in
      var message = PlainLegMessage()
      message.uuid = leg.uuid.description
      message.activity = leg.activity
      message.start = leg.start
      message.end = leg.end
      message.metadata = PlainMetadataMessage.entries(of: leg.metadata)
      return message
    }
  }
}

extension Workout {
  init(_ message: PlainWorkoutMessage, in field: String) throws(StoreWireError) {
    self.init(
      activity: message.activity,
      duration: try StoreWireError.finite(message.duration, in: "\(field).duration"))
    for event in message.events {
      events.append(
        Event(
          kind: event.kind,
          date: try StoreWireError.instant(event.date, in: "\(field).events.date"),
          metadata: try Metadata(plain: event.metadata, in: "\(field).events.metadata")))
    }
    for leg in message.legs {
      let place = "\(field).legs"
      legs.append(
        Leg(
          try SampleUUID(plain: leg.uuid, in: "\(place).uuid"), activity: leg.activity,
          start: try StoreWireError.instant(leg.start, in: "\(place).start"),
          end: try StoreWireError.instant(leg.end, in: "\(place).end"),
          metadata: try Metadata(plain: leg.metadata, in: "\(place).metadata")))
    }
    totalEnergyBurned = try Self.total(message.totalEnergyBurned, "\(field).total_energy_burned")
    totalDistance = try Self.total(message.totalDistance, "\(field).total_distance")
    totalSwimmingStrokeCount = try Self.total(
      message.totalSwimmingStrokeCount, "\(field).total_swimming_stroke_count")
  }

  private static func total(
    _ message: UnitValueMessage?, _ field: String
  ) throws(StoreWireError) -> Quantity? {
    guard let message else { return nil }
    return try Quantity(message, in: field)
  }
}

extension PlainDocumentMessage {
  init(_ document: Document) {
    self.init()
    title = document.title
    patientName = document.patientName
    authorName = document.authorName
    custodianName = document.custodianName
    byteCount = UInt64(clamping: document.byteCount)
  }
}

extension Document {
  init(_ message: PlainDocumentMessage, in field: String) throws(StoreWireError) {
    guard let length = Int64(exactly: message.byteCount) else {
      throw StoreWireError("\(field).byte_count", "it is no length")
    }
    self.init(
      title: message.title, patientName: message.patientName, authorName: message.authorName,
      custodianName: message.custodianName, byteCount: length)
  }
}

extension PlainDetailsMessage {
  init(_ details: Details) {
    self.init()
    values = PlainMetadataMessage.entries(of: details.values)
    series = details.series.sorted { $0.key < $1.key }.map { name, numbers in
      var message = PlainSeriesMessage()
      message.name = name
      message.numbers = numbers
      return message
    }
  }
}

extension Details {
  init(_ message: PlainDetailsMessage, in field: String) throws(StoreWireError) {
    self.init(
      values:
        try Metadata(
          plain: message.values, in: "\(field).values", textsTo: Self.mostTextBytes))
    for one in message.series {
      let name = try StoreWireError.text(one.name, in: "\(field).series.name")
      for number in one.numbers {
        _ = try StoreWireError.finite(number, in: "\(field).series.numbers")
      }
      guard series.updateValue(one.numbers, forKey: name) == nil else {
        throw StoreWireError("\(field).series.name", "it is there twice")
      }
    }
    guard numberCount <= Self.mostNumbers else {
      throw StoreWireError("\(field).series", "\(numberCount) numbers exceed \(Self.mostNumbers)")
    }
  }
}
