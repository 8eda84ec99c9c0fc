/// It is done.
package struct RemoveAppResponse: EmptyMessage {
  package static let wireName = "dyad.v1.RemoveAppResponse"

  package init() {}
}
