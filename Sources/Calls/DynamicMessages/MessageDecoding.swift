internal import ProtobufWire
internal import TextFormats

/// One way from bytes to JSON.
struct MessageDecoding {
  let pool: DescriptorPool
  let options: MessageTranscoder.Options
  private var valuesLeft = MessageTranscoder.maximumValueCount

  init(pool: DescriptorPool, options: MessageTranscoder.Options) {
    self.pool = pool
    self.options = options
  }

  /// What came of one field: single values replace each other, and the bytes of single messages are
  /// strung together, which merges them.
  private struct Collected {
    var value: WireValue?
    var values: [WireValue] = []
    var message: [UInt8]?
    var messages: [ArraySlice<UInt8>] = []
  }

  /// The JSON of the message called `name`.
  mutating func message(
    _ bytes: ArraySlice<UInt8>, named name: String, depth: Int
  ) throws(DynamicMessageError) -> JSONValue {
    try check(depth)
    try spend()
    if let type = WellKnownType(name) { return try wellKnown(type, bytes, depth: depth) }
    return .object(try members(bytes, of: name, depth: depth))
  }

  /// The fields of a message that has no form of its own.
  mutating func members(
    _ bytes: ArraySlice<UInt8>, of name: String, depth: Int
  ) throws(DynamicMessageError) -> [JSONValue.Member] {
    guard let message = pool.message(named: name) else {
      if name == WellKnownType.empty { return [] }
      throw DynamicMessageError(.unknownType, "the type \(name) is not in the descriptors")
    }
    var collected = try collect(bytes, of: message)
    // Only what came is looked at, unless all is to be shown: a peer may declare many fields.
    let numbers = Set(collected.keys).union(
      options.showsDefaults ? message.fields.map(\.number) : [])
    var members: [JSONValue.Member] = []
    for number in numbers.sorted() {
      guard let field = field(numbered: number, of: message) else { continue }
      let shown = shownName(of: field)
      let value = try at(.member(shown)) { () throws(DynamicMessageError) in
        try json(collected.removeValue(forKey: number), field, depth: depth)
      }
      if let value { members.append(.init(shown, value)) }
    }
    return members
  }

  /// Counts one value of the JSON.
  mutating func spend() throws(DynamicMessageError) {
    guard valuesLeft > 0 else {
      throw DynamicMessageError(
        .tooLarge, "the message has more than \(MessageTranscoder.maximumValueCount) values")
    }
    valuesLeft -= 1
  }

  private func check(_ depth: Int) throws(DynamicMessageError) {
    guard depth < MessageTranscoder.maximumDepth else {
      throw DynamicMessageError(
        .tooDeep, "nested deeper than \(MessageTranscoder.maximumDepth) levels")
    }
  }

  private func field(numbered number: Int, of message: MessageDescriptor) -> FieldDescriptor? {
    message.field(numbered: number)
      ?? pool.extensionField(of: message.fullName, numbered: number)
  }

  private func shownName(of field: FieldDescriptor) -> String {
    if !field.extensionName.isEmpty { return "[\(field.extensionName)]" }
    return options.usesProtoNames ? field.name : field.jsonName
  }

  private func collect(
    _ bytes: ArraySlice<UInt8>, of message: MessageDescriptor
  ) throws(DynamicMessageError) -> [Int: Collected] {
    var reader = WireReader(bytes)
    var collected: [Int: Collected] = [:]
    var chosen: [Int: Int] = [:]
    while let wire = try reading({ () throws(WireError) in try reader.nextField() }) {
      guard let field = field(numbered: wire.number, of: message) else {
        if options.refusesUnknownFields {
          throw DynamicMessageError(
            .unknownField, "\(message.fullName) has no field \(wire.number)")
        }
        continue
      }
      // The last of a oneof counts.
      if let oneof = field.oneofIndex, let former = chosen.updateValue(field.number, forKey: oneof),
        former != field.number
      {
        collected[former] = nil
      }
      try add(wire.value, of: field, to: &collected[field.number, default: Collected()])
    }
    return collected
  }

  private func add(
    _ value: WireValue, of field: FieldDescriptor, to collected: inout Collected
  ) throws(DynamicMessageError) {
    switch value {
    case .bytes(let bytes) where field.kind == .message,
      .group(let bytes) where field.kind == .group:
      if field.isRepeated {
        collected.messages.append(bytes)
      } else {
        // In place, for there may be as many pieces as bytes.
        if collected.message == nil { collected.message = [] }
        collected.message?.append(contentsOf: bytes)
      }
    case .bytes(let bytes) where field.isRepeated && field.kind.isPackable:
      try addPacked(bytes, of: field, to: &collected)
    default:
      guard value.type == field.kind.wireType else {
        throw DynamicMessageError(.malformed, "the bytes have another type than the field")
          .inside(.member(shownName(of: field)))
      }
      if field.isRepeated {
        collected.values.append(value)
      } else {
        collected.value = value
      }
    }
  }

  private func addPacked(
    _ bytes: ArraySlice<UInt8>, of field: FieldDescriptor, to collected: inout Collected
  ) throws(DynamicMessageError) {
    var reader = WireReader(bytes)
    let type = field.kind.wireType
    while let value = try reading({ () throws(WireError) in try reader.nextPacked(type) }) {
      collected.values.append(value)
      guard collected.values.count <= MessageTranscoder.maximumValueCount else {
        throw DynamicMessageError(
          .tooLarge, "the message has more than \(MessageTranscoder.maximumValueCount) values")
      }
    }
  }

  private mutating func json(
    _ collected: Collected?, _ field: FieldDescriptor, depth: Int
  ) throws(DynamicMessageError) -> JSONValue? {
    if let entry = pool.mapEntry(of: field) {
      let map = try map(collected?.messages ?? [], field, entry.key, entry.value, depth: depth)
      return map.isEmpty && !options.showsDefaults ? nil : .object(map)
    }
    if field.isRepeated {
      let list = try list(collected, field, depth: depth)
      return list.isEmpty && !options.showsDefaults ? nil : .array(list)
    }
    if field.kind == .message || field.kind == .group {
      if let bytes = collected?.message {
        return try message(bytes[...], named: field.typeName, depth: depth + 1)
      }
      return nil
    }
    guard let value = collected?.value, field.hasPresence || !value.isDefault else {
      guard options.showsDefaults else { return nil }
      try spend()
      guard !field.hasPresence else { return nil }
      return ScalarCoding.defaultValue(field.kind, pool.enumeration(named: field.typeName))
    }
    return try scalar(value, field)
  }

  private mutating func list(
    _ collected: Collected?, _ field: FieldDescriptor, depth: Int
  ) throws(DynamicMessageError) -> [JSONValue] {
    try check(depth + 1)
    try spend()
    var list: [JSONValue] = []
    for (index, value) in (collected?.values ?? []).enumerated() {
      list.append(
        try at(.element(index)) { () throws(DynamicMessageError) in try scalar(value, field) })
    }
    for (index, bytes) in (collected?.messages ?? []).enumerated() {
      list.append(
        try at(.element(index)) { () throws(DynamicMessageError) in
          try message(bytes, named: field.typeName, depth: depth + 2)
        })
    }
    return list
  }

  private mutating func map(
    _ entries: [ArraySlice<UInt8>], _ field: FieldDescriptor, _ key: FieldDescriptor,
    _ value: FieldDescriptor, depth: Int
  ) throws(DynamicMessageError) -> [JSONValue.Member] {
    try check(depth + 1)
    try spend()
    var values: [MapKey: JSONValue] = [:]
    for entry in entries {
      guard let message = pool.message(named: field.typeName) else { continue }
      let parts = try collect(entry, of: message)
      let mapKey = try MapKey(parts[1]?.value, key)
      values[mapKey] = try at(.key(mapKey.text)) { () throws(DynamicMessageError) in
        if value.kind == .message {
          let bytes = parts[2]?.message ?? []
          return try self.message(bytes[...], named: value.typeName, depth: depth + 2)
        }
        guard let wire = parts[2]?.value else {
          try spend()
          return ScalarCoding.defaultValue(value.kind, pool.enumeration(named: value.typeName))
        }
        return try scalar(wire, value)
      }
    }
    return values.sorted { $0.key < $1.key }.map { .init($0.key.text, $0.value) }
  }

  private mutating func scalar(
    _ value: WireValue, _ field: FieldDescriptor
  ) throws(DynamicMessageError) -> JSONValue {
    try spend()
    return try ScalarCoding.json(
      from: value, field.kind, pool.enumeration(named: field.typeName))
  }
}
