/// They are durable.
package struct SaveResponse: EmptyMessage {
  package static let wireName = "dyad.v1.SaveResponse"

  package init() {}
}
