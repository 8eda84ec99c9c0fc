internal import ProtobufWire

extension DescriptorText {
  mutating func write(_ message: MessageDescriptor, syntax: FileDescriptor.Syntax) {
    writeComment(of: message.fullName)
    writeBlock("message \(message.name)") { text in
      text.writeBody(of: message, syntax)
    }
  }

  /// Fields that extend other messages, those of one message together.
  mutating func writeExtensions(
    _ extensions: [FieldDescriptor], in scope: String, syntax: FileDescriptor.Syntax
  ) {
    var rest = extensions[...]
    while let first = rest.first {
      let together = rest.prefix { $0.extendee == first.extendee }
      rest = rest.dropFirst(together.count)
      writeBlock("extend \(type(first.extendee, in: scope))") { text in
        for field in together { text.write(field, in: scope, syntax) }
      }
    }
  }

  private mutating func writeBody(
    of message: MessageDescriptor, _ syntax: FileDescriptor.Syntax
  ) {
    let isGroup = Set(
      (message.fields + message.extensions).filter { $0.kind == .group }.map(\.typeName))
    for inner in message.messages where !inner.isMapEntry && !isGroup.contains(inner.fullName) {
      write(inner, syntax: syntax)
    }
    for enumeration in message.enums { write(enumeration) }
    var oneofs: Set<Int> = []
    for field in message.fields {
      guard let oneof = field.oneofIndex, !field.isProto3Optional,
        message.oneofs.indices.contains(oneof)
      else {
        write(field, in: message.fullName, syntax)
        continue
      }
      guard oneofs.insert(oneof).inserted else { continue }
      writeComment(of: "\(message.fullName).\(message.oneofs[oneof])")
      writeBlock("oneof \(message.oneofs[oneof])") { text in
        for member in message.fields where member.oneofIndex == oneof {
          text.write(member, in: message.fullName, syntax)
        }
      }
    }
    writeReserved(
      message.reservedRanges, message.reservedNames, last: WireField.numbers.upperBound)
    if !message.extensionRanges.isEmpty {
      let numbers = Self.numbers(message.extensionRanges, last: WireField.numbers.upperBound)
      writeLine("extensions \(numbers);")
    }
    writeExtensions(message.extensions, in: message.fullName, syntax: syntax)
  }

  private mutating func write(
    _ field: FieldDescriptor, in scope: String, _ syntax: FileDescriptor.Syntax
  ) {
    writeComment(
      of: field.extensionName.isEmpty ? "\(scope).\(field.name)" : field.extensionName)
    let head = "\(label(of: field, syntax))\(typeText(of: field, in: scope))"
    if field.kind == .group, let group = pool.message(named: field.typeName) {
      writeBlock("\(head) \(group.name) = \(field.number)\(options(of: field, syntax))") { text in
        text.writeBody(of: group, syntax)
      }
    } else {
      writeLine("\(head) \(field.name) = \(field.number)\(options(of: field, syntax));")
    }
  }

  private func label(of field: FieldDescriptor, _ syntax: FileDescriptor.Syntax) -> String {
    if pool.mapEntry(of: field) != nil { return "" }
    switch field.label {
    case .repeated: return "repeated "
    case .required: return "required "
    case .optional:
      let isPlain = field.oneofIndex != nil && !field.isProto3Optional
      return !isPlain && (syntax == .proto2 || field.isProto3Optional) ? "optional " : ""
    }
  }

  private func typeText(of field: FieldDescriptor, in scope: String) -> String {
    if let entry = pool.mapEntry(of: field) {
      return "map<\(typeText(of: entry.key, in: scope)), \(typeText(of: entry.value, in: scope))>"
    }
    return switch field.kind {
    case .message, .enumeration: type(field.typeName, in: scope)
    default: "\(field.kind.name)"
    }
  }

  private func options(of field: FieldDescriptor, _ syntax: FileDescriptor.Syntax) -> String {
    var options: [String] = []
    if let value = field.defaultValue {
      let isText = field.kind == .string
      // Bytes come escaped already.
      let text = field.kind == .bytes ? "\"\(value)\"" : isText ? Self.quoted(value) : value
      options.append("default = \(text)")
    }
    let isPackedByItself = field.isRepeated && field.kind.isPackable && syntax != .proto2
    if field.isPacked != isPackedByItself { options.append("packed = \(field.isPacked)") }
    if field.jsonName != FieldDescriptor.jsonName(for: field.name), field.extensionName.isEmpty {
      options.append("json_name = \(Self.quoted(field.jsonName))")
    }
    return options.isEmpty ? "" : " [\(options.joined(separator: ", "))]"
  }
}

extension FieldDescriptor.Kind {
  /// The word that declares it.
  fileprivate var name: StaticString {
    switch self {
    case .double: "double"
    case .float: "float"
    case .int64: "int64"
    case .uint64: "uint64"
    case .int32: "int32"
    case .fixed64: "fixed64"
    case .fixed32: "fixed32"
    case .bool: "bool"
    case .string: "string"
    case .group: "group"
    case .message: "message"
    case .bytes: "bytes"
    case .uint32: "uint32"
    case .enumeration: "enum"
    case .sfixed32: "sfixed32"
    case .sfixed64: "sfixed64"
    case .sint32: "sint32"
    case .sint64: "sint64"
    }
  }
}
