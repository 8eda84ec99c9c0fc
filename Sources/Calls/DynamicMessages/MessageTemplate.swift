package import ProtobufWire
package import TextFormats

/// JSON that shows what a message may hold: every field with what it stands for when it is empty.
///
/// It can be sent as it is. Lists and maps show one element, oneofs their first field, and a message
/// that stands inside itself is left out there.
package struct MessageTemplate {
  /// The most values of a template: types that hold each other grow without end.
  package static let maximumValueCount = 1000

  private let pool: DescriptorPool
  private var valuesLeft = Self.maximumValueCount

  /// The template of the message of that full name, or `nil` where there is none.
  package static func json(of message: String, in pool: DescriptorPool) -> JSONValue? {
    guard pool.message(named: message) != nil || WellKnownType(message) != nil else { return nil }
    var template = MessageTemplate(pool: pool)
    return template.value(ofMessage: message, inside: [])
  }

  private init(pool: DescriptorPool) {
    self.pool = pool
  }

  private mutating func value(ofMessage name: String, inside outer: [String]) -> JSONValue? {
    if let type = WellKnownType(name) { return value(of: type) }
    let depth = outer.count
    guard let message = pool.message(named: name), !outer.contains(name), valuesLeft > 0,
      // A list around each message makes two levels of one.
      depth < MessageTranscoder.maximumDepth / 2
    else { return nil }
    var members: [JSONValue.Member] = []
    var oneofs: Set<Int> = []
    for field in message.fields where valuesLeft > 0 {
      if let oneof = field.oneofIndex, oneofs.contains(oneof) { continue }
      guard let value = value(of: field, inside: outer + [name]) else { continue }
      valuesLeft -= 1
      if let oneof = field.oneofIndex { oneofs.insert(oneof) }
      members.append(.init(field.jsonName, value))
    }
    return .object(members)
  }

  private mutating func value(of field: FieldDescriptor, inside outer: [String]) -> JSONValue? {
    if let entry = pool.mapEntry(of: field) {
      let key = ScalarCoding.defaultValue(entry.key.kind, nil)
      guard let value = element(of: entry.value, inside: outer) else { return nil }
      return .object([.init(key.stringValue ?? key.text, value)])
    }
    guard let element = element(of: field, inside: outer) else { return nil }
    return field.isRepeated ? .array([element]) : element
  }

  private mutating func element(of field: FieldDescriptor, inside outer: [String]) -> JSONValue? {
    switch field.kind {
    case .message, .group: value(ofMessage: field.typeName, inside: outer)
    case .enumeration:
      ScalarCoding.defaultValue(field.kind, pool.enumeration(named: field.typeName))
    default: ScalarCoding.defaultValue(field.kind, nil)
    }
  }

  private func value(of type: WellKnownType) -> JSONValue {
    switch type {
    case .timestamp: .string("1970-01-01T00:00:00Z")
    case .duration: .string("0s")
    case .fieldMask: .string("")
    case .structure: .object([])
    case .value: .null
    case .list: .array([])
    case .any:
      .object([.init(AnyMember.type, .string("type.googleapis.com/\(WellKnownType.empty)"))])
    case .wrapper(let kind): ScalarCoding.defaultValue(kind, nil)
    }
  }
}
