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
  /// How many connections there may be; more are closed at once.
  package var connections = 16_384

  package init() {}
}
