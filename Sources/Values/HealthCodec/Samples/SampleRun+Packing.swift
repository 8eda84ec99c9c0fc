internal import CDyadMessages
internal import HealthModel

extension Packing {
  /// A run as a message; throws where a decoder would refuse it.
  func run(_ run: SampleRun) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__SampleRun> {
    beginRun()
    let message = unsafe make(dyad__v1__sample_run__init)
    unsafe message.pointee.type = try at("type") { () throws(CodecError) in
      try unsafe text(run.type.identifier)
    }
    unsafe message.pointee.count = try at("count") { () throws(CodecError) in
      try count(run.count, atMost: CodecBound.rows)
    }
    unsafe message.pointee.uuids = column(run.uuids)
    try checkTimes(of: run)
    let (starts, ends) = unsafe times(starts: run.starts, ends: run.ends)
    unsafe message.pointee.starts = starts
    unsafe message.pointee.ends = ends
    try unsafe fill(message, with: run.payload)
    unsafe message.pointee.sources = try at("sources") { () throws(CodecError) in
      try unsafe array(run.sources.values) { source throws(CodecError) in
        try unsafe revision(source)
      }
    }
    unsafe message.pointee.n_sources = run.sources.values.count
    unsafe message.pointee.source_indexes = indexes(of: run.sources)
    let (devices, deviceIndexes) = unsafe indexes(ofPresent: run.devices)
    unsafe message.pointee.devices = try at("devices") { () throws(CodecError) in
      try unsafe array(devices) { device throws(CodecError) in try unsafe self.device(device) }
    }
    unsafe message.pointee.n_devices = devices.count
    unsafe message.pointee.device_indexes = deviceIndexes
    unsafe message.pointee.metadata = try at("metadata") { () throws(CodecError) in
      try unsafe metadata(run.metadata)
    }
    unsafe message.pointee.n_metadata = run.metadata.count
    unsafe message.pointee.dots = column(run.dots)
    unsafe message.pointee.positions = column(run.positions)
    return unsafe message
  }

  private func checkTimes(of run: SampleRun) throws(CodecError) {
    let permitted = Instant.permitted
    for row in run.starts.indices {
      let start = run.starts[row]
      let end = run.ends[row]
      guard permitted.contains(start), permitted.contains(end) else {
        throw CodecError(
          .badDate, "starts", "an instant lies outside the years 1 to 9999", operation: .encode)
      }
      guard start <= end else {
        throw CodecError(.badDate, "ends", "an end lies before its start", operation: .encode)
      }
    }
  }

  private func fill(
    _ message: UnsafeMutablePointer<Dyad__V1__SampleRun>, with payload: SampleRun.Payload
  ) throws(CodecError) {
    switch payload {
    case .quantity(let values, let units):
      guard values.allSatisfy(\.isFinite) else {
        throw CodecError(
          .notFinite, "quantities.values", "a value is not a finite number", operation: .encode)
      }
      let column = unsafe make(dyad__v1__quantity_column__init)
      unsafe column.pointee.values = self.column(values)
      unsafe column.pointee.units = try at("quantities.units") { () throws(CodecError) in
        try unsafe texts(units.values.map(\.unitString))
      }
      unsafe column.pointee.n_units = units.values.count
      unsafe column.pointee.unit_indexes = indexes(of: units)
      unsafe message.pointee.payload_case = DYAD__V1__SAMPLE_RUN__PAYLOAD_QUANTITIES
      unsafe message.pointee.quantities = column
    case .category(let values):
      let column = unsafe make(dyad__v1__category_column__init)
      unsafe column.pointee.values = self.column(values)
      unsafe message.pointee.payload_case = DYAD__V1__SAMPLE_RUN__PAYLOAD_CATEGORIES
      unsafe message.pointee.categories = column
    case .objects(let bodies):
      let column = unsafe make(dyad__v1__object_column__init)
      unsafe column.pointee.bodies = try at("objects.bodies") { () throws(CodecError) in
        try unsafe array(bodies) { body throws(CodecError) in try unsafe self.body(body) }
      }
      unsafe column.pointee.n_bodies = bodies.count
      unsafe message.pointee.payload_case = DYAD__V1__SAMPLE_RUN__PAYLOAD_OBJECTS
      unsafe message.pointee.objects = column
    }
  }
}
