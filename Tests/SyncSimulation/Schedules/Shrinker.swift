/// Makes a schedule that fails as short as it can be without ceasing to fail.
package struct Shrinker {
  private let fails: (Schedule) -> Bool

  /// A shrinker of schedules for which `fails` is true.
  package init(while fails: @escaping (Schedule) -> Bool) { self.fails = fails }

  /// Removes events, then makes the numbers of those that are left small.
  package func shrink(_ schedule: Schedule) -> Schedule {
    var schedule = schedule
    var brief = schedule
    brief.isBrief = true
    if fails(brief) { schedule = brief }
    var size = max(1, schedule.events.count / 2)
    while size > 0 {
      var start = 0
      while start < schedule.events.count {
        var shorter = schedule
        shorter.events.removeSubrange(start..<min(start + size, shorter.events.count))
        if fails(shorter) { schedule = shorter } else { start += size }
      }
      size /= 2
    }
    let plain = Schedule(
      profile: Profile(
        number: 0, hasRot: schedule.profile.hasRot, theme: schedule.profile.theme),
      events: schedule.events, isBrief: schedule.isBrief)
    if fails(plain) { schedule = plain }
    if schedule.profile.theme != nil {
      var unthemed = schedule
      unthemed.profile = Profile(number: schedule.profile.number, hasRot: schedule.profile.hasRot)
      if fails(unthemed) { schedule = unthemed }
    }
    for index in schedule.events.indices {
      for number in [\Event.a, \.b, \.c] {
        for small in 0..<min(schedule.events[index][keyPath: number], 6) {
          var trial = schedule
          trial.events[index][keyPath: number] = small
          guard fails(trial) else { continue }
          schedule = trial
          break
        }
      }
    }
    return schedule
  }
}
