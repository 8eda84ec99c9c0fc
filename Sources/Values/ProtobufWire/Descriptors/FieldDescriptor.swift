/// What a field of a message is declared as.
package struct FieldDescriptor: Hashable, Sendable {
  /// How often a field may occur.
  package enum Label: Int32, Sendable {
    case optional = 1
    case required = 2
    case repeated = 3
  }

  /// The types that fields have.
  package enum Kind: Int32, CaseIterable, Sendable {
    case double = 1
    case float = 2
    case int64 = 3
    case uint64 = 4
    case int32 = 5
    case fixed64 = 6
    case fixed32 = 7
    case bool = 8
    case string = 9
    case group = 10
    case message = 11
    case bytes = 12
    case uint32 = 13
    case enumeration = 14
    case sfixed32 = 15
    case sfixed64 = 16
    case sint32 = 17
    case sint64 = 18

    /// Whether repeated values may be packed: all that are numbers.
    package var isPackable: Bool {
      switch self {
      case .string, .bytes, .message, .group: false
      default: true
      }
    }

    /// What stands behind its tag on the wire.
    package var wireType: WireType {
      switch self {
      case .double, .fixed64, .sfixed64: .fixed64
      case .float, .fixed32, .sfixed32: .fixed32
      case .string, .bytes, .message: .bytes
      case .group: .groupStart
      default: .varint
      }
    }

    /// Whether a field of it has a name for its type: messages and enums.
    package var isNamed: Bool {
      self == .message || self == .group || self == .enumeration
    }
  }

  /// Its name, as in `.proto` files.
  package private(set) var name = ""
  /// Its number on the wire.
  package private(set) var number = 0
  /// How often it may occur.
  package private(set) var label = Label.optional
  /// Its type.
  package internal(set) var kind = Kind.int32
  /// The full name of its message or enum; empty for other types.
  package internal(set) var typeName = ""
  /// Its name in JSON.
  package private(set) var jsonName = ""
  /// Which of the message's oneofs it belongs to.
  package private(set) var oneofIndex: Int?
  /// Whether it is `optional` in proto3, which makes up a oneof for it alone.
  package private(set) var isProto3Optional = false
  /// The value that stands for absence in proto2, as text.
  package private(set) var defaultValue: String?
  /// For an extension, the message that it extends.
  package internal(set) var extendee = ""
  /// Whether the declaration names a type without saying which kind it is.
  private(set) var isUntyped = true

  /// For an extension, its own full name.
  package internal(set) var extensionName = ""

  private var packedOption: Bool?
  private var syntax = FileDescriptor.Syntax.proto2

  /// Makes a declaration of nothing, to be read into.
  package init() {}

  /// Whether it may occur more than once.
  package var isRepeated: Bool { label == .repeated }

  /// Whether repeated values are written packed.
  package var isPacked: Bool {
    isRepeated && kind.isPackable && (packedOption ?? (syntax != .proto2))
  }

  /// Whether it matters if the field was set: its absence is not the same as 0, false or no text.
  package var hasPresence: Bool {
    !isRepeated
      && (syntax != .proto3 || oneofIndex != nil || isProto3Optional || kind == .message)
  }

  /// The name that JSON uses unless the declaration says otherwise: `fooBar` for `foo_bar`.
  package static func jsonName(for name: String) -> String {
    var isAfterUnderscore = false
    var result = ""
    for scalar in name.unicodeScalars {
      if scalar == "_" {
        isAfterUnderscore = true
      } else {
        let isRaised = isAfterUnderscore && ("a"..."z").contains(scalar)
        result.unicodeScalars.append(
          isRaised ? Unicode.Scalar(UInt8(scalar.value - 0x20)) : scalar)
        isAfterUnderscore = false
      }
    }
    return result
  }

  /// Fills in what follows from the file's syntax, and checks what the compiler would have checked.
  mutating func settle(_ syntax: FileDescriptor.Syntax, oneofCount: Int) throws(WireError) {
    do throws(WireError) {
      try DescriptorName.check(name)
      guard WireField.numbers.contains(number) else {
        throw WireError(.malformed, "its number lies outside 1 to 2^29 - 1")
      }
      if let oneofIndex, !(0..<oneofCount).contains(oneofIndex) {
        throw WireError(.malformed, "its oneof is not there")
      }
    } catch {
      throw error.inside(name)
    }
    if jsonName.isEmpty { jsonName = Self.jsonName(for: name) }
    self.syntax = syntax
  }
}

extension FieldDescriptor: WireReadable {
  package static let wireName = "google.protobuf.FieldDescriptorProto"

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    case 2: extendee = try field.string("extendee")
    case 3: number = Int(try field.int32("number"))
    case 4:
      guard let label = Label(rawValue: try field.int32("label")) else {
        throw WireError(.malformed, "label", "there is no such label")
      }
      self.label = label
    case 5:
      guard let kind = Kind(rawValue: try field.int32("type")) else {
        throw WireError(.malformed, "type", "there is no such type")
      }
      self.kind = kind
      isUntyped = false
    case 6: typeName = try field.string("type_name")
    case 7: defaultValue = try field.string("default_value")
    case 8: packedOption = try field.message("options", as: FieldOptions.self).isPacked
    case 9: oneofIndex = Int(try field.int32("oneof_index"))
    case 10: jsonName = try field.string("json_name")
    case 17: isProto3Optional = try field.bool("proto3_optional")
    default: break
    }
  }
}

private struct FieldOptions: WireReadable {
  static let wireName = "google.protobuf.FieldOptions"

  var isPacked: Bool?

  mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 2 { isPacked = try field.bool("packed") }
  }
}
