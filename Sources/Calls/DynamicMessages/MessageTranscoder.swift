package import ProtobufWire
package import TextFormats

/// Makes JSON of messages that only their descriptors are known of, and messages of JSON.
package struct MessageTranscoder: Sendable {
  /// What the mapping leaves to choose.
  package struct Options: Hashable, Sendable {
    /// Whether fields that are not there, and need not be, are shown with what they stand for.
    package var showsDefaults = false
    /// Whether fields are shown under their names in `.proto` files instead of those of JSON; both
    /// are always read.
    package var usesProtoNames = false
    /// Whether members that the message has no field for are passed over when a message is made.
    package var ignoresUnknownMembers = false
    /// Whether fields that the message does not declare are an error when JSON is made.
    package var refusesUnknownFields = false

    /// Makes the mapping's own choice of each.
    package init() {}
  }

  /// The deepest nesting of objects and arrays in JSON, so that what was made can be read again.
  package static let maximumDepth = JSONValue.maximumDepth
  /// The most values that JSON is made of: a message has one in a byte or two, and each takes dozens
  /// of bytes.
  package static let maximumValueCount = 1_000_000

  /// What messages are declared as.
  package let pool: DescriptorPool
  /// What the mapping leaves to choose.
  package var options: Options

  /// Makes a transcoder for the messages of `pool`.
  package init(_ pool: DescriptorPool, options: Options = Options()) {
    self.pool = pool
    self.options = options
  }

  /// Makes JSON of a message's bytes.
  ///
  /// - Parameters:
  ///   - bytes: What a peer sent.
  ///   - message: The message's full name.
  /// - Throws: What is wrong with the bytes, at its place in the JSON.
  /// - Returns: An object, or another value for some of protobuf's own messages.
  package func json(
    from bytes: [UInt8], as message: String
  ) throws(DynamicMessageError) -> JSONValue {
    var decoding = MessageDecoding(pool: pool, options: options)
    do throws(DynamicMessageError) {
      return try decoding.message(bytes[...], named: message, depth: 0)
    } catch {
      throw error.during(.decode)
    }
  }

  /// Makes a message's bytes of JSON.
  ///
  /// - Parameters:
  ///   - json: An object, or another value for some of protobuf's own messages.
  ///   - message: The message's full name.
  /// - Throws: What does not fit the message, at its place in the JSON.
  /// - Returns: The fields in the order of their numbers.
  package func bytes(
    from json: JSONValue, as message: String
  ) throws(DynamicMessageError) -> [UInt8] {
    let encoding = MessageEncoding(pool: pool, options: options)
    var writer = WireWriter()
    try encoding.write(json, named: message, to: &writer, depth: 0)
    return writer.bytes
  }
}

extension DynamicMessageError {
  fileprivate func during(_ operation: Operation) -> Self {
    var error = self
    error.operation = operation
    return error
  }
}
