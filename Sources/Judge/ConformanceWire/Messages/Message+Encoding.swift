extension Message {
  /// The bytes of everything that the tree names, in its order; what is told as 0 is written too.
  ///
  /// A name that is no field, or a value that its field cannot hold, is a mistake of the tool.
  package func encoded() -> [UInt8] {
    Self.encode(value, as: Schema.shared.message(type))
  }

  private static func encode(_ value: Value, as layout: Schema.Layout) -> [UInt8] {
    let tree: Tree
    switch value {
    case .tree(let own): tree = own
    case .absent: tree = Tree()
    // `[]` and `[:]` look alike where a case writes them.
    case .list(let items) where items.isEmpty: tree = Tree()
    default: preconditionFailure("\(layout.name) is no single value")
    }
    var writer = WireWriter()
    for entry in tree.fields where entry.value.isPresent {
      guard let field = layout.field(named: entry.name) else {
        preconditionFailure("\(layout.name) has no field \(entry.name)")
      }
      write(entry.value, as: field, to: &writer)
    }
    writer.raw(tree.extra)
    return writer.bytes
  }

  private static func write(_ value: Value, as field: Schema.Field, to writer: inout WireWriter) {
    guard field.isRepeated else {
      writer.tag(field.number, field.kind.wire)
      write(single: value, as: field, to: &writer)
      return
    }
    guard case .list(let items) = value else {
      preconditionFailure("\(field.name) is a list")
    }
    if field.isPacked {
      guard !items.isEmpty else { return }
      var packed = WireWriter()
      for item in items { write(single: item, as: field, to: &packed) }
      writer.tag(field.number, .delimited)
      writer.delimited(packed.bytes)
    } else {
      for item in items {
        writer.tag(field.number, field.kind.wire)
        write(single: item, as: field, to: &writer)
      }
    }
  }

  private static func write(
    single value: Value, as field: Schema.Field, to writer: inout WireWriter
  ) {
    switch field.kind {
    case .string:
      guard case .text(let text) = value else { preconditionFailure("\(field.name) is a text") }
      writer.delimited(Array(text.utf8))
    case .bytes:
      switch value {
      case .bytes(let bytes): writer.delimited(bytes)
      case .text(let text): writer.delimited(Array(text.utf8))
      case .list(let items): writer.delimited(items.map { UInt8(truncatingIfNeeded: $0.number) })
      default: preconditionFailure("\(field.name) is bytes")
      }
    case .message:
      writer.delimited(encode(value, as: Schema.shared.message(field.typeName ?? "")))
    case .double: writer.fixed64(real(value, of: field).bitPattern)
    case .float: writer.fixed32(Float(real(value, of: field)).bitPattern)
    case .fixed64, .sfixed64: writer.fixed64(word(value, of: field))
    case .fixed32, .sfixed32: writer.fixed32(UInt32(truncatingIfNeeded: word(value, of: field)))
    case .sint32, .sint64:
      writer.varint(WireWriter.zigzag(Int64(bitPattern: word(value, of: field))))
    default: writer.varint(word(value, of: field))
    }
  }

  private static func real(_ value: Value, of field: Schema.Field) -> Double {
    switch value {
    case .double, .integer, .unsigned: return value.real
    default: preconditionFailure("\(field.name) is a number")
    }
  }

  private static func word(_ value: Value, of field: Schema.Field) -> UInt64 {
    switch value {
    case .integer, .unsigned, .flag: return value.word
    case .text(let name):
      let enumeration = field.typeName.flatMap { Schema.shared.enumerations[$0] }
      guard let number = enumeration?.numbers[name] else {
        preconditionFailure("\(field.name) has no value \(name)")
      }
      return UInt64(bitPattern: number)
    default: preconditionFailure("\(field.name) is a whole number")
    }
  }
}
