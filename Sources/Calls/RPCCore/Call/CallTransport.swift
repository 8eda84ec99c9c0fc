/// What carries a call, as the call sees it: something to be told when there is work.
///
/// All else flows the other way: the transport puts into the call what came from the peer, and asks it
/// for what to send. So a transport needs no queue per call, and one within the process is as good as
/// one over sockets.
package protocol CallTransport: AnyObject, Sendable {
  /// The call has something to send, has room for more, or was cancelled by its owner.
  ///
  /// May be called on any thread; must not call back into the call before it returns.
  func needsAttention(_ token: CallToken)

  /// The caller has shown who it is, so that its connection counts as that caller's from now on.
  ///
  /// May be called on any thread; must not call back into the call before it returns.
  func noteCaller(_ name: String, of token: CallToken)
}

extension CallTransport {
  /// Does nothing: for transports whose callers share nothing.
  package func noteCaller(_ name: String, of token: CallToken) {}
}
