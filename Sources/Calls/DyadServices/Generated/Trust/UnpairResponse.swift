/// The end of the pair is kept.
package struct UnpairResponse: EmptyMessage {
  package static let wireName = "dyad.v1.UnpairResponse"

  package init() {}
}
