internal import HealthModel

/// What happened at a moment of a workout.
open class HKWorkoutEvent: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  let event: Workout.Event

  init(_ event: Workout.Event) {
    self.event = event
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

  /// When it happened.
  open var date: Date { Date(timeIntervalSinceReferenceDate: event.date) }

  /// What else there is to say of it.
  open var metadata: [String: Any]? {
    event.metadata.isEmpty ? nil : event.metadata.mapValues(\.foundation)
  }

  open override var description: String { "\(type) \(date)" }

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
    if let metadata {
      coder.encode(NSDictionary(dictionary: metadata), forKey: "metadata")
    }
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
