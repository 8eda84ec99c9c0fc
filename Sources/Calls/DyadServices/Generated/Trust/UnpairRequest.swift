/// Ends the pair.
package struct UnpairRequest: EmptyMessage {
  package static let wireName = "dyad.v1.UnpairRequest"

  package init() {}
}
