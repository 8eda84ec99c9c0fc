extension Message {
  /// Reads a message: what was not told is absent, and what nobody knows is kept in `extra`.
  ///
  /// - Throws: Where protobuf's own rules are broken, or a text is no UTF-8.
  package init(_ type: String, decoding bytes: [UInt8]) throws(MessageError) {
    self.init(type)
    let layout = Schema.shared.message(type)
    do {
      value = .tree(try Self.decode(WireReader(bytes), as: layout, depth: 0))
    } catch {
      throw MessageError(self.type, error.description)
    }
  }

  private static func decode(
    _ source: WireReader, as layout: Schema.Layout, depth: Int
  ) throws(MessageError) -> Tree {
    guard depth < deepest else { throw MessageError(layout.name, "it is too deep") }
    var reader = source
    var tree = Tree()
    // Lists grow apart from the tree, so that no entry copies the ones before it.
    var lists: [Int: [Value]] = [:]
    while !reader.isAtEnd {
      let start = reader
      let tag = try reader.tag()
      guard let field = layout.field(numbered: tag.number) else {
        try reader.skip(tag)
        tree.extra += reader.bytes(since: start)
        continue
      }
      if field.isRepeated {
        if lists[field.number] == nil { tree.fields.append(.init(field.name, .absent)) }
        if tag.kind == .delimited, field.kind.wire != .delimited {
          var packed = try reader.delimited()
          while !packed.isAtEnd {
            lists[field.number, default: []].append(
              try single(field, from: &packed, depth: depth))
          }
          // An empty piece tells an empty list.
          if lists[field.number] == nil { lists[field.number] = [] }
          continue
        }
        try require(tag, isOf: field, layout)
        let item = try single(field, from: &reader, depth: depth)
        lists[field.number, default: []].append(item)
        continue
      }
      try require(tag, isOf: field, layout)
      let value = try single(field, from: &reader, depth: depth)
      if let oneof = field.oneof {
        // The last one told counts.
        tree.fields.removeAll {
          $0.name != field.name && layout.field(named: $0.name)?.oneof == oneof
        }
      }
      tree[field.name] = merged(tree[field.name], with: value, of: field)
    }
    for index in tree.fields.indices {
      guard let field = layout.field(named: tree.fields[index].name), field.isRepeated else {
        continue
      }
      tree.fields[index].value = .list(lists[field.number, default: []])
    }
    return tree
  }

  private static func require(
    _ tag: WireTag, isOf field: Schema.Field, _ layout: Schema.Layout
  ) throws(MessageError) {
    guard tag.kind == field.kind.wire else {
      throw MessageError(
        "\(layout.name).\(field.name)", "it has the wire type \(tag.kind.rawValue)")
    }
  }

  private static func single(
    _ field: Schema.Field, from reader: inout WireReader, depth: Int
  ) throws(MessageError) -> Value {
    switch field.kind {
    case .double: return .double(Double(bitPattern: try reader.fixed64()))
    case .float: return .double(Double(Float(bitPattern: try reader.fixed32())))
    case .fixed64: return .unsigned(try reader.fixed64())
    case .sfixed64: return .integer(Int64(bitPattern: try reader.fixed64()))
    case .fixed32: return .unsigned(UInt64(try reader.fixed32()))
    case .sfixed32: return .integer(Int64(Int32(bitPattern: try reader.fixed32())))
    case .uint64: return .unsigned(try reader.varint())
    case .int64: return .integer(Int64(bitPattern: try reader.varint()))
    case .uint32: return .unsigned(UInt64(UInt32(truncatingIfNeeded: try reader.varint())))
    case .int32, .enumeration:
      return .integer(Int64(Int32(truncatingIfNeeded: try reader.varint())))
    case .sint64: return .integer(WireWriter.unzigzag(try reader.varint()))
    case .sint32:
      let short = UInt64(UInt32(truncatingIfNeeded: try reader.varint()))
      return .integer(WireWriter.unzigzag(short))
    case .bool: return .flag(try reader.varint() != 0)
    case .bytes: return .bytes(try reader.delimited().rest)
    case .string:
      guard let text = String(validating: try reader.delimited().rest, as: UTF8.self) else {
        throw MessageError(field.name, "it is no UTF-8")
      }
      return .text(text)
    case .message:
      let layout = Schema.shared.message(field.typeName ?? "")
      return .tree(try decode(try reader.delimited(), as: layout, depth: depth + 1))
    }
  }

  /// What a field that is told twice comes to: of messages both, field by field.
  private static func merged(
    _ earlier: Value, with later: Value, of field: Schema.Field
  ) -> Value {
    guard case .tree(var tree) = earlier, case .tree(let other) = later, let name = field.typeName
    else { return later }
    let layout = Schema.shared.message(name)
    for entry in other.fields {
      guard let inner = layout.field(named: entry.name) else { continue }
      if inner.isRepeated {
        tree[entry.name] = .list(tree[entry.name].items + entry.value.items)
        continue
      }
      if let oneof = inner.oneof {
        tree.fields.removeAll {
          $0.name != entry.name && layout.field(named: $0.name)?.oneof == oneof
        }
      }
      tree[entry.name] = merged(tree[entry.name], with: entry.value, of: inner)
    }
    tree.extra += other.extra
    return .tree(tree)
  }
}
