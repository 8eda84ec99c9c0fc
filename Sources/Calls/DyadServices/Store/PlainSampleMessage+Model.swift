internal import HealthCodec
package import HealthModel
internal import ProtobufWire

extension PlainSampleMessage {
  /// As many bytes as the samples of one message have, unless one has more.
  private static let mostBytes = 1 << 20

  /// Says one sample.
  package init(_ sample: Sample) throws(StoreWireError) {
    self.init()
    type = sample.type.identifier
    uuid = sample.uuid.description
    start = sample.start
    end = sample.end
    switch sample.value {
    case .quantity(let quantity):
      value = .quantity(quantity.value)
      unit = quantity.unit.unitString
    case .category(let number): value = .category(number)
    case .object(.correlation(let members)): value = .correlation(PlainMembersMessage(members))
    case .object(.workout(let workout)): value = .workout(PlainWorkoutMessage(workout))
    case .object(.document(let document)): value = .document(PlainDocumentMessage(document))
    case .object(.details(let details)): value = .details(PlainDetailsMessage(details))
    case .object(.association), .object(.unknown): break
    }
    source = try sample.source.bytes(in: "source")
    device = try sample.device?.bytes(in: "device")
    metadata = PlainMetadataMessage.entries(of: sample.metadata)
  }

  /// Rows of a run, as many of the first as fit a message.
  package static func messages(
    of run: SampleRun, rows: Range<Int>
  ) throws(StoreWireError) -> [PlainSampleMessage] {
    var messages: [PlainSampleMessage] = []
    var bytes = 0
    for row in rows {
      let message = try PlainSampleMessage(run[row])
      bytes += message.encoded().count
      guard messages.isEmpty || bytes <= mostBytes else { break }
      messages.append(message)
    }
    return messages
  }
}

extension Sample {
  /// Reads one sample that is to be saved.
  ///
  /// - Parameters:
  ///   - message: What says it.
  ///   - field: What errors call it.
  ///   - name: Gives a UUID to one that has none.
  /// - Throws: What cannot be read, without any health value.
  fileprivate init(
    _ message: PlainSampleMessage, in field: String, _ name: (ObjectType) -> SampleUUID
  ) throws(StoreWireError) {
    let type = try ObjectType(plain: message.type, in: "\(field).type")
    let start = try StoreWireError.instant(message.start, in: "\(field).start")
    let end = try message.end.map { value throws(StoreWireError) in
      try StoreWireError.instant(value, in: "\(field).end")
    }
    guard start <= end ?? start else {
      throw StoreWireError("\(field).end", "it lies before the start")
    }
    self.init(
      uuid: message.uuid.isEmpty
        ? name(type) : try SampleUUID(plain: message.uuid, in: "\(field).uuid"),
      type: type, start: start, end: end ?? start,
      value: try Value(message, of: type, in: field),
      source: try message.source.map { bytes throws(StoreWireError) in
        try SourceRevision(bytes, in: "\(field).source")
      } ?? .unsaid,
      device: try message.device.map { bytes throws(StoreWireError) in
        try Device(bytes, in: "\(field).device")
      },
      metadata: try Metadata(plain: message.metadata, in: "\(field).metadata"))
  }
}

extension Sample.Value {
  /// Why a number without a unit cannot be taken for a type that has none of its own.
  private static func missingUnit(of type: ObjectType, in field: String) -> StoreWireError {
    guard type.description == nil else {
      return StoreWireError("\(field).value", "samples of \(type.name) have no quantity")
    }
    return StoreWireError(
      "\(field).type",
      "'\(type.name)' is no type that this node knows; name one that 'dyad types --all' lists, or say its unit"
    )
  }

  fileprivate init(
    _ message: PlainSampleMessage, of type: ObjectType, in field: String
  ) throws(StoreWireError) {
    switch message.value {
    case nil: throw StoreWireError("\(field).value", "it is left out")
    case .quantity(let number):
      let canonical = message.unit.isEmpty ? type.description?.canonicalUnit : nil
      let unit: Unit
      if let canonical {
        unit = canonical
      } else if message.unit.isEmpty {
        throw Self.missingUnit(of: type, in: field)
      } else {
        unit = try StoreWireError.unit(message.unit, in: "\(field).unit")
      }
      self = .quantity(
        Quantity(try StoreWireError.finite(number, in: "\(field).quantity"), unit))
    case .category(let number): self = .category(number)
    case .correlation(let members):
      self = .object(.correlation(try Members(members, in: "\(field).correlation")))
    case .workout(let workout):
      self = .object(.workout(try Workout(workout, in: "\(field).workout")))
    case .document(let document):
      self = .object(.document(try Document(document, in: "\(field).document")))
    case .details(let details):
      self = .object(.details(try Details(details, in: "\(field).details")))
    }
  }
}

extension SampleRun {
  /// Reads samples that are to be saved, and makes runs of them.
  ///
  /// - Parameters:
  ///   - messages: What says them.
  ///   - name: Gives a UUID to one that has none.
  /// - Returns: The runs, and the UUIDs in the order of the messages.
  /// - Throws: What cannot be read, without any health value.
  package static func runs(
    plain messages: [PlainSampleMessage], naming name: (ObjectType) -> SampleUUID
  ) throws(StoreWireError) -> (runs: [SampleRun], uuids: [SampleUUID]) {
    var runs: [SampleRun] = []
    var open: [RunKey: Int] = [:]
    var uuids: [SampleUUID] = []
    for (index, message) in messages.enumerated() {
      let sample = try Sample(message, in: "samples[\(index)]", name)
      uuids.append(sample.uuid)
      let key = RunKey(sample)
      if let place = open[key], runs[place].count < StoreBounds.rows {
        runs[place].append(sample)
      } else {
        open[key] = runs.count
        runs.append(SampleRun(sample))
      }
    }
    guard runs.reduce(0, { $0 + $1.weight }) <= StoreBounds.weight else {
      throw StoreWireError("samples", "they hold more than one message may")
    }
    return (runs, uuids)
  }

  /// What the rows of one run have in common.
  private struct RunKey: Hashable {
    enum Kind { case quantity, category, object }
    let type: ObjectType
    let kind: Kind

    init(_ sample: Sample) {
      type = sample.type
      kind =
        switch sample.value {
        case .quantity: .quantity
        case .category: .category
        case .object: .object
        }
    }
  }
}
