/// The new key is kept.
package struct RotateResponse: EmptyMessage {
  package static let wireName = "dyad.v1.RotateResponse"

  package init() {}
}
