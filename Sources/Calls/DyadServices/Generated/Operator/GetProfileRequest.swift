/// Asks for the characteristics.
package struct GetProfileRequest: EmptyMessage {
  package static let wireName = "dyad.v1.GetProfileRequest"

  package init() {}
}
