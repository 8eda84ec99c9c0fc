/// An app's request on a watch, which waits for the phone's owner: it lasts until decided or withdrawn.
package struct AccessQuestion: Hashable, Sendable {
  /// Drawn at random by the watch.
  package var id: UInt64
  package var app: String
  package var request: AccessRequest
  /// When, by the watch's clock.
  package var askedAt: Double

  /// As many as may wait at a time on one watch.
  package static let mostOpen = 64

  package init(id: UInt64, app: String, request: AccessRequest, askedAt: Double) {
    self.id = id
    self.app = app
    self.request = request
    self.askedAt = askedAt
  }
}
