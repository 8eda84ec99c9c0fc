/// It is durable.
package struct UnsubscribeResponse: EmptyMessage {
  package static let wireName = "dyad.v1.UnsubscribeResponse"

  package init() {}
}
