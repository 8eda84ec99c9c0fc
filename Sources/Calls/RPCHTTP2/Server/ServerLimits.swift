package import HTTP2Core
package import RPCCore

/// What a server lets its clients cost.
package struct ServerLimits: Hashable, Sendable {
  /// The bounds of one connection.
  package var session = SessionLimits()
  /// The bounds of one call.
  package var call = CallLimits()
  /// How many handlers may run for one connection, including those of calls that were given up.
  package var runningCalls = 256
  /// How many connections there may be.
  ///
  /// One more takes the place of the oldest stranger's, whose caller has not shown who it is; where there
  /// is none, it is closed at once.
  package var connections = 16_384
  /// How many of them may be strangers'; one more takes the place of the oldest.
  package var strangers = 16_384
  /// How many of them may be strangers' from one address, where that tells machines apart.
  package var strangersPerAddress = 16_384
  /// How many of them one caller may have that has a name; one more takes the place of its oldest, if
  /// possible of one without a call.
  package var perCaller = 16_384

  package init() {}
}
