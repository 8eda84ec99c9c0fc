internal import CDyadMessages
internal import HealthModel

extension Unpacking {
  /// A run from its message.
  func run(
    _ message: UnsafeMutablePointer<Dyad__V1__SampleRun>
  ) throws(CodecError) -> SampleRun {
    let count = try unsafe countOfSamples(message.pointee.count)
    let type = try at("type") { () throws(CodecError) in
      ObjectType(try unsafe text(message.pointee.type))
    }
    let uuids = try at("uuids") { () throws(CodecError) in
      try unsafe self.uuids(message.pointee.uuids, count: count, isDistinct: true)
    }
    let times = try unsafe times(
      starts: message.pointee.starts, ends: message.pointee.ends, count: count)
    let payload = try unsafe payload(of: message, count: count)
    let metadata = try at("metadata") { () throws(CodecError) in
      try unsafe self.metadata(message.pointee.n_metadata, message.pointee.metadata, rows: count)
    }
    let dots = try at("dots") { () throws(CodecError) in
      try unsafe self.dots(message.pointee.dots, count: count)
    }
    let positions = try at("positions") { () throws(CodecError) in
      try unsafe self.positions(message.pointee.positions, count: count)
    }
    guard
      let run = SampleRun(
        type: type, uuids: uuids, starts: times.starts, ends: times.ends, payload: payload,
        sources: try unsafe sources(of: message, count: count),
        devices: try unsafe devices(of: message, count: count), metadata: metadata, dots: dots,
        positions: positions)
    else {
      preconditionFailure("every column was asked for the run's rows")
    }
    return run
  }

  private func sources(
    of message: UnsafeMutablePointer<Dyad__V1__SampleRun>, count: Int
  ) throws(CodecError) -> DictionaryColumn<SourceRevision> {
    let sources = try at("sources") { () throws(CodecError) in
      try unsafe checkDictionary(message.pointee.n_sources, rows: count)
      return try unsafe values(message.pointee.n_sources, message.pointee.sources) {
        source throws(CodecError) in
        try unsafe revision(source)
      }
    }
    if limits.allowsLeftOut, sources.isEmpty, unsafe message.pointee.source_indexes == nil {
      return DictionaryColumn(repeating: .unsaid, count: count)
    }
    return try at("source_indexes") { () throws(CodecError) in
      try unsafe rows(sources, message.pointee.source_indexes, count: count)
    }
  }

  private func devices(
    of message: UnsafeMutablePointer<Dyad__V1__SampleRun>, count: Int
  ) throws(CodecError) -> DictionaryColumn<Device?> {
    let devices = try at("devices") { () throws(CodecError) in
      try unsafe checkDictionary(message.pointee.n_devices, rows: count)
      return try unsafe values(message.pointee.n_devices, message.pointee.devices) {
        device throws(CodecError) -> Device? in
        try unsafe self.device(device)
      }
    }
    return try at("device_indexes") { () throws(CodecError) in
      try unsafe rows([nil] + devices, message.pointee.device_indexes, count: count)
    }
  }

  private func payload(
    of message: UnsafeMutablePointer<Dyad__V1__SampleRun>, count: Int
  ) throws(CodecError) -> SampleRun.Payload {
    switch unsafe message.pointee.payload_case {
    case DYAD__V1__SAMPLE_RUN__PAYLOAD_QUANTITIES:
      return try at("quantities") { () throws(CodecError) in
        try unsafe quantities(message.pointee.quantities, count: count)
      }
    case DYAD__V1__SAMPLE_RUN__PAYLOAD_CATEGORIES:
      return .category(
        try at("categories.values") { () throws(CodecError) in
          try unsafe numbers(message.pointee.categories?.pointee.values, count: count)
        })
    case DYAD__V1__SAMPLE_RUN__PAYLOAD_OBJECTS:
      return .objects(
        try at("objects.bodies") { () throws(CodecError) in
          let bodyCount = unsafe message.pointee.objects?.pointee.n_bodies ?? 0
          guard bodyCount == count else {
            throw CodecError(.wrongCount, "\(bodyCount) rows instead of \(count)")
          }
          return try unsafe values(bodyCount, message.pointee.objects?.pointee.bodies) {
            body throws(CodecError) in
            try unsafe self.body(body)
          }
        })
    default: throw CodecError(.malformed, "payload", "no payload that this version knows")
    }
  }

  /// The payload of quantities from its message.
  func quantities(
    _ column: UnsafeMutablePointer<Dyad__V1__QuantityColumn>?, count: Int
  ) throws(CodecError) -> SampleRun.Payload {
    guard let column = unsafe column else { throw CodecError(.malformed, "missing") }
    let values = try at("values") { () throws(CodecError) in
      try unsafe finite(column.pointee.values, count: count)
    }
    let units = try at("units") { () throws(CodecError) in
      try unsafe checkDictionary(column.pointee.n_units, rows: count)
      return try unsafe self.units(column.pointee.n_units, column.pointee.units)
    }
    return .quantity(
      values: values,
      units: try at("unit_indexes") { () throws(CodecError) in
        try unsafe rows(units, column.pointee.unit_indexes, count: count)
      })
  }
}
