internal import HealthModel

/// What happened in a workout: at a moment, or for a lap or a segment of it.
open class HKWorkoutEvent: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  let event: Workout.Event

  init(_ event: Workout.Event) {
    self.event = event
  }

  /// An event that lasts, as laps and segments may; stops for others that do, and for metadata that it cannot
  /// have.
  public convenience init(
    type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?
  ) {
    self.init(
      made { () throws(HKError) in try Workout.Event(checking: type, dateInterval, metadata) })
  }

  /// An event of data from outside.
  ///
  /// - Throws: `errorInvalidArgument` where the initialiser stops.
  public static func checked(
    type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]? = nil
  ) throws -> HKWorkoutEvent {
    HKWorkoutEvent(try Workout.Event(checking: type, dateInterval, metadata))
  }

  /// An event.
  public convenience init(type: HKWorkoutEventType, date: Date) {
    self.init(type: type, date: date, metadata: [:])
  }

  /// An event; stops for metadata that it cannot have.
  public convenience init(type: HKWorkoutEventType, date: Date, metadata: [String: Any]) {
    self.init(
      Workout.Event(
        kind: Int64(type.rawValue), date: date.timeIntervalSinceReferenceDate,
        metadata: made { () throws(HKError) in try Metadata(checking: metadata) }))
  }

  /// What happened; an event that this version does not know is a marker.
  open var type: HKWorkoutEventType { HKWorkoutEventType(rawValue: Int(event.kind)) ?? .marker }

  /// When it happened, or began.
  open var date: Date { Date(timeIntervalSinceReferenceDate: event.date) }

  /// When it happened, from its beginning to its end.
  open var dateInterval: DateInterval { DateInterval(start: date, duration: event.seconds ?? 0) }

  /// What else there is to say of it.
  open var metadata: [String: Any]? {
    var metadata = event.metadata
    if event.seconds != nil { metadata[Workout.Event.durationKey] = nil }
    return metadata.isEmpty ? nil : metadata.mapValues(\.foundation)
  }

  open override var description: String {
    event.seconds.map { "\(type) \(date) \($0) s" } ?? "\(type) \(date)"
  }

  /// Events are equal where type, date and metadata are.
  open override func isEqual(_ object: Any?) -> Bool { (object as? HKWorkoutEvent)?.event == event }

  open override var hash: Int { event.hashValue }

  /// Events are archived with their metadata.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "type") else { return nil }
    let classes = [
      NSDictionary.self, NSString.self, NSNumber.self, NSDate.self, HKQuantity.self,
    ]
    let values = coder.decodeObject(of: classes, forKey: "metadata") as? [String: Any]
    guard let metadata = try? Metadata(checking: values) else { return nil }
    event = Workout.Event(
      kind: coder.decodeInt64(forKey: "type"), date: coder.decodeDouble(forKey: "date"),
      metadata: metadata)
  }

  /// Archives the event with its metadata.
  open func encode(with coder: NSCoder) {
    coder.encode(event.kind, forKey: "type")
    coder.encode(event.date, forKey: "date")
    if !event.metadata.isEmpty {
      let metadata = event.metadata.mapValues(\.foundation)
      coder.encode(NSDictionary(dictionary: metadata), forKey: "metadata")
    }
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension Workout.Event {
  /// How many seconds it lasts, for one that does.
  fileprivate var seconds: Double? {
    guard case .quantity(let length) = metadata[Self.durationKey],
      let seconds = try? EngineUnit.convert(length.value, from: length.unit, to: .second()),
      seconds > 0, seconds.isFinite
    else { return nil }
    return seconds
  }

  /// An event with all that can be checked of it by itself.
  fileprivate init(
    checking type: HKWorkoutEventType, _ interval: DateInterval, _ metadata: [String: Any]?
  ) throws(HKError) {
    self.init(
      kind: Int64(type.rawValue), date: interval.start.timeIntervalSinceReferenceDate,
      metadata: try Metadata(checking: metadata))
    guard interval.duration > 0 else { return }
    guard type == .lap || type == .segment else {
      throw .invalid("a workout event of type \(type) lasts no time: only laps and segments do")
    }
    self.metadata[Self.durationKey] = .quantity(EngineQuantity(interval.duration, .second()))
  }
}
