internal import HealthModel

extension SampleRun {
  /// The objects as columns: a run of each type, in the order in which the types come.
  static func runs(of objects: [HKObject]) -> [SampleRun] {
    var types: [ObjectType] = []
    var groups: [ObjectType: [HKObject]] = [:]
    guard let first = objects.first?.rows.type else { return [] }
    if objects.allSatisfy({ $0.rows.type == first }) { return [run(of: objects, first)] }
    for object in objects {
      let type = object.rows.type
      if groups[type] == nil { types.append(type) }
      groups[type, default: []].append(object)
    }
    return types.map { run(of: groups[$0] ?? [], $0) }
  }

  /// Objects of one type.
  ///
  /// Each column is read off the objects by itself: lifting out whole samples would cost more than saving them.
  private static func run(of objects: [HKObject], _ type: ObjectType) -> SampleRun {
    var payload = PayloadColumns(objects[0].rows.value(objects[0].row))
    var uuids: [SampleUUID] = []
    var starts: [Double] = []
    var ends: [Double] = []
    var sources = DictionaryColumn<EngineRevision>()
    var devices = DictionaryColumn<EngineDevice?>()
    var metadata: [MetadataColumn] = []
    uuids.reserveCapacity(objects.count)
    starts.reserveCapacity(objects.count)
    ends.reserveCapacity(objects.count)
    payload.reserveCapacity(objects.count)
    for (place, object) in objects.enumerated() {
      let (rows, row) = (object.rows, object.row)
      uuids.append(rows.uuid(row))
      starts.append(rows.start(row))
      ends.append(rows.end(row))
      payload.append(rows.value(row))
      sources.append(rows.source(row))
      devices.append(rows.device(row))
      let entries = rows.metadata(row)
      guard !entries.isEmpty else { continue }
      for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
        let column = metadata.firstIndex { $0.key == key } ?? metadata.count
        if column == metadata.count { metadata.append(MetadataColumn(key: key)) }
        metadata[column].append(value, at: place)
      }
    }
    guard
      let run = SampleRun(
        type: type, uuids: uuids, starts: starts, ends: ends, payload: payload.payload,
        sources: sources, devices: devices, metadata: metadata)
    else { preconditionFailure("a row of each column for each object") }
    return run
  }
}

/// The payload of a run while it grows.
private struct PayloadColumns {
  private var quantities: [Double] = []
  private var units = DictionaryColumn<EngineUnit>()
  private var categories: [Int64] = []
  private var bodies: [ObjectBody] = []
  private let first: Sample.Value

  init(_ first: Sample.Value) {
    self.first = first
  }

  mutating func reserveCapacity(_ count: Int) {
    switch first {
    case .quantity: quantities.reserveCapacity(count)
    case .category: categories.reserveCapacity(count)
    case .object: bodies.reserveCapacity(count)
    }
  }

  mutating func append(_ value: Sample.Value) {
    switch value {
    case .quantity(let quantity):
      quantities.append(quantity.value)
      units.append(quantity.unit)
    case .category(let value): categories.append(value)
    case .object(let body): bodies.append(body)
    }
  }

  var payload: SampleRun.Payload {
    switch first {
    case .quantity: .quantity(values: quantities, units: units)
    case .category: .category(categories)
    case .object: .objects(bodies)
    }
  }
}
