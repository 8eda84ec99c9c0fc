internal import HealthModel

extension SessionEnd {
  /// Why the session ended, for people and logs.
  package var words: String {
    let name =
      switch reason {
      case .incompatible: "no version in common"
      case .wrongRole: "not a phone and a watch"
      case .logIsGone: "the log does not reach back far enough"
      case .brake: "too many deletions by inference alone"
      case .unknownVector: "a vector was told by one that is not known"
      case .violation: "a message that is not allowed"
      case .superseded: "another session took over"
      }
    return detail.isEmpty ? name : "\(name): \(detail)"
  }
}
