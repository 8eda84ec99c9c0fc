internal import CDyadMessages
package import HealthModel

extension Characteristic: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("Characteristic") { () throws(CodecError) in
      try checkForMessage(.encode)
      let packing = Packing()
      let message = unsafe packing.make(dyad__v1__characteristic__init)
      switch self {
      case .biologicalSex(let value):
        unsafe message.pointee.value_case = DYAD__V1__CHARACTERISTIC__VALUE_BIOLOGICAL_SEX
        unsafe message.pointee.biological_sex = value
      case .bloodType(let value):
        unsafe message.pointee.value_case = DYAD__V1__CHARACTERISTIC__VALUE_BLOOD_TYPE
        unsafe message.pointee.blood_type = value
      case .fitzpatrickSkinType(let value):
        unsafe message.pointee.value_case = DYAD__V1__CHARACTERISTIC__VALUE_FITZPATRICK_SKIN_TYPE
        unsafe message.pointee.fitzpatrick_skin_type = value
      case .activityMoveMode(let value):
        unsafe message.pointee.value_case = DYAD__V1__CHARACTERISTIC__VALUE_ACTIVITY_MOVE_MODE
        unsafe message.pointee.activity_move_mode = value
      case .dateOfBirth(let date):
        unsafe message.pointee.value_case = DYAD__V1__CHARACTERISTIC__VALUE_DATE_OF_BIRTH
        unsafe message.pointee.date_of_birth = packing.date(date)
      case .wheelchairUse(let history):
        unsafe message.pointee.value_case = DYAD__V1__CHARACTERISTIC__VALUE_WHEELCHAIR_USE
        unsafe message.pointee.wheelchair_use = try packing.history(history)
      case .activityGoals(let history):
        unsafe message.pointee.value_case = DYAD__V1__CHARACTERISTIC__VALUE_ACTIVITY_GOALS
        unsafe message.pointee.activity_goals = try packing.goals(history)
      }
      return unsafe packing.bytes(of: message)
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("Characteristic") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        let message = try unsafe unpacking.message(bytes, dyad__v1__characteristic__unpack)
        let characteristic: Characteristic =
          switch unsafe message.pointee.value_case {
          case DYAD__V1__CHARACTERISTIC__VALUE_BIOLOGICAL_SEX:
            .biologicalSex(unsafe message.pointee.biological_sex)
          case DYAD__V1__CHARACTERISTIC__VALUE_BLOOD_TYPE:
            .bloodType(unsafe message.pointee.blood_type)
          case DYAD__V1__CHARACTERISTIC__VALUE_FITZPATRICK_SKIN_TYPE:
            .fitzpatrickSkinType(unsafe message.pointee.fitzpatrick_skin_type)
          case DYAD__V1__CHARACTERISTIC__VALUE_ACTIVITY_MOVE_MODE:
            .activityMoveMode(unsafe message.pointee.activity_move_mode)
          case DYAD__V1__CHARACTERISTIC__VALUE_DATE_OF_BIRTH:
            .dateOfBirth(
              try at("date_of_birth") { () throws(CodecError) in
                try unsafe unpacking.date(message.pointee.date_of_birth)
              })
          case DYAD__V1__CHARACTERISTIC__VALUE_WHEELCHAIR_USE:
            .wheelchairUse(
              try at("wheelchair_use") { () throws(CodecError) in
                try unsafe unpacking.history(message.pointee.wheelchair_use)
              })
          case DYAD__V1__CHARACTERISTIC__VALUE_ACTIVITY_GOALS:
            .activityGoals(
              try at("activity_goals") { () throws(CodecError) in
                try unsafe unpacking.goals(message.pointee.activity_goals)
              })
          default: throw CodecError(.malformed, "value", "none is present")
          }
        try characteristic.checkForMessage(.decode)
        return characteristic
      }
    }
  }

  private func checkForMessage(_ operation: CodecError.Operation) throws(CodecError) {
    do throws(ModelError) {
      try check()
    } catch {
      throw CodecError(.outOfRange, "value", error.detail, operation: operation)
    }
  }
}

extension Packing {
  fileprivate func date(_ date: DateOfBirth?) -> UnsafeMutablePointer<Dyad__V1__DateOfBirth> {
    let message = unsafe make(dyad__v1__date_of_birth__init)
    if let date {
      unsafe message.pointee.era = UInt32(date.era)
      unsafe message.pointee.year = UInt32(date.year)
      unsafe message.pointee.month = UInt32(date.month)
      unsafe message.pointee.day = UInt32(date.day)
    }
    return unsafe message
  }

  fileprivate func history(
    _ history: WheelchairHistory
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__WheelchairHistory> {
    let message = unsafe make(dyad__v1__wheelchair_history__init)
    unsafe message.pointee.changes = try array(history.changes) { change in
      let entry = unsafe make(dyad__v1__wheelchair_change__init)
      unsafe entry.pointee.since = change.since
      unsafe entry.pointee.value = change.value
      return unsafe entry
    }
    unsafe message.pointee.n_changes = history.changes.count
    return unsafe message
  }
}

extension Unpacking {
  fileprivate func date(
    _ message: UnsafeMutablePointer<Dyad__V1__DateOfBirth>?
  ) throws(CodecError) -> DateOfBirth? {
    guard let message = unsafe message else { return nil }
    let era = unsafe Int(message.pointee.era)
    let year = unsafe Int(message.pointee.year)
    let month = unsafe Int(message.pointee.month)
    let day = unsafe Int(message.pointee.day)
    if era == 0, year == 0, month == 0, day == 0 { return nil }
    do throws(ModelError) {
      return try DateOfBirth(era: era, year: year, month: month, day: day)
    } catch {
      throw CodecError(.badDate, error.detail)
    }
  }

  fileprivate func history(
    _ message: UnsafeMutablePointer<Dyad__V1__WheelchairHistory>?
  ) throws(CodecError) -> WheelchairHistory {
    guard let message = unsafe message else { return WheelchairHistory() }
    let count = unsafe message.pointee.n_changes
    guard count <= WheelchairHistory.mostChanges else {
      throw CodecError(
        .tooLarge, "changes", "\(count) exceed \(WheelchairHistory.mostChanges)")
    }
    let changes = try unsafe values(count, message.pointee.changes) { change in
      unsafe WheelchairHistory.Change(since: change.pointee.since, value: change.pointee.value)
    }
    let history: WheelchairHistory
    do throws(ModelError) {
      history = try WheelchairHistory(changes)
    } catch {
      throw CodecError(.outOfRange, "changes", error.detail)
    }
    guard history.changes == changes else {
      throw CodecError(.unordered, "changes", "they do not ascend, or one changes nothing")
    }
    return history
  }
}
