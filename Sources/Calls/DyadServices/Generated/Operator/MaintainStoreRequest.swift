/// Erases what is deleted from the disk.
package struct MaintainStoreRequest: EmptyMessage {
  package static let wireName = "dyad.v1.MaintainStoreRequest"

  package init() {}
}
