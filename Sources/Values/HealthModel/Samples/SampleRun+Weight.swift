extension SampleRun {
  /// About as many bytes as the run takes in a message, and in memory: what limits of a session count.
  ///
  /// All nodes count alike. With |t| for the bytes of a text in UTF-8, the weight is the sum of
  ///
  /// * 128 + |type identifier|, and 64 for each row;
  /// * for each distinct source revision 16 + |bundle identifier| + |name| + |version|;
  /// * for each distinct device 16, and 8 + |text| for each of its properties;
  /// * for each distinct unit of quantities 64;
  /// * for each metadata column 64 + |key|, 8 for each row that has the key, and for each distinct
  ///   value 16 + its size;
  /// * for each object 32, and what its body weighs.
  ///
  /// The size of a metadata value is |text| for a text, 32 for a quantity and 8 for anything else. The
  /// body of a correlation or an association weighs 24 for each member, and 8 + |identifier| for each
  /// distinct type of them; that of a workout 256, 32 for each event, 64 for each leg, and 24 + |key| +
  /// the value's size for each entry of an event's or a leg's metadata; that of a document the bytes of its four texts;
  /// details weigh 24 + |key| + the value's size for each value, and for each series 16 + |name| and 8 for
  /// each number; a kind which is not known weighs its bytes.
  package var weight: Int {
    var weight = 128 + type.identifier.utf8.count + 64 * count
    for revision in sources.values {
      weight += 16 + revision.source.bundleIdentifier.utf8.count + revision.source.name.utf8.count
      weight += revision.version?.utf8.count ?? 0
    }
    for device in devices.values.compactMap({ $0 }) { weight += Self.weight(device) }
    for column in metadata {
      weight += 64 + column.key.utf8.count + 8 * column.rows.count
      for value in column.values.values { weight += 16 + value.byteCount }
    }
    switch payload {
    case .quantity(_, let units): weight += 64 * units.values.count
    case .category: break
    case .objects(let bodies):
      for body in bodies { weight += 32 + Self.weight(body) }
    }
    return weight
  }

  private static func weight(_ device: Device) -> Int {
    Device.Property.allCases.reduce(16) { weight, property in
      weight + (device[property].map { 8 + $0.utf8.count } ?? 0)
    }
  }

  private static func weight(_ body: ObjectBody) -> Int {
    switch body {
    case .correlation(let members), .association(_, let members): weight(members)
    case .workout(let workout):
      (workout.events.map(\.metadata) + workout.legs.map(\.metadata)).joined().reduce(
        256 + 32 * workout.events.count + 64 * workout.legs.count
      ) { $0 + 24 + $1.key.utf8.count + $1.value.byteCount }
    case .document(let document):
      document.title.utf8.count + document.patientName.utf8.count
        + document.authorName.utf8.count + document.custodianName.utf8.count
    case .details(let details): details.weight
    case .unknown(let bytes): bytes.count
    }
  }

  private static func weight(_ members: Members) -> Int {
    members.types.values.reduce(24 * members.count) { $0 + 8 + $1.identifier.utf8.count }
  }
}
