/// One object as an app sees it: a row lifted out of a run, or one about to enter a run.
package struct Sample: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case quantity(Quantity)
    case category(Int64)
    case object(ObjectBody)
  }

  package var uuid: SampleUUID
  package var type: ObjectType
  /// Seconds since 2001-01-01 UTC.
  package var start: Double
  package var end: Double
  package var value: Value
  package var source: SourceRevision
  package var device: Device?
  package var metadata: Metadata

  package init(
    uuid: SampleUUID, type: ObjectType, start: Double, end: Double, value: Value,
    source: SourceRevision, device: Device? = nil, metadata: Metadata = [:]
  ) {
    self.uuid = uuid
    self.type = type
    self.start = start
    self.end = end
    self.value = value
    self.source = source
    self.device = device
    self.metadata = metadata
  }
}
