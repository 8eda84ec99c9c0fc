/// Reads everything and looks for damage.
package struct VerifyStoreRequest: EmptyMessage {
  package static let wireName = "dyad.v1.VerifyStoreRequest"

  package init() {}
}
