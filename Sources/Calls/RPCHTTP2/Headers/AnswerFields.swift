internal import HTTP2Core
internal import RPCCore

/// The fields a server sends.
enum AnswerFields {
  private static let plain = HeaderList([
    (":status", "200"), ("content-type", "application/grpc"),
  ])

  private static let plainTrailers = HeaderList([("grpc-status", "0")])

  /// The headers before the messages.
  ///
  /// - Parameters:
  ///   - metadata: what the handler has to say.
  ///   - encoding: how messages are compressed, if they are.
  ///   - namesAccepted: whether the caller wants to hear which encodings it may use.
  /// - Returns: the fields.
  static func headers(
    _ metadata: Metadata, encoding: MessageEncoding?, namesAccepted: Bool
  ) -> HeaderList {
    guard encoding != nil || namesAccepted || !metadata.isEmpty else { return plain }
    var list = plain
    if let encoding { list.append("grpc-encoding", encoding.rawValue) }
    if namesAccepted { list.append("grpc-accept-encoding", MessageEncoding.accepted) }
    MetadataFields.append(metadata, to: &list)
    return list
  }

  /// The trailers behind the messages.
  static func trailers(_ status: Status, _ metadata: Metadata) -> HeaderList {
    if status == .ok, metadata.isEmpty { return plainTrailers }
    var list = HeaderList()
    append(status, metadata, to: &list)
    return list
  }

  /// The one header block of an answer without messages.
  static func onlyTrailers(
    _ status: Status, _ metadata: Metadata, httpStatus: Int = 200
  ) -> HeaderList {
    var list =
      httpStatus == 200
      ? plain
      : HeaderList([(":status", "\(httpStatus)"), ("content-type", "application/grpc")])
    append(status, metadata, to: &list)
    return list
  }

  private static func append(_ status: Status, _ metadata: Metadata, to list: inout HeaderList) {
    list.append("grpc-status", "\(status.code.rawValue)")
    if !status.message.isEmpty {
      // What is left of a message that is too long for headers is better than no status at all.
      let text = PercentText.encode(status.message).prefix(longestMessage)
      list.append("grpc-message", String(decoding: text, as: UTF8.self))
    }
    MetadataFields.append(metadata, to: &list)
  }

  // Half of the headers that other implementations take unless told otherwise.
  private static let longestMessage = 4096
}
