/// An app's request on a watch, which waits for the phone's owner: it lasts until decided or withdrawn.
package struct AccessQuestion: Hashable, Sendable {
  /// Drawn at random by the watch.
  package var id: UInt64
  package var app: String
  package var request: AccessRequest
  /// When, by the watch's clock.
  package var askedAt: Double
  /// What people call the app; may be empty.
  package var name: String
  /// Why it wants to share; may be empty.
  package var shareReason: String
  /// Why it wants to read; may be empty.
  package var readReason: String
  /// What the documents that it asks for say of themselves, where it is answered in the process that asks;
  /// another node is not told, and looks for itself.
  package var documents: [AskedDocument] = []

  /// As many as may wait at a time on one watch.
  package static let mostOpen = 64
  /// As many of them as one app may have, so that none keeps the others from asking.
  package static let mostOpenPerApp = 8
  /// As many types as all of them may name together; more could not be told to the phone.
  package static let mostOpenTypes = 4_096
  /// As long as each text may be, in bytes.
  package static let mostTextBytes = 256

  package init(
    id: UInt64, app: String, request: AccessRequest, askedAt: Double, name: String = "",
    shareReason: String = "", readReason: String = ""
  ) {
    self.id = id
    self.app = app
    self.request = request
    self.askedAt = askedAt
    self.name = name
    self.shareReason = shareReason
    self.readReason = readReason
  }
}
