internal import CommandSupport
internal import DynamicMessages
internal import ProtobufWire
internal import TextFormats

/// Messages of one call to JSON and back; asks for the types of messages inside `Any` as they come.
struct MessageCodec: Sendable {
  /// More types than one command meets: a peer decides how many it names.
  private static let mostTypes = 256

  private let source: any DescriptorSource
  private let options: MessageTranscoder.Options
  private var transcoder: MessageTranscoder
  private var askedTypes: Set<String> = []

  init(
    _ source: any DescriptorSource, _ pool: DescriptorPool, options: MessageTranscoder.Options
  ) {
    self.source = source
    self.options = options
    transcoder = MessageTranscoder(pool, options: options)
  }

  /// Makes a message's bytes of JSON.
  mutating func bytes(
    from json: JSONValue, as type: String
  ) async throws -> [UInt8] {
    _ = await load(AnyTypes.named(in: json))
    return try transcoder.bytes(from: json, as: type)
  }

  /// Makes JSON of a message's bytes.
  mutating func json(from bytes: [UInt8], as type: String) async throws -> JSONValue {
    while true {
      let json = try transcoder.json(from: bytes, as: type)
      // What one type shows may hold others.
      guard await load(AnyTypes.unread(in: json)) else { return json }
    }
  }

  /// Takes in the declarations of types.
  ///
  /// - Returns: Whether any was new.
  private mutating func load(_ types: [String]) async -> Bool {
    var isNew = false
    for type in types where transcoder.pool.message(named: type) == nil {
      guard askedTypes.count < Self.mostTypes, askedTypes.insert(type).inserted else { continue }
      // Without its declaration a message is shown as bytes.
      if (try? await source.load(type)) == true { isNew = true }
    }
    guard isNew, let pool = try? await source.pool() else { return false }
    transcoder = MessageTranscoder(pool, options: options)
    return true
  }
}

/// The types of messages inside `Any`, as JSON names them.
enum AnyTypes {
  /// All types that are named.
  static func named(in json: JSONValue) -> [String] {
    collect(json) { _ in true }
  }

  /// The types of messages that are shown as bytes.
  static func unread(in json: JSONValue) -> [String] {
    collect(json) { $0["@bytes"] != nil }
  }

  private static func collect(
    _ json: JSONValue, where isMeant: (JSONValue) -> Bool
  ) -> [String] {
    var types: [String] = []
    if let url = json["@type"]?.stringValue, isMeant(json) {
      let name = url.utf8.split(separator: UInt8(ascii: "/")).last.flatMap(String.init)
      if let name { types.append(name) }
    }
    for value in json.objectValue?.map(\.value) ?? json.arrayValue ?? [] {
      types += collect(value, where: isMeant)
    }
    return types
  }
}
