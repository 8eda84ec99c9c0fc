internal import CDyadMessages
package import HealthModel

extension WorkoutSession: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("WorkoutSession") { () throws(CodecError) in
      let packing = Packing()
      return try unsafe packing.bytes(of: packing.session(self))
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("WorkoutSession") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.session(
          unpacking.message(bytes, dyad__v1__workout_session__unpack))
      }
    }
  }
}

extension WorkoutSessions: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("WorkoutSessions") { () throws(CodecError) in
      let packing = Packing()
      let message = unsafe packing.make(dyad__v1__workout_sessions__init)
      unsafe message.pointee.sessions = try packing.array(all) { session throws(CodecError) in
        try unsafe packing.session(session)
      }
      unsafe message.pointee.n_sessions = all.count
      return unsafe packing.bytes(of: message)
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("WorkoutSessions") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        let message = try unsafe unpacking.message(bytes, dyad__v1__workout_sessions__unpack)
        return try at("sessions") { () throws(CodecError) in
          let sessions = try unsafe unpacking.values(
            message.pointee.n_sessions, message.pointee.sessions
          ) { session throws(CodecError) in
            try unsafe unpacking.session(session)
          }
          do throws(ModelError) {
            return try WorkoutSessions(sessions)
          } catch {
            throw CodecError(.notAllowed, error.detail)
          }
        }
      }
    }
  }
}

extension Packing {
  func session(
    _ session: WorkoutSession
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__WorkoutSession> {
    let message = unsafe make(dyad__v1__workout_session__init)
    unsafe message.pointee.uuid = bytes(of: session.uuid)
    unsafe message.pointee.app = try text(session.app)
    unsafe message.pointee.plan = try plan(session.plan)
    unsafe message.pointee.moments = try array(session.moments) { moment throws(CodecError) in
      let entry = unsafe make(dyad__v1__workout_moment__init)
      unsafe entry.pointee.kind = Dyad__V1__WorkoutMoment__Kind(UInt32(moment.kind.rawValue))
      unsafe entry.pointee.date = moment.date
      unsafe entry.pointee.duration = moment.duration
      if let leg = moment.leg {
        unsafe entry.pointee.plan = try plan(leg.plan)
        unsafe entry.pointee.uuid = bytes(of: leg.uuid)
      }
      return unsafe entry
    }
    unsafe message.pointee.n_moments = session.moments.count
    return unsafe message
  }
}

extension Unpacking {
  func session(
    _ message: UnsafeMutablePointer<Dyad__V1__WorkoutSession>
  ) throws(CodecError) -> WorkoutSession {
    guard let uuid = SampleUUID(bytes: unsafe bytes(message.pointee.uuid)) else {
      throw CodecError(.wrongCount, "uuid", "it has not \(SampleUUID.byteCount) bytes")
    }
    let app = try at("app") { () throws(CodecError) in
      try unsafe text(message.pointee.app)
    }
    guard app.utf8.count <= Source.mostTextBytes else {
      throw CodecError(.tooLarge, "app", "it has more than \(Source.mostTextBytes) bytes")
    }
    let plan = try at("plan") { () throws(CodecError) in
      try unsafe self.plan(message.pointee.plan)
    }
    return try at("moments") { () throws(CodecError) in
      let moments = try unsafe self.moments(of: message)
      do throws(ModelError) {
        return try WorkoutSession(uuid, of: app, plan, moments)
      } catch {
        throw CodecError(.notAllowed, error.detail)
      }
    }
  }

  private func moments(
    of message: UnsafeMutablePointer<Dyad__V1__WorkoutSession>
  ) throws(CodecError) -> [WorkoutSession.Moment] {
    let count = unsafe message.pointee.n_moments
    guard count <= WorkoutSession.mostMoments else {
      throw CodecError(.tooLarge, "\(count) exceed \(WorkoutSession.mostMoments)")
    }
    return try unsafe values(count, message.pointee.moments) { entry throws(CodecError) in
      let number = unsafe Int(entry.pointee.kind.rawValue)
      guard let kind = WorkoutSession.Moment.Kind(rawValue: number) else {
        throw CodecError(.outOfRange, "kind", "there is no such kind")
      }
      var moment = unsafe WorkoutSession.Moment(
        kind, at: entry.pointee.date, lasting: entry.pointee.duration)
      if unsafe entry.pointee.plan != nil {
        guard let uuid = SampleUUID(bytes: unsafe bytes(entry.pointee.uuid)) else {
          throw CodecError(.wrongCount, "uuid", "it has not \(SampleUUID.byteCount) bytes")
        }
        moment.leg = WorkoutSession.Moment.Leg(
          uuid,
          try at("plan") { () throws(CodecError) in try unsafe plan(entry.pointee.plan) })
      }
      return moment
    }
  }
}
