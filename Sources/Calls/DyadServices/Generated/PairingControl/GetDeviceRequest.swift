/// Asks what the node knows of itself.
package struct GetDeviceRequest: EmptyMessage {
  package static let wireName = "dyad.v1.GetDeviceRequest"

  package init() {}
}
