package import HTTP2Core
package import SystemCore
package import TLSCore

/// Which server a client calls, and how.
package struct ClientConfiguration: Sendable {
  /// Where the server is.
  package var endpoint: Endpoint
  /// What lies between.
  package var security: ClientSecurity
  /// What the server calls itself, if not by its address.
  package var authority: String?
  package var limits = SessionLimits()
  package var timeouts = ConnectionTimeouts()
  /// How long to wait before the next try to connect, if calls wait for it.
  package var backoff = Backoff()
  /// What the secret is for that calls find in ``CallPeer/channelBinding``; without one there is none.
  package var channelBinding: ChannelBindingLabel?
  /// Hears what becomes of the connections.
  package var observer: any ClientObserver = SilentObserver()

  package init(_ endpoint: Endpoint, _ security: ClientSecurity) {
    self.endpoint = endpoint
    self.security = security
    // Calls keep a client's connection alive; whoever has none need not hold the server's memory.
    timeouts.idle = .seconds(5 * 60)
  }
}

/// What lies between a client and its server.
package enum ClientSecurity: Sendable {
  /// Nothing: for Unix sockets and this machine alone.
  case plain
  /// Nothing, wherever the server is: for those who were asked and want it so.
  case plainAnywhere
  /// TLS 1.3, with the name the server is known by, if it is checked.
  case tls(TLSConfiguration, serverName: String?)
}
