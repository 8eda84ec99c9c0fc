/// A sample that is no more.
package struct Death: Hashable, Sendable {
  package var dot: Dot
  package var uuid: UUID
  package var end: Double
  /// Without a version.
  package var source: Sample.Source

  package init(_ dot: Dot, uuid: UUID, end: Double, source: Sample.Source = .app) {
    self.dot = dot
    self.uuid = uuid
    self.end = end
    self.source = Sample.Source(source.bundle, source.name)
  }

  /// The death of a sample.
  package init(of sample: Sample) {
    self.init(sample.dot, uuid: sample.uuid, end: sample.end, source: sample.source)
  }
}
