/// It holds from the next session on.
package struct AnswerBrakeResponse: EmptyMessage {
  package static let wireName = "dyad.v1.AnswerBrakeResponse"

  package init() {}
}
