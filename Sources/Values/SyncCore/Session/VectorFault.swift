internal import HealthModel

/// Why a vector that a peer tells is not taken.
enum VectorFault: Error {
  /// It is told by one that is not here.
  case unknown
  /// It has more intervals than any vector may have.
  case tooLong

  /// What a session ends with for it.
  ///
  /// - Parameter peer: Whose vector it is: "the phone".
  /// - Returns: The last word.
  func end(of peer: String) -> SessionEnd {
    switch self {
    case .unknown:
      SessionEnd(.unknownVector, "\(peer)'s vector is told by one that is not here")
    case .tooLong: SessionEnd(.violation, "\(peer)'s vector has too many intervals")
    }
  }
}
