internal import CDyadMessages
internal import HealthModel

extension LogPlace {
  fileprivate func check(_ rules: FieldRules) throws(CodecError) {
    _ = try at("position") { () throws(CodecError) in try rules.position(position) }
    guard (incarnation == nil) == (position == 0) else {
      throw rules.error(
        .notAllowed, position == 0 ? "nobody wrote position 0" : "it is not said who wrote it"
      ).inside("writer")
    }
  }
}

extension LogRange {
  fileprivate func check(_ rules: FieldRules) throws(CodecError) {
    guard start.position <= end.position else {
      throw rules.error(.unordered, "it lies before the start").inside("end")
    }
  }
}

extension Packing {
  func place(_ place: LogPlace) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__LogPlace> {
    try place.check(rules)
    let message = unsafe make(dyad__v1__log_place__init)
    unsafe message.pointee.position = place.position
    if let incarnation = place.incarnation {
      unsafe message.pointee.writer_case = DYAD__V1__LOG_PLACE__WRITER_INCARNATION
      unsafe message.pointee.incarnation = incarnation.rawValue
    }
    return unsafe message
  }

  func range(_ range: LogRange) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__LogRange> {
    try range.check(rules)
    let message = unsafe make(dyad__v1__log_range__init)
    unsafe message.pointee.start = try at("start") { () throws(CodecError) in
      try unsafe place(range.start)
    }
    unsafe message.pointee.end = try at("end") { () throws(CodecError) in
      try unsafe place(range.end)
    }
    return unsafe message
  }
}

extension Unpacking {
  /// A place; that which is left out is the beginning.
  func place(
    _ message: UnsafeMutablePointer<Dyad__V1__LogPlace>?
  ) throws(CodecError) -> LogPlace {
    guard let message = unsafe message else { return .beginning }
    let hasWriter =
      unsafe message.pointee.writer_case == DYAD__V1__LOG_PLACE__WRITER_INCARNATION
    let place = unsafe LogPlace(
      position: message.pointee.position,
      incarnation: hasWriter ? Incarnation(rawValue: message.pointee.incarnation) : nil)
    try place.check(rules)
    return place
  }

  func range(
    _ message: UnsafeMutablePointer<Dyad__V1__LogRange>
  ) throws(CodecError) -> LogRange {
    let range = LogRange(
      start: try at("start") { () throws(CodecError) in try unsafe place(message.pointee.start) },
      end: try at("end") { () throws(CodecError) in try unsafe place(message.pointee.end) })
    try range.check(rules)
    return range
  }
}
