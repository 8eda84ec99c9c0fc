internal import HealthModel
internal import StoreAccess

/// What objects are views of: the run that a query gave, or the fields of one new object.
final class SampleRows: Sendable {
  // Indirect, or each look at one field would copy all of them.
  indirect enum Form: Sendable {
    case run(SampleRun)
    case one(Sample)
  }

  let form: Form
  let type: ObjectType
  /// The bytes of a document that is the only row.
  let document: [UInt8]?
  /// Where they come from, for what only the store tells of them.
  let access: (any AppAccess)?

  init(_ run: SampleRun, from access: (any AppAccess)? = nil) {
    form = .run(run)
    type = run.type
    document = nil
    self.access = access
  }

  init(_ sample: Sample, document: [UInt8]? = nil) {
    form = .one(sample)
    type = sample.type
    self.document = document
    access = nil
  }

  func uuid(_ row: Int) -> SampleUUID {
    switch form {
    case .run(let run): run.uuids[row]
    case .one(let sample): sample.uuid
    }
  }

  func start(_ row: Int) -> Double {
    switch form {
    case .run(let run): run.starts[row]
    case .one(let sample): sample.start
    }
  }

  func end(_ row: Int) -> Double {
    switch form {
    case .run(let run): run.ends[row]
    case .one(let sample): sample.end
    }
  }

  func value(_ row: Int) -> Sample.Value {
    switch form {
    case .run(let run): run.payload[row]
    case .one(let sample): sample.value
    }
  }

  func source(_ row: Int) -> EngineRevision {
    switch form {
    case .run(let run): run.sources[row]
    case .one(let sample): sample.source
    }
  }

  func device(_ row: Int) -> EngineDevice? {
    switch form {
    case .run(let run): run.devices[row]
    case .one(let sample): sample.device
    }
  }

  func metadata(_ row: Int) -> Metadata {
    switch form {
    case .run(let run):
      var metadata: Metadata = [:]
      for column in run.metadata { metadata[column.key] = column.value(at: row) }
      return metadata
    case .one(let sample): return sample.metadata
    }
  }

  func metadata(_ row: Int, _ key: String) -> MetadataValue? {
    switch form {
    case .run(let run): run.metadata.first { $0.key == key }?.value(at: row)
    case .one(let sample): sample.metadata[key]
    }
  }

  /// The whole row, lifted out.
  func sample(_ row: Int) -> Sample {
    switch form {
    case .run(let run): run[row]
    case .one(let sample): sample
    }
  }
}
