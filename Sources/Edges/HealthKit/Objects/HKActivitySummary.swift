internal import HealthModel
private import Synchronization

/// What closes the outer ring.
@nonexhaustive public enum HKActivityMoveMode: Int, Sendable {
  case activeEnergy = 1
  case appleMoveTime = 2
}

/// What somebody reached on a day, beside what they wanted to.
///
/// It can be changed, and passed between threads: what it says is behind a lock. A store takes none.
open class HKActivitySummary: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// All that a summary says.
  private struct Facts: Hashable {
    /// Days since 2001-01-01, by the calendar where somebody is.
    var day: Int?
    var mode = HKActivityMoveMode.activeEnergy
    var energy = HKQuantity(unit: .kilocalorie(), doubleValue: 0)
    var energyGoal = HKQuantity(unit: .kilocalorie(), doubleValue: 0)
    var moveTime = HKQuantity(unit: .minute(), doubleValue: 0)
    var moveTimeGoal = HKQuantity(unit: .minute(), doubleValue: 0)
    var exercise = HKQuantity(unit: .minute(), doubleValue: 0)
    var exerciseGoal: HKQuantity?
    var stand = HKQuantity(unit: .count(), doubleValue: 0)
    var standGoal: HKQuantity?
    var isPaused = false
  }

  private let facts: Mutex<Facts>

  private func fact<Value>(_ path: KeyPath<Facts, Value>) -> Value {
    facts.withLock(\.self)[keyPath: path]
  }

  /// A summary of no day.
  public override init() {
    facts = Mutex(Facts())
    super.init()
  }

  private init(_ facts: Facts) {
    self.facts = Mutex(facts)
    super.init()
  }

  convenience init(_ summary: ActivitySummary) {
    var facts = Facts()
    facts.day = summary.day
    facts.energy = HKQuantity(unit: .kilocalorie(), doubleValue: summary.move)
    facts.energyGoal = HKQuantity(unit: .kilocalorie(), doubleValue: summary.goal.move)
    facts.exercise = HKQuantity(unit: .minute(), doubleValue: summary.exercise)
    facts.exerciseGoal = HKQuantity(unit: .minute(), doubleValue: summary.goal.exercise)
    facts.stand = HKQuantity(unit: .count(), doubleValue: Double(summary.stand))
    facts.standGoal = HKQuantity(unit: .count(), doubleValue: summary.goal.stand)
    self.init(facts)
  }

  /// The day, days since 2001-01-01.
  var day: Int? { fact(\.day) }

  /// Era, year, month and day, by a calendar, which is in them.
  open func dateComponents(for calendar: Calendar) -> DateComponents {
    var components = day.map { CalendarDay.components(of: $0, in: calendar) } ?? DateComponents()
    components.calendar = calendar
    return components
  }

  /// What closes the outer ring: energy.
  open var activityMoveMode: HKActivityMoveMode {
    get { fact(\.mode) }
    set { facts.withLock { $0.mode = newValue } }
  }
  /// The active energy.
  open var activeEnergyBurned: HKQuantity {
    get { fact(\.energy) }
    set { facts.withLock { $0.energy = newValue } }
  }
  /// The active energy that was wanted.
  open var activeEnergyBurnedGoal: HKQuantity {
    get { fact(\.energyGoal) }
    set { facts.withLock { $0.energyGoal = newValue } }
  }
  /// Minutes of moving, which a store does not tell.
  open var appleMoveTime: HKQuantity {
    get { fact(\.moveTime) }
    set { facts.withLock { $0.moveTime = newValue } }
  }
  /// The minutes of moving that were wanted, which a store does not tell.
  open var appleMoveTimeGoal: HKQuantity {
    get { fact(\.moveTimeGoal) }
    set { facts.withLock { $0.moveTimeGoal = newValue } }
  }
  /// Minutes of exercise.
  open var appleExerciseTime: HKQuantity {
    get { fact(\.exercise) }
    set { facts.withLock { $0.exercise = newValue } }
  }
  /// The minutes of exercise that were wanted.
  open var exerciseTimeGoal: HKQuantity? {
    get { fact(\.exerciseGoal) }
    set { facts.withLock { $0.exerciseGoal = newValue } }
  }
  /// The minutes of exercise that were wanted; none are 0.
  open var appleExerciseTimeGoal: HKQuantity {
    get { exerciseTimeGoal ?? HKQuantity(unit: .minute(), doubleValue: 0) }
    set { exerciseTimeGoal = newValue }
  }
  /// Hours in which they stood, or rolled in a wheelchair.
  open var appleStandHours: HKQuantity {
    get { fact(\.stand) }
    set { facts.withLock { $0.stand = newValue } }
  }
  /// The hours of standing that were wanted.
  open var standHoursGoal: HKQuantity? {
    get { fact(\.standGoal) }
    set { facts.withLock { $0.standGoal = newValue } }
  }
  /// The hours of standing that were wanted; none are 0.
  open var appleStandHoursGoal: HKQuantity {
    get { standHoursGoal ?? HKQuantity(unit: .count(), doubleValue: 0) }
    set { standHoursGoal = newValue }
  }
  /// Whether the rings are paused; a store tells of none that are.
  open var isPaused: Bool {
    get { fact(\.isPaused) }
    set { facts.withLock { $0.isPaused = newValue } }
  }

  open override var description: String {
    "<HKActivitySummary \(day.map(CalendarDay.text) ?? "no day"): \(activeEnergyBurned) of "
      + "\(activeEnergyBurnedGoal), \(appleExerciseTime) of \(appleExerciseTimeGoal), "
      + "\(appleStandHours) of \(appleStandHoursGoal)>"
  }

  /// Summaries are equal where all that they say is.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKActivitySummary)?.facts.withLock(\.self) == facts.withLock(\.self)
  }

  open override var hash: Int { facts.withLock(\.hashValue) }

  /// Another summary that says the same.
  open func copy(with zone: NSZone? = nil) -> Any { HKActivitySummary(facts.withLock(\.self)) }

  /// Summaries are archived with all that they say.
  public class var supportsSecureCoding: Bool { true }

  private static var quantities: [(String, WritableKeyPath<Facts, HKQuantity>)] {
    [
      ("energy", \.energy), ("energyGoal", \.energyGoal), ("moveTime", \.moveTime),
      ("moveTimeGoal", \.moveTimeGoal), ("exercise", \.exercise), ("stand", \.stand),
    ]
  }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    var facts = Facts()
    for (key, path) in Self.quantities {
      guard let quantity = coder.decodeObject(of: HKQuantity.self, forKey: key) else { return nil }
      facts[keyPath: path] = quantity
    }
    facts.exerciseGoal = coder.decodeObject(of: HKQuantity.self, forKey: "exerciseGoal")
    facts.standGoal = coder.decodeObject(of: HKQuantity.self, forKey: "standGoal")
    guard let mode = HKActivityMoveMode(rawValue: coder.decodeInteger(forKey: "mode")) else {
      return nil
    }
    facts.mode = mode
    facts.isPaused = coder.decodeBool(forKey: "isPaused")
    if coder.containsValue(forKey: "day") { facts.day = coder.decodeInteger(forKey: "day") }
    self.facts = Mutex(facts)
  }

  /// Archives all that the summary says.
  open func encode(with coder: NSCoder) {
    let facts = facts.withLock(\.self)
    for (key, path) in Self.quantities { coder.encode(facts[keyPath: path], forKey: key) }
    if let goal = facts.exerciseGoal { coder.encode(goal, forKey: "exerciseGoal") }
    if let goal = facts.standGoal { coder.encode(goal, forKey: "standGoal") }
    coder.encode(facts.mode.rawValue, forKey: "mode")
    coder.encode(facts.isPaused, forKey: "isPaused")
    if let day = facts.day { coder.encode(day, forKey: "day") }
  }
}
