internal import ProtobufWire

/// How many codes were spent, and until when no new one is shown.
struct GuessBudgetMessage: WireMessage {
  static let wireName = "dyad.stored.GuessBudget"

  /// How many attempts broke off in the window that was open last.
  var aborts: UInt32 = 0
  /// Whether a proof was awaited; it counts as wrong where the node ended meanwhile.
  var isGuessOpen = false
  /// How many codes were spent one after the other.
  var row: UInt32 = 0
  /// When codes were spent, ascending, by the time of `seconds`: the bits of a double each.
  var burnt: [UInt64] = []
  /// When the lock began, by the time of `seconds`.
  var lockBegan = 0.0
  /// How many seconds it lasts; 0 where there is no lock.
  var lockLength = 0.0
  /// Whether the owner has to end it.
  var needsReset = false
  /// Whether the clock was read, as the fields below tell.
  var hasTime = false
  /// A time that no jump of a clock moves: the seconds that went by, as far as that can be known.
  var seconds = 0.0
  /// What the clock showed then.
  var reading = 0.0
  /// Whether that clock counts since the machine started; else it is the wall clock.
  var isOfBoot = false
  /// Which start of the machine that was.
  var boot: UInt64 = 0

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: aborts = try field.uint32("aborts")
    case 2: isGuessOpen = try field.bool("is_guess_open")
    case 3: row = try field.uint32("row")
    case 4: burnt += try field.fixed64s("burnt")
    case 5: lockBegan = try field.double("lock_began")
    case 6: lockLength = try field.double("lock_length")
    case 7: needsReset = try field.bool("needs_reset")
    case 8: hasTime = try field.bool("has_time")
    case 9: seconds = try field.double("seconds")
    case 10: reading = try field.double("reading")
    case 11: isOfBoot = try field.bool("is_of_boot")
    case 12: boot = try field.fixed64("boot")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(aborts, field: 1)
    writer.write(isGuessOpen, field: 2)
    writer.write(row, field: 3)
    for each in burnt { writer.write(fixed64: each, field: 4, always: true) }
    writer.write(lockBegan, field: 5)
    writer.write(lockLength, field: 6)
    writer.write(needsReset, field: 7)
    writer.write(hasTime, field: 8)
    writer.write(seconds, field: 9)
    writer.write(reading, field: 10)
    writer.write(isOfBoot, field: 11)
    writer.write(fixed64: boot, field: 12)
  }
}
