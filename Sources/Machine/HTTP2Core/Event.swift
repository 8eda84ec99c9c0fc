/// What happened on a session while it received or drained.
///
/// A stream is named first by the headers that open it, or by its opener, and last by `closed`; one
/// whose request is malformed is never named. Bytes and fields are valid
/// until the next call to ``Session/receive(_:now:)``.
package enum Event: Hashable, Sendable {
  /// A header block arrived in whole.
  case headers(StreamID, HeaderBlock, HeaderKind, endStream: Bool)
  /// A header block was larger than the limits, so its fields are dropped; a server may answer 431.
  case headersTooLarge(StreamID, HeaderKind, endStream: Bool)
  /// Payload arrived: a range of the bytes just fed, empty where only the stream ended.
  case data(StreamID, Range<Int>, endStream: Bool)
  /// The stream is over, and its slot is free.
  case closed(StreamID, ErrorCode)
  /// A server's answer has left in whole, and the request has not ended: the owner should soon reset the
  /// stream with NO_ERROR, unless the client ends it (RFC 9113 §8.1).
  case answeredEarly(StreamID)
  /// What is queued on the stream fell well below the mark it had reached: its writer may go on.
  case belowMark(StreamID)
  /// The peer takes no new streams and has not looked at those above `lastStream`.
  case goAway(lastStream: Int32, ErrorCode)
  /// The peer's settings arrived and are in force.
  case settings
  /// The peer acknowledged our settings.
  case settingsAcknowledged
  /// The peer answered the ping with this payload.
  case pingAcknowledged(UInt64)
}

/// What a header block is for.
package enum HeaderKind: Hashable, Sendable {
  /// Opens a stream.
  case request
  /// Answers a request.
  case response
  /// A 1xx answer, before the one that counts.
  case informational
  /// Ends a stream's data, in either direction.
  case trailers
}

/// Where the session keeps the fields of a header block; see ``Session/forEachField(of:_:)``.
package struct HeaderBlock: Hashable, Sendable {
  /// Where its packed fields start and end.
  let start: Int
  let end: Int
  /// How many fields it has.
  package let count: Int
}
