internal import SystemCore
internal import TLSCore

/// Why a client has no connection to its server, or lost it, as far as somebody can react to it.
package enum ConnectionFailure: Error, Hashable, Sendable {
  /// The server says that it trusted our certificate once, and does no more.
  case certificateRevoked
  /// The server says that it does not trust our certificate.
  case certificateRefused
  /// The server says that it wants a certificate, and we have none for it.
  case certificateRequired
  /// The server showed a certificate that is not trusted here.
  case serverRefused
  /// Nobody listens there, no way leads there, or nobody knows the name.
  case unreachable(String)
  /// Anything else, in words for a log.
  case other(String)

  /// Reads what the connection failed with.
  ///
  /// - Parameters:
  ///   - error: what it failed with.
  ///   - isProven: whether the server has proved who it is. Before that anybody on the way can say in
  ///     its name what it thinks of our certificate, so it says nothing.
  package init(_ error: any Error, isProven: Bool = false) {
    self =
      switch error {
      case let error as TLSError: Self(error, isProven: isProven)
      case let error as SystemError: Self(error)
      default: .other("\(error)")
      }
  }

  private init(_ error: TLSError, isProven: Bool) {
    self =
      switch (error.code, isFromPeer: error.isFromPeer) {
      case (.certificateRevoked, true) where isProven: .certificateRevoked
      case (.certificateRefused, true) where isProven: .certificateRefused
      case (.certificateRequired, true) where isProven: .certificateRequired
      case (.certificateRevoked, false), (.certificateRefused, false): .serverRefused
      default: .other("\(error)")
      }
  }

  private init(_ error: SystemError) {
    self =
      switch error.code {
      case .connectionRefused, .notFound, .unreachable: .unreachable("\(error)")
      default: .other("\(error)")
      }
  }
}

extension ConnectionFailure: CustomStringConvertible {
  /// In words for people.
  package var description: String {
    switch self {
    case .certificateRevoked: "the server trusts our certificate no more"
    case .certificateRefused: "the server does not trust our certificate"
    case .certificateRequired: "the server wants a certificate, and we have shown none"
    case .serverRefused: "the server's certificate is not trusted here"
    case .unreachable(let words), .other(let words): words
    }
  }
}
