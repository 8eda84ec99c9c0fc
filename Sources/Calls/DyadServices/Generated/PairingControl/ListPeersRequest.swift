/// Asks for the peers.
package struct ListPeersRequest: EmptyMessage {
  package static let wireName = "dyad.v1.ListPeersRequest"

  package init() {}
}
