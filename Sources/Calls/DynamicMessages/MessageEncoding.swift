internal import ProtobufWire
internal import TextFormats

/// One way from JSON to bytes.
struct MessageEncoding {
  let pool: DescriptorPool
  let options: MessageTranscoder.Options

  /// One member of an object and the field that it is for.
  private struct Member {
    var field: FieldDescriptor
    var name: String
    var value: JSONValue
  }

  /// Writes the fields of the message called `name`.
  func write(
    _ json: JSONValue, named name: String, to writer: inout WireWriter, depth: Int
  ) throws(DynamicMessageError) {
    guard depth < MessageTranscoder.maximumDepth else {
      throw DynamicMessageError(
        .tooDeep, "nested deeper than \(MessageTranscoder.maximumDepth) levels")
    }
    if let type = WellKnownType(name) {
      try write(json, wellKnown: type, to: &writer, depth: depth)
      return
    }
    guard case .object(let members) = json else {
      throw DynamicMessageError(.badValue, "expected an object")
    }
    // It has no fields, so nothing has to be known of it.
    if name == WellKnownType.empty {
      if let first = members.first, !options.ignoresUnknownMembers {
        throw unknown(first.name, in: name)
      }
      return
    }
    guard let message = pool.message(named: name) else {
      throw DynamicMessageError(.unknownType, "the type \(name) is not in the descriptors")
    }
    for member in try sort(members, of: message) {
      try at(.member(member.name)) { () throws(DynamicMessageError) in
        try write(member.value, for: member.field, to: &writer, depth: depth)
      }
    }
  }

  /// The members that say something, in the order of their fields' numbers.
  private func sort(
    _ members: [JSONValue.Member], of message: MessageDescriptor
  ) throws(DynamicMessageError) -> [Member] {
    var chosen: [Member] = []
    var numbers: Set<Int> = []
    var oneofs: Set<Int> = []
    for member in members {
      guard let field = field(called: member.name, of: message) else {
        if options.ignoresUnknownMembers { continue }
        throw unknown(member.name, in: message.fullName)
      }
      guard numbers.insert(field.number).inserted else {
        throw duplicate("the field is given twice", member.name)
      }
      if member.value == .null, !takesNull(field) { continue }
      if let oneof = field.oneofIndex, !oneofs.insert(oneof).inserted {
        throw duplicate(
          "another field of the oneof \(message.oneofs[oneof]) is given, too", member.name)
      }
      chosen.append(Member(field: field, name: member.name, value: member.value))
    }
    for field in message.fields where field.label == .required {
      guard chosen.contains(where: { $0.field.number == field.number }) else {
        throw DynamicMessageError(.missing, "the field is required")
          .inside(.member(field.jsonName))
      }
    }
    return chosen.sorted { $0.field.number < $1.field.number }
  }

  private func field(called name: String, of message: MessageDescriptor) -> FieldDescriptor? {
    if let field = message.field(named: name) { return field }
    guard name.hasPrefix("["), name.hasSuffix("]"),
      let field = pool.extensionField(named: String(name.dropFirst().dropLast())),
      field.extendee == message.fullName
    else { return nil }
    return field
  }

  /// Everywhere else `null` says that the field is not there.
  private func takesNull(_ field: FieldDescriptor) -> Bool {
    guard !field.isRepeated else { return false }
    return field.typeName == WellKnownType.nullValue || WellKnownType(field.typeName) == .value
  }

  private func write(
    _ json: JSONValue, for field: FieldDescriptor, to writer: inout WireWriter, depth: Int
  ) throws(DynamicMessageError) {
    if let entry = pool.mapEntry(of: field) {
      try writeMap(json, field, entry.key, entry.value, to: &writer, depth: depth)
      return
    }
    guard field.isRepeated else {
      if field.kind == .message || field.kind == .group {
        try writeMessage(json, field, to: &writer, depth: depth)
      } else {
        let value = try scalar(json, field)
        if field.hasPresence || !value.isDefault { writer.write(value, field: field.number) }
      }
      return
    }
    guard case .array(let elements) = json else {
      throw DynamicMessageError(.badValue, "expected an array")
    }
    if field.isPacked, !elements.isEmpty {
      try writer.writeMessage(field: field.number) { packed throws(DynamicMessageError) in
        for (index, element) in elements.enumerated() {
          packed.writeUntagged(
            try at(.element(index)) { () throws(DynamicMessageError) in try scalar(element, field) }
          )
        }
      }
      return
    }
    for (index, element) in elements.enumerated() {
      try at(.element(index)) { () throws(DynamicMessageError) in
        if field.kind == .message || field.kind == .group {
          try writeMessage(element, field, to: &writer, depth: depth + 1)
        } else {
          writer.write(try scalar(element, field), field: field.number)
        }
      }
    }
  }

  private func writeMap(
    _ json: JSONValue, _ field: FieldDescriptor, _ key: FieldDescriptor, _ value: FieldDescriptor,
    to writer: inout WireWriter, depth: Int
  ) throws(DynamicMessageError) {
    guard case .object(let members) = json else {
      throw DynamicMessageError(.badValue, "expected an object")
    }
    for member in members {
      try at(.key(member.name)) { () throws(DynamicMessageError) in
        let keyValue = try mapKey(member.name, key)
        try writer.writeMessage(field: field.number) { entry throws(DynamicMessageError) in
          entry.write(keyValue, field: 1)
          if value.kind == .message {
            try writeMessage(member.value, value, to: &entry, depth: depth + 1)
          } else {
            entry.write(try scalar(member.value, value), field: 2)
          }
        }
      }
    }
  }

  private func mapKey(
    _ text: String, _ key: FieldDescriptor
  ) throws(DynamicMessageError) -> WireValue {
    do throws(DynamicMessageError) {
      guard key.kind == .bool else { return try scalar(.string(text), key) }
      guard text == "true" || text == "false" else {
        throw DynamicMessageError(.badValue, "expected true or false")
      }
      return .varint(text == "true" ? 1 : 0)
    } catch {
      throw DynamicMessageError(error.code, "as the key, \(error.detail)")
    }
  }

  private func writeMessage(
    _ json: JSONValue, _ field: FieldDescriptor, to writer: inout WireWriter, depth: Int
  ) throws(DynamicMessageError) {
    let body = { (inner: inout WireWriter) throws(DynamicMessageError) in
      try write(json, named: field.typeName, to: &inner, depth: depth + 1)
    }
    if field.kind == .group {
      try writer.writeGroup(field: field.number, body)
    } else {
      try writer.writeMessage(field: field.number, body)
    }
  }

  private func scalar(
    _ json: JSONValue, _ field: FieldDescriptor
  ) throws(DynamicMessageError) -> WireValue {
    try ScalarCoding.wire(
      from: json, field.kind, pool.enumeration(named: field.typeName))
  }

  private func unknown(_ name: String, in message: String) -> DynamicMessageError {
    DynamicMessageError(.unknownField, "\(message) has no such field").inside(.member(name))
  }

  private func duplicate(_ reason: String, _ name: String) -> DynamicMessageError {
    DynamicMessageError(.duplicate, reason).inside(.member(name))
  }
}
