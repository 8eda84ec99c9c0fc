/// Wrong codes are forgotten.
package struct UnlockResponse: EmptyMessage {
  package static let wireName = "dyad.v1.UnlockResponse"

  package init() {}
}
