/// It is erased.
package struct MaintainStoreResponse: EmptyMessage {
  package static let wireName = "dyad.v1.MaintainStoreResponse"

  package init() {}
}
