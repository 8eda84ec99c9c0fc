/// The user has decided, if it was waited for, or there was nothing to decide; which, is not told.
package struct RequestDocumentsResponse: EmptyMessage {
  package static let wireName = "dyad.v1.RequestDocumentsResponse"

  package init() {}
}
