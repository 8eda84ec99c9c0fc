/// Asks for the caller's subscriptions.
package struct ListSubscriptionsRequest: EmptyMessage {
  package static let wireName = "dyad.v1.ListSubscriptionsRequest"

  package init() {}
}
