/// Asks what the node knows and takes.
package struct GetCoverageRequest: EmptyMessage {
  package static let wireName = "dyad.v1.GetCoverageRequest"

  package init() {}
}
