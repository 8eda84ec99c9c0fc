internal import ProtobufWire
internal import TextFormats

extension MessageEncoding {
  /// Writes the fields of a message that has a form of its own in JSON.
  func write(
    _ json: JSONValue, wellKnown type: WellKnownType, to writer: inout WireWriter, depth: Int
  ) throws(DynamicMessageError) {
    switch type {
    case .timestamp:
      guard case .string(let text) = json, let date = try? ExactDate(parsing: text) else {
        throw DynamicMessageError(.badValue, "expected an instant such as 2026-11-21T08:00:00Z")
      }
      writer.write(date.secondsSince1970, field: 1)
      writer.write(date.nanoseconds, field: 2)
    case .duration:
      guard case .string(let text) = json, let duration = DurationText(text) else {
        throw DynamicMessageError(.badValue, "expected seconds such as 1.5s")
      }
      writer.write(duration.seconds, field: 1)
      writer.write(duration.nanoseconds, field: 2)
    case .fieldMask:
      guard case .string(let text) = json, let paths = FieldMaskText.paths(in: text) else {
        throw DynamicMessageError(.badValue, "expected paths such as name,homeAddress.street")
      }
      writer.write(paths, field: 1)
    case .wrapper(let kind):
      let value = try ScalarCoding.wire(from: json, kind, nil)
      if !value.isDefault { writer.write(value, field: 1) }
    case .structure: try writeStructure(json, to: &writer, depth: depth)
    case .value: try writeValue(json, to: &writer, depth: depth)
    case .list: try writeList(json, to: &writer, depth: depth)
    case .any: try writeAny(json, to: &writer, depth: depth)
    }
  }

  private func writeStructure(
    _ json: JSONValue, to writer: inout WireWriter, depth: Int
  ) throws(DynamicMessageError) {
    guard case .object(let members) = json else {
      throw DynamicMessageError(.badValue, "expected an object")
    }
    for member in members {
      try at(.member(member.name)) { () throws(DynamicMessageError) in
        try writer.writeMessage(field: 1) { entry throws(DynamicMessageError) in
          entry.write(member.name, field: 1, always: true)
          try writeElement(member.value, field: 2, to: &entry, depth: depth)
        }
      }
    }
  }

  private func writeList(
    _ json: JSONValue, to writer: inout WireWriter, depth: Int
  ) throws(DynamicMessageError) {
    guard case .array(let elements) = json else {
      throw DynamicMessageError(.badValue, "expected an array")
    }
    for (index, element) in elements.enumerated() {
      try at(.element(index)) { () throws(DynamicMessageError) in
        try writeElement(element, field: 1, to: &writer, depth: depth)
      }
    }
  }

  private func writeElement(
    _ json: JSONValue, field: Int, to writer: inout WireWriter, depth: Int
  ) throws(DynamicMessageError) {
    try writer.writeMessage(field: field) { value throws(DynamicMessageError) in
      try write(json, named: "google.protobuf.Value", to: &value, depth: depth + 1)
    }
  }

  private func writeValue(
    _ json: JSONValue, to writer: inout WireWriter, depth: Int
  ) throws(DynamicMessageError) {
    switch json {
    case .null: writer.write(0, field: 1, always: true)
    case .integer(let number): writer.write(Double(number), field: 2, always: true)
    case .number(let number): writer.write(number, field: 2, always: true)
    case .string(let text): writer.write(text, field: 3, always: true)
    case .bool(let flag): writer.write(flag, field: 4, always: true)
    case .object:
      try writer.writeMessage(field: 5) { inner throws(DynamicMessageError) in
        try writeStructure(json, to: &inner, depth: depth)
      }
    case .array:
      try writer.writeMessage(field: 6) { inner throws(DynamicMessageError) in
        try writeList(json, to: &inner, depth: depth)
      }
    }
  }

  /// An object with the type beside the fields, or beside `value` where the type has a form of its
  /// own, or beside `@bytes` where it is not known.
  private func writeAny(
    _ json: JSONValue, to writer: inout WireWriter, depth: Int
  ) throws(DynamicMessageError) {
    guard case .object(let members) = json else {
      throw DynamicMessageError(.badValue, "expected an object with @type")
    }
    guard !members.isEmpty else { return }
    guard let url = json[AnyMember.type]?.stringValue else {
      throw DynamicMessageError(.missing, "expected the URL of a type")
        .inside(.member(AnyMember.type))
    }
    writer.write(url, field: 1)
    let rest = members.filter { $0.name != AnyMember.type }
    if rest.count == 1, rest[0].name == AnyMember.bytes {
      try at(.member(AnyMember.bytes)) { () throws(DynamicMessageError) in
        let value = try ScalarCoding.wire(from: rest[0].value, .bytes, nil)
        if !value.isDefault { writer.write(value, field: 2) }
      }
      return
    }
    guard let name = AnyMember.typeName(in: url) else {
      throw DynamicMessageError(.badValue, "expected a URL that ends in a type's name")
        .inside(.member(AnyMember.type))
    }
    var inner = WireWriter()
    if WellKnownType(name) != nil {
      guard rest.count == 1, rest[0].name == AnyMember.value else {
        throw DynamicMessageError(.badValue, "expected @type and value, and nothing else")
      }
      try at(.member(AnyMember.value)) { () throws(DynamicMessageError) in
        try write(rest[0].value, named: name, to: &inner, depth: depth + 1)
      }
    } else {
      // Some write the message without fields as if it had a form of its own.
      let isEmptyValue =
        name == WellKnownType.empty && rest == [.init(AnyMember.value, .object([]))]
      try write(.object(isEmptyValue ? [] : rest), named: name, to: &inner, depth: depth + 1)
    }
    writer.write(inner.bytes, field: 2)
  }
}

/// The members that are not fields in JSON of a message of any type.
enum AnyMember {
  static let type = "@type"
  static let value = "value"
  /// Ours, so that a message of a type that we do not know can be shown and sent at all.
  static let bytes = "@bytes"

  /// What stands after the last slash of a type's URL.
  static func typeName(in url: String) -> String? {
    guard let slash = url.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let name = String(url[url.utf8.index(after: slash)...])
    return name.isEmpty ? nil : name
  }
}
