internal import ProtobufWire
internal import TextFormats

/// Values of fields that are no messages, between the wire and JSON.
enum ScalarCoding {
  /// The value that `json` stands for in a field of `kind`.
  static func wire(
    from json: JSONValue, _ kind: FieldDescriptor.Kind, _ enumeration: EnumDescriptor?
  ) throws(DynamicMessageError) -> WireValue {
    switch kind {
    case .double: return .fixed64(try NumberText.double(json).bitPattern)
    case .float: return .fixed32(try NumberText.float(json).bitPattern)
    case .int64: return .varint(bits(try NumberText.integer(json, as: Int64.self, "an int64")))
    case .uint64: return .varint(try NumberText.integer(json, as: UInt64.self, "a uint64"))
    case .int32: return .varint(bits(try NumberText.integer(json, as: Int32.self, "an int32")))
    case .uint32: return .varint(UInt64(try NumberText.integer(json, as: UInt32.self, "a uint32")))
    case .sint64:
      return .varint(WireWriter.fold(try NumberText.integer(json, as: Int64.self, "a sint64")))
    case .sint32:
      let number = try NumberText.integer(json, as: Int32.self, "a sint32")
      return .varint(WireWriter.fold(Int64(number)))
    case .fixed64: return .fixed64(try NumberText.integer(json, as: UInt64.self, "a fixed64"))
    case .fixed32: return .fixed32(try NumberText.integer(json, as: UInt32.self, "a fixed32"))
    case .sfixed64:
      return .fixed64(bits(try NumberText.integer(json, as: Int64.self, "a sfixed64")))
    case .sfixed32:
      let number = try NumberText.integer(json, as: Int32.self, "a sfixed32")
      return .fixed32(UInt32(bitPattern: number))
    case .bool:
      guard case .bool(let flag) = json else { throw expected("true or false") }
      return .varint(flag ? 1 : 0)
    case .string:
      guard case .string(let text) = json else { throw expected("a text") }
      return .bytes(Array(text.utf8)[...])
    case .bytes:
      guard case .string(let text) = json, let bytes = Base64.decodeExactly(text) else {
        throw expected("base64")
      }
      return .bytes(bytes[...])
    case .enumeration: return .varint(bits(try number(json, of: enumeration)))
    case .message, .group: throw expected("an object")
    }
  }

  /// What JSON has for the value of a field of `kind`.
  static func json(
    from value: WireValue, _ kind: FieldDescriptor.Kind, _ enumeration: EnumDescriptor?
  ) throws(DynamicMessageError) -> JSONValue {
    switch (kind, value) {
    case (.double, .fixed64(let bits)): return NumberText.json(Double(bitPattern: bits))
    case (.float, .fixed32(let bits)): return NumberText.json(Float(bitPattern: bits))
    case (.int64, .varint(let bits)): return .string(String(Int64(bitPattern: bits)))
    case (.uint64, .varint(let bits)), (.fixed64, .fixed64(let bits)):
      return .string(String(bits))
    case (.int32, .varint(let bits)): return .integer(Int64(Int32(truncatingIfNeeded: bits)))
    case (.uint32, .varint(let bits)): return .integer(Int64(UInt32(truncatingIfNeeded: bits)))
    case (.sint64, .varint(let bits)): return .string(String(WireField.unfold(bits)))
    case (.sint32, .varint(let bits)):
      let folded = UInt64(UInt32(truncatingIfNeeded: bits))
      return .integer(WireField.unfold(folded))
    case (.fixed32, .fixed32(let bits)): return .integer(Int64(bits))
    case (.sfixed64, .fixed64(let bits)): return .string(String(Int64(bitPattern: bits)))
    case (.sfixed32, .fixed32(let bits)): return .integer(Int64(Int32(bitPattern: bits)))
    case (.bool, .varint(let bits)): return .bool(bits != 0)
    case (.string, .bytes(let bytes)):
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw DynamicMessageError(.malformed, "the text is not UTF-8")
      }
      return .string(text)
    case (.bytes, .bytes(let bytes)): return .string(Base64.paddedText(of: bytes))
    case (.enumeration, .varint(let bits)):
      let number = Int32(truncatingIfNeeded: bits)
      if enumeration?.fullName == WellKnownType.nullValue { return .null }
      return enumeration?.value(numbered: number).map { .string($0.name) }
        ?? .integer(Int64(number))
    default:
      throw DynamicMessageError(.malformed, "the bytes have another type than the field")
    }
  }

  /// What stands for a field that is not there.
  static func defaultValue(
    _ kind: FieldDescriptor.Kind, _ enumeration: EnumDescriptor?
  ) -> JSONValue {
    switch kind {
    case .double, .float, .int32, .uint32, .sint32, .fixed32, .sfixed32: return .integer(0)
    case .int64, .uint64, .sint64, .fixed64, .sfixed64: return .string("0")
    case .bool: return .bool(false)
    case .string, .bytes: return .string("")
    case .enumeration:
      if enumeration?.fullName == WellKnownType.nullValue { return .null }
      return (enumeration?.values.first).map { .string($0.name) } ?? .integer(0)
    case .message, .group: return .object([])
    }
  }

  private static func expected(_ what: StaticString) -> DynamicMessageError {
    DynamicMessageError(.badValue, "expected \(what)")
  }

  private static func bits(_ number: some SignedInteger & FixedWidthInteger) -> UInt64 {
    UInt64(truncatingIfNeeded: number)
  }

  private static func number(
    _ json: JSONValue, of enumeration: EnumDescriptor?
  ) throws(DynamicMessageError) -> Int32 {
    switch json {
    case .null where enumeration?.fullName == WellKnownType.nullValue: return 0
    case .string(let name):
      guard let value = enumeration?.value(named: name) else {
        throw DynamicMessageError(.badValue, "the enum has no such value")
      }
      return value.number
    case .integer, .number:
      return try NumberText.integer(json, as: Int32.self, "an enum's number")
    default: throw expected("the name of an enum's value, or its number")
    }
  }
}

extension WireValue {
  /// Whether it is what a field without presence leaves out.
  var isDefault: Bool {
    switch self {
    case .varint(let bits), .fixed64(let bits): bits == 0
    case .fixed32(let bits): bits == 0
    case .bytes(let bytes), .group(let bytes): bytes.isEmpty
    }
  }
}
