/// What a schedule is about, so that what is rare in the others is frequent in it.
package enum Theme: String, Hashable, Sendable, CaseIterable {
  /// Columns and headers are lost while types come and go.
  case damage
  /// Three watches, away for longer than tombstones live.
  case retention
  /// Clocks that jump.
  case clocks
  /// Rows vanish, and hardly anything that this implies passes without a person.
  case brakes
  /// Either side goes back to a backup, most in the middle of a reconciliation.
  case restores
  /// Either side goes back and forth between its backups while tombstones get old.
  case backups
  /// Samples of the first type are documents, whose bytes go before them.
  case documents
  /// Samples of the first type hold others, which come and leave apart from them.
  case groups
  /// Samples of the first type are workouts, to which those of the second tie others.
  case workouts

  /// A watch was taken over, and says what it likes.
  case thieves

  /// The kinds of event that come several times as often.
  var favoured: Set<Event.Kind> {
    switch self {
    case .damage: [.spoil, .header, .grant, .delete, .floor]
    case .retention: [.away, .collect, .day, .delete, .sync]
    case .clocks: [.clock, .collect, .day, .delete]
    case .brakes: [.rot, .force, .person, .delete]
    case .restores: [.backup, .restore, .connect, .deliver, .pump]
    case .backups: [.backup, .restore, .sync, .collect, .day, .delete, .floor]
    case .thieves: [.forge, .claim, .unborn, .sham, .save, .sync, .day, .grant]
    case .documents: [.save, .pump, .deliver, .delete, .crash, .cut]
    case .groups, .workouts: [.save, .floor, .prune, .day, .delete, .grant]
    }
  }

  /// Whether rows have to be able to vanish in it, or must not; `nil` where both will do.
  var hasRot: Bool? {
    switch self {
    case .brakes: true
    case .damage, .clocks, .restores, .backups, .documents, .groups, .workouts, .thieves: false
    case .retention: nil
    }
  }
}
