/// It is durable.
package struct AcknowledgeResponse: EmptyMessage {
  package static let wireName = "dyad.v1.AcknowledgeResponse"

  package init() {}
}
