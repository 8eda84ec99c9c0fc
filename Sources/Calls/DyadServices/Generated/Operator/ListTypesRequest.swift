/// Asks which types are here.
package struct ListTypesRequest: EmptyMessage {
  package static let wireName = "dyad.v1.ListTypesRequest"

  package init() {}
}
