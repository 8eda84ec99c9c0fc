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
}
