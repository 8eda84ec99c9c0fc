/// They are durable.
package struct AddToWorkoutResponse: EmptyMessage {
  package static let wireName = "dyad.v1.AddToWorkoutResponse"

  package init() {}
}
