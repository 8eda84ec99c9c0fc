/// Asks for the sessions that there are.
package struct ListWorkoutSessionsRequest: EmptyMessage {
  package static let wireName = "dyad.v1.ListWorkoutSessionsRequest"

  package init() {}
}
