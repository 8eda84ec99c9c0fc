package import RPCCore
package import SystemCore
package import TLSCore

/// What a server is told.
package struct ServerConfiguration: Sendable {
  package var limits = ServerLimits()
  package var timeouts = ConnectionTimeouts()
  /// What the secret is for that handlers find in ``CallPeer/channelBinding``; without one there is none.
  package var channelBinding: ChannelBindingLabel?
  /// What sets the clock of connections ahead, in a process that is tested; usually nothing.
  ///
  /// A connection notices it when it next hears something.
  package var shift: ClockShift?
  /// Tells of a peer whether it is known; without it all are.
  package var recognize: (@Sendable (CallPeer) -> CallerStanding)?
  /// Hears what is worth a line in a log.
  package var observer: any ServerObserver = SilentObserver()

  package init() {}
}

/// Who a connection is from, as far as the slots for connections are concerned.
package enum CallerStanding: Hashable, Sendable {
  /// Nobody knows, yet.
  case stranger
  /// Somebody who counts as this caller, with a share of its own.
  case named(String)
  /// Somebody who may take as many as there are.
  case trusted
}

/// What lies between a listener and its clients.
package struct ServerSecurity: Sendable {
  let tls: TLSSource?

  /// Nothing: for Unix sockets and this machine alone.
  package static let plain = ServerSecurity(tls: nil)

  /// TLS 1.3.
  package static func tls(_ configuration: TLSConfiguration) -> ServerSecurity {
    ServerSecurity(tls: TLSSource(configuration))
  }

  /// TLS 1.3, with what the source says when a connection begins.
  package static func tls(_ current: TLSSource) -> ServerSecurity {
    ServerSecurity(tls: current)
  }
}
