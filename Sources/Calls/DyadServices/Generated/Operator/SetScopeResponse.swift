/// It holds.
package struct SetScopeResponse: EmptyMessage {
  package static let wireName = "dyad.v1.SetScopeResponse"

  package init() {}
}
