/// Asks for a new key.
package struct RotateKeyRequest: EmptyMessage {
  package static let wireName = "dyad.v1.RotateKeyRequest"

  package init() {}
}
