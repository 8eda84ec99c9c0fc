internal import HTTP2Core
internal import RPCCore

/// The fields a client sends.
enum RequestFields {
  /// The headers of a call.
  ///
  /// - Parameters:
  ///   - request: what is called, with its metadata.
  ///   - timeout: how long the caller still waits.
  ///   - encoding: how messages are compressed, if they are.
  ///   - scheme: `http` or `https`.
  ///   - authority: the name of the server.
  /// - Returns: the fields, those of gRPC before those of the application.
  static func headers(
    _ request: CallRequest, timeout: Duration?, encoding: MessageEncoding?, scheme: String,
    authority: String
  ) -> HeaderList {
    var list = HeaderList([
      (":method", "POST"), (":scheme", scheme), (":path", request.method.path),
      (":authority", authority), ("te", "trailers"), ("content-type", "application/grpc"),
    ])
    if let timeout { list.append("grpc-timeout", WireTimeout.header(for: timeout)) }
    if let encoding { list.append("grpc-encoding", encoding.rawValue) }
    list.append("grpc-accept-encoding", MessageEncoding.accepted)
    list.append("user-agent", "grpc-swift-dyad/1")
    MetadataFields.append(request.metadata, to: &list)
    return list
  }
}
