internal import ProtobufWire
internal import TestSupport
internal import TextFormats

/// JSON of random messages, in the one form that is also given back.
struct RandomMessages {
  let pool: DescriptorPool
  var generator: SeededGenerator

  private static let deepest = 4

  mutating func json(of name: String, depth: Int = 0) -> JSONValue {
    if let known = known(name, depth: depth) { return known }
    guard let message = pool.message(named: name) else { return .object([]) }
    var members: [JSONValue.Member] = []
    var oneofs: Set<Int> = []
    for field in message.fields.sorted(by: { $0.number < $1.number }) {
      let isWanted = field.label == .required || chance(depth < Self.deepest ? 2 : 9)
      guard isWanted, let value = value(of: field, depth: depth) else { continue }
      if let oneof = field.oneofIndex, !oneofs.insert(oneof).inserted { continue }
      members.append(.init(field.jsonName, value))
    }
    return .object(members)
  }

  private mutating func chance(_ count: UInt64) -> Bool { generator.next() % count == 0 }

  private mutating func value(of field: FieldDescriptor, depth: Int) -> JSONValue? {
    if let entry = pool.mapEntry(of: field) { return map(entry.key, entry.value, depth: depth) }
    // Its one value is the one that is left out.
    if field.typeName == "google.protobuf.NullValue", !field.hasPresence { return nil }
    guard field.isRepeated else {
      return single(field, mayBeDefault: field.hasPresence, depth: depth)
    }
    guard depth < Self.deepest else { return nil }
    return .array(
      (0...generator.next() % 3).map { _ in single(field, mayBeDefault: true, depth: depth) })
  }

  private mutating func map(
    _ key: FieldDescriptor, _ value: FieldDescriptor, depth: Int
  ) -> JSONValue? {
    guard depth < Self.deepest else { return nil }
    let keys: [String] =
      switch key.kind {
      case .string: ["", "A", "a", "b", "é", "😀"]
      case .bool: ["false", "true"]
      case .uint64: ["0", "9", "10", "18446744073709551615"]
      default: ["-10", "-9", "0", "9", "10"]
      }
    let chosen = keys.filter { _ in chance(2) }
    guard !chosen.isEmpty else { return nil }
    return .object(
      chosen.map { .init($0, single(value, mayBeDefault: true, depth: depth)) })
  }

  private mutating func single(
    _ field: FieldDescriptor, mayBeDefault: Bool, depth: Int
  ) -> JSONValue {
    let offset = mayBeDefault ? 0 : 1
    let number = Int64(generator.next() % 100) + Int64(offset)
    let edge = chance(3)
    switch field.kind {
    case .message, .group: return json(of: field.typeName, depth: depth + 1)
    case .double:
      return edge ? .string("NaN") : .number(Double(number) / 3)
    case .float: return edge ? .string("-Infinity") : .number(Double("\(Float(number) / 3)") ?? 1)
    case .int32, .sint32, .sfixed32: return .integer(edge ? Int64(Int32.min) : number)
    case .uint32, .fixed32: return .integer(edge ? Int64(UInt32.max) : number)
    case .int64, .sint64, .sfixed64: return .string(edge ? "\(Int64.min)" : "\(number)")
    case .uint64, .fixed64: return .string(edge ? "\(UInt64.max)" : "\(number)")
    case .bool: return .bool(mayBeDefault ? edge : true)
    case .string: return .string(edge ? "\u{0}\"é😀" : String(repeating: "x", count: Int(number)))
    case .bytes:
      return .string(mayBeDefault && edge ? "" : ["AA==", "AAA=", "AAAA", "+/+/"][Int(number) % 4])
    case .enumeration:
      guard let values = pool.enumeration(named: field.typeName)?.values, values.count > 1 else {
        return .null
      }
      return edge ? .integer(77) : .string(values[1 + Int(number) % (values.count - 1)].name)
    }
  }

  private mutating func known(_ name: String, depth: Int) -> JSONValue? {
    let number = Int64(generator.next() % 1_000_000_000)
    switch name {
    case "google.protobuf.Timestamp":
      let seconds = number * 315 - 62_135_596_800
      return ExactDate(secondsSince1970: seconds, nanoseconds: Int(number)).map { .string($0.text) }
    case "google.protobuf.Duration": return .string("-\(number).000000001s")
    case "google.protobuf.FieldMask": return .string(chance(2) ? "" : "a,bC.dE2")
    case "google.protobuf.Struct": return structure(depth)
    case "google.protobuf.ListValue": return list(depth)
    case "google.protobuf.Value":
      switch generator.next() % (depth < Self.deepest ? 6 : 4) {
      case 0: return .null
      case 1: return .number(Double(number) / 7)
      case 2: return .string("text")
      case 3: return .bool(number.isMultiple(of: 2))
      case 4: return structure(depth)
      default: return list(depth)
      }
    case "google.protobuf.Any":
      let type = "type.googleapis.com/all.Scalars"
      let fields = json(of: "all.Scalars", depth: depth + 1).objectValue ?? []
      return .object([.init("@type", .string(type))] + fields)
    case "google.protobuf.Empty": return .object([])
    default:
      guard name.hasPrefix("google.protobuf."),
        let value = pool.message(named: name)?.field(numbered: 1)
      else { return nil }
      return single(value, mayBeDefault: true, depth: depth)
    }
  }

  private mutating func structure(_ depth: Int) -> JSONValue {
    .object(
      ["", "a", "b"].filter { _ in chance(2) }.map {
        .init($0, json(of: "google.protobuf.Value", depth: depth + 1))
      })
  }

  private mutating func list(_ depth: Int) -> JSONValue {
    .array(
      (0..<generator.next() % 3).map { _ in
        json(of: "google.protobuf.Value", depth: depth + 1)
      })
  }
}
