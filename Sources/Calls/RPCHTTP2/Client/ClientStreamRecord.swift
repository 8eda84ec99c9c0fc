internal import HTTP2Core
internal import RPCCore

/// What the client keeps of one stream.
struct ClientStreamRecord {
  let id: StreamID
  let call: ClientCall
  var intake: MessageIntake
  var hasHeaders = false
  var isCompressed = false
  /// Set when the call is over for us, whatever still comes.
  var hasEnded = false
}
