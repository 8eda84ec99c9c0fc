/// Asks that the user answers what the app's companions on watches ask for.
package struct HandleAuthorizationRequest: EmptyMessage {
  package static let wireName = "dyad.v1.HandleAuthorizationRequest"

  package init() {}
}
