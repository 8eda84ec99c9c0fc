internal import ProtobufWire

/// Messages of protobuf's own that JSON writes in forms of their own.
enum WellKnownType: Hashable {
  case timestamp
  case duration
  case fieldMask
  case structure
  case value
  case list
  case any
  /// One scalar that can be absent.
  case wrapper(FieldDescriptor.Kind)

  /// The enum that JSON writes as `null`.
  static let nullValue = "google.protobuf.NullValue"
  /// The message without fields, which needs no descriptor.
  static let empty = "google.protobuf.Empty"

  private static let names: [String: WellKnownType] = [
    "Timestamp": .timestamp, "Duration": .duration, "FieldMask": .fieldMask,
    "Struct": .structure, "Value": .value, "ListValue": .list, "Any": .any,
    "DoubleValue": .wrapper(.double), "FloatValue": .wrapper(.float),
    "Int64Value": .wrapper(.int64), "UInt64Value": .wrapper(.uint64),
    "Int32Value": .wrapper(.int32), "UInt32Value": .wrapper(.uint32),
    "BoolValue": .wrapper(.bool), "StringValue": .wrapper(.string), "BytesValue": .wrapper(.bytes),
  ]

  init?(_ fullName: String) {
    let package = "google.protobuf."
    guard fullName.hasPrefix(package),
      let type = Self.names[String(fullName.dropFirst(package.count))]
    else { return nil }
    self = type
  }
}
