internal import CDyadMessages
internal import CProtobufC
internal import HealthModel

extension Unpacking {
  func body(
    _ message: UnsafeMutablePointer<Dyad__V1__ObjectBody>
  ) throws(CodecError) -> ObjectBody {
    switch unsafe message.pointee.kind_case {
    case DYAD__V1__OBJECT_BODY__KIND_CORRELATION:
      return .correlation(
        try at("correlation") { () throws(CodecError) in
          try unsafe members(message.pointee.correlation)
        })
    case DYAD__V1__OBJECT_BODY__KIND_WORKOUT:
      return .workout(
        try at("workout") { () throws(CodecError) in
          try unsafe workout(message.pointee.workout)
        })
    case DYAD__V1__OBJECT_BODY__KIND_DOCUMENT:
      return .document(
        try at("document") { () throws(CodecError) in
          try unsafe document(message.pointee.document)
        })
    case DYAD__V1__OBJECT_BODY__KIND_DETAILS:
      return .details(
        try at("details") { () throws(CodecError) in
          try unsafe details(message.pointee.details)
        })
    case DYAD__V1__OBJECT_BODY__KIND_ASSOCIATION:
      return try at("association") { () throws(CodecError) in
        try unsafe association(message.pointee.association)
      }
    default:
      // Packed again from what protobuf-c kept, which is all of it.
      let base = unsafe UnsafeRawPointer(message).assumingMemoryBound(to: ProtobufCMessage.self)
      let size = unsafe protobuf_c_message_get_packed_size(base)
      return .unknown(
        unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
          count = unsafe protobuf_c_message_pack(base, buffer.baseAddress)
        })
    }
  }

  private func association(
    _ message: UnsafeMutablePointer<Dyad__V1__Association>?
  ) throws(CodecError) -> ObjectBody {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    let container = try at("container") { () throws(CodecError) in
      try unsafe uuid(message.pointee.container)
    }
    return .association(
      container: container,
      try at("members") { () throws(CodecError) in try unsafe members(message.pointee.members) })
  }

  private func members(
    _ message: UnsafeMutablePointer<Dyad__V1__Members>?
  ) throws(CodecError) -> Members {
    guard let message = unsafe message else { return Members() }
    let count = try at("count") { () throws(CodecError) in
      try unsafe spend(message.pointee.count, from: .members)
    }
    let types = try at("types") { () throws(CodecError) in
      try unsafe checkDictionary(message.pointee.n_types, rows: count)
      return try unsafe texts(message.pointee.n_types, message.pointee.types)
    }
    var members = Members()
    members.types = try at("type_indexes") { () throws(CodecError) in
      try unsafe dictionary(types.map(ObjectType.init), message.pointee.type_indexes, count: count)
    }
    members.uuids = try at("uuids") { () throws(CodecError) in
      try unsafe uuids(message.pointee.uuids, count: count, isDistinct: false)
    }
    return members
  }

  private func workout(
    _ message: UnsafeMutablePointer<Dyad__V1__Workout>?
  ) throws(CodecError) -> Workout {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    let duration = unsafe message.pointee.duration
    guard duration.isFinite else {
      throw CodecError(.notFinite, "duration", "not a finite number")
    }
    return Workout(
      activity: unsafe message.pointee.activity, duration: duration,
      events: try unsafe events(of: message),
      legs: try at("legs") { () throws(CodecError) in try unsafe legs(of: message) },
      totalEnergyBurned: try at("total_energy_burned") { () throws(CodecError) in
        try unsafe quantity(message.pointee.total_energy_burned)
      },
      totalDistance: try at("total_distance") { () throws(CodecError) in
        try unsafe quantity(message.pointee.total_distance)
      },
      totalSwimmingStrokeCount: try at("total_swimming_stroke_count") { () throws(CodecError) in
        try unsafe quantity(message.pointee.total_swimming_stroke_count)
      })
  }

  private func events(
    of message: UnsafeMutablePointer<Dyad__V1__Workout>
  ) throws(CodecError) -> [Workout.Event] {
    let count = try at("event_count") { () throws(CodecError) in
      try unsafe spend(message.pointee.event_count, from: .events)
    }
    let kinds = try at("event_kinds") { () throws(CodecError) in
      try unsafe numbers(message.pointee.event_kinds, count: count)
    }
    let dates = try at("event_dates") { () throws(CodecError) in
      try unsafe times(message.pointee.event_dates, count: count)
    }
    let columns = try at("event_metadata") { () throws(CodecError) in
      try unsafe metadata(
        message.pointee.n_event_metadata, message.pointee.event_metadata, rows: count)
    }
    var events = zip(kinds, dates).map { Workout.Event(kind: $0, date: $1) }
    for column in columns {
      for (index, row) in column.rows.enumerated() {
        events[row].metadata[column.key] = column.values[index]
      }
    }
    return events
  }

  private func legs(
    of message: UnsafeMutablePointer<Dyad__V1__Workout>
  ) throws(CodecError) -> [Workout.Leg] {
    let count = unsafe message.pointee.n_legs
    _ = try spend(UInt32(clamping: count), from: .events)
    let legs = try unsafe values(count, message.pointee.legs) { leg throws(CodecError) in
      let (start, end) = unsafe (leg.pointee.start, leg.pointee.end)
      guard Instant.permitted.contains(start), Instant.permitted.contains(end), start <= end else {
        throw CodecError(.badDate, "it begins and ends at no instants")
      }
      return Workout.Leg(
        try at("uuid") { () throws(CodecError) in try unsafe uuid(leg.pointee.uuid) },
        activity: unsafe leg.pointee.activity, start: start, end: end,
        metadata: try at("metadata") { () throws(CodecError) in
          try unsafe entries(leg.pointee.n_metadata, leg.pointee.metadata)
        })
    }
    guard Set(legs.map(\.uuid)).count == legs.count else {
      throw CodecError(.duplicate, "two legs have one UUID")
    }
    return legs
  }

  func quantity(
    _ message: UnsafeMutablePointer<Dyad__V1__Quantity>?
  ) throws(CodecError) -> Quantity? {
    guard let message = unsafe message else { return nil }
    let value = unsafe message.pointee.value
    guard value.isFinite else {
      throw CodecError(.notFinite, "value", "a value is not a finite number")
    }
    return Quantity(
      value,
      try at("unit") { () throws(CodecError) in
        try unit(try unsafe text(message.pointee.unit))
      })
  }

  private func document(
    _ message: UnsafeMutablePointer<Dyad__V1__Document>?
  ) throws(CodecError) -> Document {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    guard let byteCount = unsafe Int64(exactly: message.pointee.byte_count) else {
      throw CodecError(.outOfRange, "byte_count", "a length beyond 2^63")
    }
    return Document(
      title: try at("title") { () throws(CodecError) in try unsafe text(message.pointee.title) },
      patientName: try at("patient_name") { () throws(CodecError) in
        try unsafe text(message.pointee.patient_name)
      },
      authorName: try at("author_name") { () throws(CodecError) in
        try unsafe text(message.pointee.author_name)
      },
      custodianName: try at("custodian_name") { () throws(CodecError) in
        try unsafe text(message.pointee.custodian_name)
      },
      byteCount: byteCount)
  }
}
