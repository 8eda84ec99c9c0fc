internal import CDyadMessages
package import HealthModel

extension WorkoutPlan: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("WorkoutPlan") { () throws(CodecError) in
      let packing = Packing()
      return try unsafe packing.bytes(of: packing.plan(self))
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("WorkoutPlan") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.plan(
          unpacking.message(bytes, dyad__v1__workout_plan__unpack))
      }
    }
  }
}

extension Packing {
  func plan(
    _ plan: WorkoutPlan
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__WorkoutPlan> {
    let message = unsafe make(dyad__v1__workout_plan__init)
    unsafe message.pointee.activity = Int64(plan.activity.rawValue)
    unsafe message.pointee.location = Int64(plan.location.rawValue)
    unsafe message.pointee.swimming_location = Int64(plan.swimmingLocation.rawValue)
    unsafe message.pointee.lap_length = try quantity(plan.lapLength)
    return unsafe message
  }
}

extension Unpacking {
  func plan(
    _ message: UnsafeMutablePointer<Dyad__V1__WorkoutPlan>?
  ) throws(CodecError) -> WorkoutPlan {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    guard
      let activity = unsafe Int(exactly: message.pointee.activity)
        .flatMap(WorkoutActivityType.init)
    else { throw CodecError(.outOfRange, "activity", "there is no such activity") }
    guard
      let location = unsafe Int(exactly: message.pointee.location)
        .flatMap(WorkoutSessionLocation.init)
    else { throw CodecError(.outOfRange, "location", "there is no such location") }
    guard
      let swimming = unsafe Int(exactly: message.pointee.swimming_location)
        .flatMap(SwimmingLocation.init)
    else { throw CodecError(.outOfRange, "swimming_location", "there is no such location") }
    let plan = WorkoutPlan(
      activity, location, swimmingLocation: swimming,
      lapLength: try at("lap_length") { () throws(CodecError) in
        try unsafe quantity(message.pointee.lap_length)
      })
    do throws(ModelError) {
      try plan.check()
    } catch {
      throw CodecError(.notAllowed, error.detail)
    }
    return plan
  }
}
