/// Asks to forget wrong codes.
package struct UnlockRequest: EmptyMessage {
  package static let wireName = "dyad.v1.UnlockRequest"

  package init() {}
}
