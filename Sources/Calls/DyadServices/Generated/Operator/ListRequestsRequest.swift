/// Asks for what waits for a decision.
package struct ListRequestsRequest: EmptyMessage {
  package static let wireName = "dyad.v1.ListRequestsRequest"

  package init() {}
}
