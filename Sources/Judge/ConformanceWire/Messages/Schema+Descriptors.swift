extension Schema {
  /// Reads a FileDescriptorSet.
  package init(descriptors bytes: [UInt8]) throws(MessageError) {
    var reading = Reading()
    let set = try Pieces(bytes)
    for file in set.pieces[1, default: []] { try reading.takeFile(Pieces(file)) }
    messages = reading.messages
    enumerations = reading.enumerations
    methods = reading.methods
  }

  /// What was read so far.
  private struct Reading {
    var messages: [String: Layout] = [:]
    var enumerations: [String: Enumeration] = [:]
    var methods: [String: Method] = [:]

    mutating func takeFile(_ file: Pieces) throws(MessageError) {
      let scope = try file.text(2)
      for message in file.pieces[4, default: []] {
        try takeMessage(Pieces(message), in: scope, depth: 0)
      }
      for enumeration in file.pieces[5, default: []] {
        try takeEnumeration(Pieces(enumeration), in: scope)
      }
      for service in file.pieces[6, default: []] { try takeService(Pieces(service), in: scope) }
    }

    private mutating func takeMessage(
      _ message: Pieces, in scope: String, depth: Int
    ) throws(MessageError) {
      guard depth < Message.deepest else { throw MessageError("a declaration", "it is too deep") }
      let name = try scope + "." + message.text(1)
      var oneofs: [String] = []
      for oneof in message.pieces[8, default: []] { oneofs.append(try Pieces(oneof).text(1)) }
      var fields: [Field] = []
      for field in message.pieces[2, default: []] {
        fields.append(try Self.field(Pieces(field), oneofs: oneofs))
      }
      messages[name] = Layout(name, fields)
      for inner in message.pieces[3, default: []] {
        try takeMessage(Pieces(inner), in: name, depth: depth + 1)
      }
      for enumeration in message.pieces[4, default: []] {
        try takeEnumeration(Pieces(enumeration), in: name)
      }
    }

    private static func field(_ field: Pieces, oneofs: [String]) throws(MessageError) -> Field {
      guard let kind = Kind(rawValue: Int(clamping: field.numbers[5, default: 0])) else {
        throw MessageError("a declaration", "a field has a kind that nobody knows")
      }
      let isRepeated = field.numbers[4] == 3
      var isPacked = isRepeated && kind.wire != .delimited
      if let options = field.pieces[8]?.last, let packed = try Pieces(options).numbers[2] {
        isPacked = isPacked && packed != 0
      }
      var oneof: String?
      // A field that is optional has a oneof of its own that nobody wrote.
      if field.numbers[17, default: 0] == 0, let index = field.numbers[9] {
        guard let place = Int(exactly: index), oneofs.indices.contains(place) else {
          throw MessageError("a declaration", "a field is of a oneof that is not there")
        }
        oneof = oneofs[place]
      }
      let typeName = try field.text(6)
      return Field(
        name: try field.text(1), number: Int(clamping: field.numbers[3, default: 0]), kind: kind,
        isRepeated: isRepeated, isPacked: isPacked, oneof: oneof,
        typeName: typeName.isEmpty ? nil : Self.unrooted(typeName))
    }

    private mutating func takeEnumeration(
      _ enumeration: Pieces, in scope: String
    ) throws(MessageError) {
      let name = try scope + "." + enumeration.text(1)
      var numbers: [String: Int64] = [:]
      var words: [Int64: String] = [:]
      for entry in enumeration.pieces[2, default: []] {
        let value = try Pieces(entry)
        let word = try value.text(1)
        let number = Int64(bitPattern: value.numbers[2, default: 0])
        numbers[word] = number
        words[number] = words[number] ?? word
      }
      enumerations[name] = Enumeration(name: name, numbers: numbers, words: words)
    }

    private mutating func takeService(_ service: Pieces, in scope: String) throws(MessageError) {
      let name = try scope + "." + service.text(1)
      for entry in service.pieces[2, default: []] {
        let method = try Pieces(entry)
        let path = try name + "/" + method.text(1)
        methods[path] = Method(
          name: path, input: Self.unrooted(try method.text(2)),
          output: Self.unrooted(try method.text(3)),
          clientStreams: method.numbers[5, default: 0] != 0,
          serverStreams: method.numbers[6, default: 0] != 0)
      }
    }

    /// A full name without the dot in front.
    private static func unrooted(_ name: String) -> String {
      name.hasPrefix(".") ? String(name.dropFirst()) : name
    }
  }

  /// The fields of one message whose declaration nobody has.
  private struct Pieces {
    var pieces: [Int: [[UInt8]]] = [:]
    var numbers: [Int: UInt64] = [:]

    init(_ bytes: [UInt8]) throws(MessageError) {
      var reader = WireReader(bytes)
      while !reader.isAtEnd {
        let tag = try reader.tag()
        switch tag.kind {
        case .varint: numbers[tag.number] = try reader.varint()
        case .delimited: pieces[tag.number, default: []].append(try reader.delimited().rest)
        default: try reader.skip(tag)
        }
      }
    }

    /// The last text of a field, empty where there is none.
    func text(_ number: Int) throws(MessageError) -> String {
      guard let bytes = pieces[number]?.last else { return "" }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw MessageError("a declaration", "a name is no UTF-8")
      }
      return text
    }
  }
}
