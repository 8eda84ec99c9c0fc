/// Hears what happens to a server beside its calls; called on its loops, so it must not wait.
package protocol ServerObserver: Sendable {
  /// Somebody could not be served.
  func refused(_ reason: ServerRefusal)

  /// A connection ended otherwise than in order, for this reason.
  func ended(_ reason: String)

  /// There is one more connection.
  func opened()

  /// There is one connection less, however it ended.
  func closed()
}

extension ServerObserver {
  /// Does nothing; for those who do not count.
  package func opened() {}

  /// Does nothing; for those who do not count.
  package func closed() {}
}

/// Why a connection was refused.
package enum ServerRefusal: Hashable, Sendable {
  case tooManyConnections
  /// It had to make room: for a newcomer where it was a stranger's, or for others of its own caller.
  case madeRoom
  case cannotServe(String)
}

/// Hears and forgets.
package struct SilentObserver: ServerObserver {
  package init() {}

  package func refused(_ reason: ServerRefusal) {}

  package func ended(_ reason: String) {}
}
