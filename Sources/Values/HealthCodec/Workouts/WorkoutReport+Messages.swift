internal import CDyadMessages
package import HealthModel

extension WorkoutReport: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("WorkoutReport") { () throws(CodecError) in
      let packing = Packing()
      guard let message = try unsafe packing.report(self) else { return [] }
      return unsafe packing.bytes(of: message)
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("WorkoutReport") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.report(
          unpacking.message(bytes, dyad__v1__workout_report__unpack))
      }
    }
  }
}

extension Packing {
  /// What a watch tells of workouts; nothing where it has nothing to tell.
  func report(
    _ report: WorkoutReport
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__WorkoutReport>? {
    guard report != WorkoutReport() else { return nil }
    let message = unsafe make(dyad__v1__workout_report__init)
    if let session = report.session {
      unsafe message.pointee.session = try at("session") { () throws(CodecError) in
        try unsafe self.session(session)
      }
    }
    let answers = report.answers.sorted { $0.key < $1.key }
    unsafe message.pointee.answers = try at("answers") { () throws(CodecError) in
      try rules.count(answers.count, atMost: WorkoutOrders.most)
      return try unsafe array(answers) { answer throws(CodecError) in
        let entry = unsafe make(dyad__v1__workout_answer__init)
        unsafe entry.pointee.id = answer.key
        unsafe entry.pointee.outcome = Dyad__V1__WorkoutAnswer__Outcome(
          UInt32(answer.value.rawValue))
        return unsafe entry
      }
    }
    unsafe message.pointee.n_answers = answers.count
    return unsafe message
  }
}

extension Unpacking {
  /// What a watch told of workouts.
  func report(
    _ message: UnsafeMutablePointer<Dyad__V1__WorkoutReport>?
  ) throws(CodecError) -> WorkoutReport {
    var report = WorkoutReport()
    guard let message = unsafe message else { return report }
    if let session = unsafe message.pointee.session {
      report.session = try at("session") { () throws(CodecError) in
        try unsafe self.session(session)
      }
    }
    report.answers = try at("answers") { () throws(CodecError) in
      let count = unsafe message.pointee.n_answers
      try rules.count(count, atMost: WorkoutOrders.most)
      let answers = try unsafe values(count, message.pointee.answers) { entry throws(CodecError) in
        let number = unsafe Int(entry.pointee.outcome.rawValue)
        guard let outcome = WorkoutOrder.Outcome(rawValue: number) else {
          throw CodecError(.outOfRange, "outcome", "there is no such outcome")
        }
        return unsafe (entry.pointee.id, outcome)
      }
      _ = try rules.distinct(answers.map(\.0), "an answer")
      return Dictionary(uniqueKeysWithValues: answers)
    }
    return report
  }
}
