/// Nothing of it is open any more.
package struct HandleAuthorizationResponse: EmptyMessage {
  package static let wireName = "dyad.v1.HandleAuthorizationResponse"

  package init() {}
}
