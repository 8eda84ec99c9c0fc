internal import CDyadMessages
internal import HealthModel

extension Packing {
  func goals(
    _ history: GoalHistory
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__ActivityGoals> {
    let message = unsafe make(dyad__v1__activity_goals__init)
    unsafe message.pointee.changes = try array(history.changes) { change in
      let entry = unsafe make(dyad__v1__goal_change__init)
      unsafe entry.pointee.day = Int32(change.day)
      unsafe entry.pointee.move = change.goal.move
      unsafe entry.pointee.exercise = change.goal.exercise
      unsafe entry.pointee.stand = change.goal.stand
      return unsafe entry
    }
    unsafe message.pointee.n_changes = history.changes.count
    return unsafe message
  }
}

extension Unpacking {
  func goals(
    _ message: UnsafeMutablePointer<Dyad__V1__ActivityGoals>?
  ) throws(CodecError) -> GoalHistory {
    guard let message = unsafe message else { return GoalHistory() }
    let count = unsafe message.pointee.n_changes
    guard count <= GoalHistory.mostChanges else {
      throw CodecError(.tooLarge, "changes", "\(count) exceed \(GoalHistory.mostChanges)")
    }
    let changes = try unsafe values(count, message.pointee.changes) { change in
      unsafe GoalHistory.Change(
        day: Int(change.pointee.day),
        goal: ActivityGoal(
          move: change.pointee.move, exercise: change.pointee.exercise,
          stand: change.pointee.stand))
    }
    let history: GoalHistory
    do throws(ModelError) {
      history = try GoalHistory(changes)
    } catch {
      throw CodecError(.outOfRange, "changes", error.detail)
    }
    guard history.changes == changes else {
      throw CodecError(.unordered, "changes", "they do not ascend, or one changes nothing")
    }
    return history
  }
}
