internal import ProtobufWire
internal import TextFormats

extension MessageDecoding {
  /// The JSON of a message that has a form of its own.
  mutating func wellKnown(
    _ type: WellKnownType, _ bytes: ArraySlice<UInt8>, depth: Int
  ) throws(DynamicMessageError) -> JSONValue {
    switch type {
    case .timestamp:
      let (seconds, nanoseconds) = try time(bytes)
      guard let date = ExactDate(secondsSince1970: seconds, nanoseconds: Int(nanoseconds)) else {
        throw DynamicMessageError(.malformed, "the instant lies outside the years 1 to 9999")
      }
      return .string(date.text)
    case .duration:
      let (seconds, nanoseconds) = try time(bytes)
      guard let duration = DurationText(seconds: seconds, nanoseconds: nanoseconds) else {
        throw DynamicMessageError(
          .malformed, "the span is longer than any may be, or has two signs")
      }
      return .string(duration.text)
    case .fieldMask:
      var paths: [String] = []
      try forEachField(bytes) { field throws(WireError) in
        if field.number == 1 { paths.append(try field.string("paths")) }
      }
      guard let text = FieldMaskText.text(of: paths) else {
        throw DynamicMessageError(.malformed, "a path has no form in JSON")
      }
      return .string(text)
    case .wrapper(let kind):
      var value: WireValue?
      try forEachField(bytes) { field in if field.number == 1 { value = field.value } }
      return if let value {
        try ScalarCoding.json(from: value, kind, nil)
      } else {
        ScalarCoding.defaultValue(kind, nil)
      }
    case .structure: return .object(try structure(bytes, depth: depth))
    case .list: return .array(try list(bytes, depth: depth))
    case .value: return try value(bytes, depth: depth)
    case .any: return try any(bytes, depth: depth)
    }
  }

  private func forEachField(
    _ bytes: ArraySlice<UInt8>, _ body: (WireField) throws(WireError) -> Void
  ) throws(DynamicMessageError) {
    var reader = WireReader(bytes)
    try reading { () throws(WireError) in
      while let field = try reader.nextField() { try body(field) }
    }
  }

  private func time(
    _ bytes: ArraySlice<UInt8>
  ) throws(DynamicMessageError) -> (seconds: Int64, nanoseconds: Int32) {
    var seconds: Int64 = 0
    var nanoseconds: Int32 = 0
    try forEachField(bytes) { field throws(WireError) in
      switch field.number {
      case 1: seconds = try field.int64("seconds")
      case 2: nanoseconds = try field.int32("nanos")
      default: break
      }
    }
    return (seconds, nanoseconds)
  }

  private mutating func structure(
    _ bytes: ArraySlice<UInt8>, depth: Int
  ) throws(DynamicMessageError) -> [JSONValue.Member] {
    var entries: [(key: String, value: [UInt8])] = []
    try forEachField(bytes) { field throws(WireError) in
      guard field.number == 1 else { return }
      let entry = try field.message("fields", as: StructureEntry.self)
      entries.append((entry.key, entry.value))
    }
    var values: [MapKey: JSONValue] = [:]
    for (key, value) in entries {
      values[MapKey(key)] = try at(.member(key)) { () throws(DynamicMessageError) in
        try message(value[...], named: "google.protobuf.Value", depth: depth + 1)
      }
    }
    return values.sorted { $0.key < $1.key }.map { .init($0.key.text, $0.value) }
  }

  private mutating func list(
    _ bytes: ArraySlice<UInt8>, depth: Int
  ) throws(DynamicMessageError) -> [JSONValue] {
    var elements: [[UInt8]] = []
    try forEachField(bytes) { field throws(WireError) in
      if field.number == 1 { elements.append(try field.bytes("values")) }
    }
    var list: [JSONValue] = []
    for (index, element) in elements.enumerated() {
      list.append(
        try at(.element(index)) { () throws(DynamicMessageError) in
          try message(element[...], named: "google.protobuf.Value", depth: depth + 1)
        })
    }
    return list
  }

  private mutating func value(
    _ bytes: ArraySlice<UInt8>, depth: Int
  ) throws(DynamicMessageError) -> JSONValue {
    var last: WireField?
    var merged: [UInt8] = []
    try forEachField(bytes) { field throws(WireError) in
      guard (1...6).contains(field.number) else { return }
      if last?.number != field.number { merged = [] }
      if field.number > 4 { merged += try field.bytes("value") }
      last = field
    }
    // Without any kind it says as much as null.
    guard let last else { return .null }
    switch last.number {
    case 2:
      let number = try reading { () throws(WireError) in try last.double("number_value") }
      guard number.isFinite else {
        throw DynamicMessageError(.malformed, "JSON has no number for it")
      }
      return .number(number)
    case 3: return .string(try reading { () throws(WireError) in try last.string("string_value") })
    case 4: return .bool(try reading { () throws(WireError) in try last.bool("bool_value") })
    case 5: return .object(try structure(merged[...], depth: depth))
    case 6: return .array(try list(merged[...], depth: depth))
    default: return .null
    }
  }

  private mutating func any(
    _ bytes: ArraySlice<UInt8>, depth: Int
  ) throws(DynamicMessageError) -> JSONValue {
    var url = ""
    var value: [UInt8] = []
    try forEachField(bytes) { field throws(WireError) in
      switch field.number {
      case 1: url = try field.string("type_url")
      case 2: value = try field.bytes("value")
      default: break
      }
    }
    guard !url.isEmpty || !value.isEmpty else { return .object([]) }
    let type = JSONValue.Member(AnyMember.type, .string(url))
    guard let name = AnyMember.typeName(in: url) else {
      return .object([type, .init(AnyMember.bytes, .string(Base64.paddedText(of: value)))])
    }
    if WellKnownType(name) != nil {
      let inner = try at(.member(AnyMember.value)) { () throws(DynamicMessageError) in
        try message(value[...], named: name, depth: depth + 1)
      }
      return .object([type, .init(AnyMember.value, inner)])
    }
    guard pool.message(named: name) != nil || name == WellKnownType.empty else {
      return .object([type, .init(AnyMember.bytes, .string(Base64.paddedText(of: value)))])
    }
    guard case .object(let members) = try message(value[...], named: name, depth: depth + 1) else {
      return .object([type])
    }
    return .object([type] + members)
  }
}

private struct StructureEntry: WireReadable {
  static let wireName = "google.protobuf.Struct.FieldsEntry"

  var key = ""
  var value: [UInt8] = []

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: key = try field.string("key")
    case 2: value += try field.bytes("value")
    default: break
    }
  }
}
