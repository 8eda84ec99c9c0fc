internal import CDyadMessages
internal import CProtobufC
internal import HealthModel

extension Packing {
  func body(
    _ body: ObjectBody
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__ObjectBody> {
    let message = unsafe make(dyad__v1__object_body__init)
    switch body {
    case .correlation(let members):
      unsafe message.pointee.kind_case = DYAD__V1__OBJECT_BODY__KIND_CORRELATION
      unsafe message.pointee.correlation = try at("correlation") { () throws(CodecError) in
        try unsafe self.members(members)
      }
    case .workout(let workout):
      unsafe message.pointee.kind_case = DYAD__V1__OBJECT_BODY__KIND_WORKOUT
      unsafe message.pointee.workout = try at("workout") { () throws(CodecError) in
        try unsafe self.workout(workout)
      }
    case .document(let document):
      unsafe message.pointee.kind_case = DYAD__V1__OBJECT_BODY__KIND_DOCUMENT
      unsafe message.pointee.document = try at("document") { () throws(CodecError) in
        try unsafe self.document(document)
      }
    case .details(let details):
      unsafe message.pointee.kind_case = DYAD__V1__OBJECT_BODY__KIND_DETAILS
      unsafe message.pointee.details = try at("details") { () throws(CodecError) in
        try unsafe self.details(details)
      }
    case .association(let container, let members):
      let association = unsafe make(dyad__v1__association__init)
      unsafe association.pointee.container = bytes(of: container)
      unsafe association.pointee.members = try at("association") { () throws(CodecError) in
        try unsafe self.members(members)
      }
      unsafe message.pointee.kind_case = DYAD__V1__OBJECT_BODY__KIND_ASSOCIATION
      unsafe message.pointee.association = association
    case .unknown(let bytes): return try unsafe unpacked(bytes)
    }
    return unsafe message
  }

  private func members(
    _ members: Members
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Members> {
    try spend(members.count, from: .members)
    guard members.types.count == members.count else {
      throw CodecError(.wrongCount, "types", "not a type for each member", operation: .encode)
    }
    let message = unsafe make(dyad__v1__members__init)
    unsafe message.pointee.count = try count(members.count, atMost: CodecBound.members)
    unsafe message.pointee.types = try texts(members.types.values.map(\.identifier))
    unsafe message.pointee.n_types = members.types.values.count
    unsafe message.pointee.type_indexes = indexes(of: members.types)
    unsafe message.pointee.uuids = column(members.uuids)
    return unsafe message
  }

  private func workout(
    _ workout: Workout
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Workout> {
    try spend(workout.events.count + workout.legs.count, from: .events)
    guard workout.duration.isFinite else {
      throw CodecError(.notFinite, "duration", "not a finite number", operation: .encode)
    }
    let dates = workout.events.map(\.date)
    guard dates.allSatisfy({ Instant.permitted.contains($0) }) else {
      throw CodecError(
        .badDate, "event_dates", "an instant lies outside the years 1 to 9999", operation: .encode)
    }
    let message = unsafe make(dyad__v1__workout__init)
    unsafe message.pointee.activity = workout.activity
    unsafe message.pointee.duration = workout.duration
    unsafe message.pointee.total_energy_burned = try quantity(workout.totalEnergyBurned)
    unsafe message.pointee.total_distance = try quantity(workout.totalDistance)
    unsafe message.pointee.total_swimming_stroke_count = try quantity(
      workout.totalSwimmingStrokeCount)
    unsafe message.pointee.event_count = try count(
      workout.events.count, atMost: CodecBound.events)
    unsafe message.pointee.event_kinds = column(workout.events.map(\.kind))
    unsafe message.pointee.event_dates = times(dates)
    let columns = Self.columns(workout.events.map(\.metadata))
    unsafe message.pointee.event_metadata = try at("event_metadata") { () throws(CodecError) in
      try unsafe metadata(columns)
    }
    unsafe message.pointee.n_event_metadata = columns.count
    unsafe message.pointee.legs = try at("legs") { () throws(CodecError) in
      try unsafe array(workout.legs) { leg throws(CodecError) in try unsafe self.leg(leg) }
    }
    unsafe message.pointee.n_legs = workout.legs.count
    return unsafe message
  }

  private func leg(
    _ leg: Workout.Leg
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__WorkoutLeg> {
    guard Instant.permitted.contains(leg.start), Instant.permitted.contains(leg.end),
      leg.start <= leg.end
    else {
      throw CodecError(.badDate, "it begins and ends at no instants", operation: .encode)
    }
    let message = unsafe make(dyad__v1__workout_leg__init)
    unsafe message.pointee.uuid = bytes(of: leg.uuid)
    unsafe message.pointee.activity = leg.activity
    unsafe message.pointee.start = leg.start
    unsafe message.pointee.end = leg.end
    let columns = Self.columns([leg.metadata])
    unsafe message.pointee.metadata = try at("metadata") { () throws(CodecError) in
      try unsafe metadata(columns)
    }
    unsafe message.pointee.n_metadata = columns.count
    return unsafe message
  }

  /// One column per key, in the order of the keys, so that equal values give equal bytes.
  static func columns(_ rows: [Metadata]) -> [MetadataColumn] {
    var columns: [String: MetadataColumn] = [:]
    for (row, metadata) in rows.enumerated() {
      for (key, value) in metadata {
        columns[key, default: MetadataColumn(key: key)].append(value, at: row)
      }
    }
    return columns.sorted { $0.key < $1.key }.map(\.value)
  }

  func quantity(
    _ quantity: Quantity?
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Quantity>? {
    guard let quantity else { return nil }
    guard quantity.value.isFinite else {
      throw CodecError(.notFinite, "a value is not a finite number", operation: .encode)
    }
    let message = unsafe make(dyad__v1__quantity__init)
    unsafe message.pointee.value = quantity.value
    unsafe message.pointee.unit = try text(quantity.unit.unitString)
    return unsafe message
  }

  private func document(
    _ document: Document
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Document> {
    guard document.byteCount >= 0 else {
      throw CodecError(.outOfRange, "byte_count", "a negative length", operation: .encode)
    }
    let message = unsafe make(dyad__v1__document__init)
    unsafe message.pointee.title = try text(document.title)
    unsafe message.pointee.patient_name = try text(document.patientName)
    unsafe message.pointee.author_name = try text(document.authorName)
    unsafe message.pointee.custodian_name = try text(document.custodianName)
    unsafe message.pointee.byte_count = UInt64(document.byteCount)
    return unsafe message
  }

  /// A body of a kind unknown here: protobuf-c keeps its fields and writes them out again.
  private func unpacked(
    _ bytes: [UInt8]
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__ObjectBody> {
    let message = unsafe bytes.withUnsafeBytes { bytes in
      unsafe withAllocator { allocator in
        unsafe dyad__v1__object_body__unpack(
          allocator, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
      }
    }
    guard let message = unsafe message else {
      throw CodecError(.malformed, "the body is no message", operation: .encode)
    }
    return unsafe message
  }
}
