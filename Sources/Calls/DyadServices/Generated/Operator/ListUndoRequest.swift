/// Asks what can be taken back.
package struct ListUndoRequest: EmptyMessage {
  package static let wireName = "dyad.v1.ListUndoRequest"

  package init() {}
}
