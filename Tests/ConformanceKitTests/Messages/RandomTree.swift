internal import ConformanceKit
internal import ConformanceWire

/// Messages that no schema of values restrains.
enum RandomTree {
  /// A tree with some of the fields of a message.
  static func value(
    of layout: Schema.Layout, depth: Int, _ random: inout some RandomNumberGenerator
  ) -> Value {
    var fields: [Tree.Field] = []
    var oneofs: Set<String> = []
    for field in layout.fields.shuffled(using: &random) {
      guard Int.random(in: 0..<3, using: &random) > 0, depth > 0 || field.kind != .message else {
        continue
      }
      if let oneof = field.oneof, !oneofs.insert(oneof).inserted { continue }
      if field.isRepeated {
        let count = Int.random(in: 1...4, using: &random)
        fields.append(
          .init(field.name, .list((0..<count).map { _ in single(field, depth: depth, &random) })))
      } else {
        fields.append(.init(field.name, single(field, depth: depth, &random)))
      }
    }
    return .tree(Tree(fields))
  }

  private static func single(
    _ field: Schema.Field, depth: Int, _ random: inout some RandomNumberGenerator
  ) -> Value {
    let word =
      UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0..<64, using: &random)
    switch field.kind {
    case .double:
      return .double(Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random)))
    case .float: return .double(Double(Float(word)))
    case .int64, .sint64, .sfixed64: return .integer(Int64(bitPattern: word))
    case .int32, .sint32, .sfixed32, .enumeration:
      return .integer(Int64(Int32(truncatingIfNeeded: word)))
    case .uint64, .fixed64: return .unsigned(word)
    case .uint32, .fixed32: return .unsigned(UInt64(UInt32(truncatingIfNeeded: word)))
    case .bool: return .flag(word % 2 == 0)
    case .string:
      return .text(["", "a", "日本", "e\u{301}", "\u{0}"].randomElement(using: &random) ?? "")
    case .bytes:
      return .bytes((0..<UInt8(word % 20)).map { UInt8(truncatingIfNeeded: word) ^ $0 })
    case .message:
      return value(of: Schema.shared.message(field.typeName ?? ""), depth: depth - 1, &random)
    }
  }
}
