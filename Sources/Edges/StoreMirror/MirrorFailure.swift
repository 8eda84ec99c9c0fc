/// Why a mirror cannot go on, and what to do about it.
package struct MirrorFailure: Error, Hashable {
  /// A verb phrase and the reason: "use the mirror: ...".
  package var detail: String
  /// What to do.
  package var advice: String

  init(_ detail: String, advice: String) {
    self.detail = detail
    self.advice = advice
  }
}

extension MirrorFailure: CustomStringConvertible {
  /// "cannot OPERATION: DETAIL".
  package var description: String { "cannot \(detail)" }
}
