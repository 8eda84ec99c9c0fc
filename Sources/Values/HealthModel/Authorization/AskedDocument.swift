/// A document that an app asks for, as its user is shown it before they choose.
package struct AskedDocument: Hashable, Sendable {
  package var uuid: SampleUUID
  /// What it says of itself.
  package var document: Document
  /// When it was written, in seconds since 2001-01-01 UTC.
  package var date: Double

  package init(uuid: SampleUUID, document: Document, date: Double) {
    self.uuid = uuid
    self.document = document
    self.date = date
  }
}
