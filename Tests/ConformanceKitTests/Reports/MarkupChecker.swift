/// Reads marks as XML does and finds the first thing that is wrong; also gives all text between tags.
struct MarkupChecker {
  struct Flaw: Error {
    let reason: String
    let place: Int
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var open: [String] = []
  /// Each element with its attributes, in order.
  private(set) var elements: [(name: String, attributes: [String: String])] = []
  /// All that stands between tags.
  private(set) var content = ""

  init(_ text: String) throws {
    scalars = Array(text.unicodeScalars)
    try read()
  }

  private mutating func read() throws {
    while position < scalars.count {
      if scalars[position] == "<" {
        try readTag()
      } else {
        content.unicodeScalars.append(try readScalar(until: "<"))
      }
    }
    guard open.isEmpty else { throw flaw("\(open) not closed") }
    guard !elements.isEmpty else { throw flaw("no element") }
  }

  private mutating func readTag() throws {
    position += 1
    if peek("?") || peek("!") {
      guard elements.isEmpty else { throw flaw("a declaration in the middle") }
      while position < scalars.count, scalars[position] != ">" { position += 1 }
      return try expect(">")
    }
    if peek("/") {
      position += 1
      let name = readName()
      guard open.popLast() == name else { throw flaw("</\(name)> closes nothing") }
      return try expect(">")
    }
    let name = readName()
    guard !name.isEmpty else { throw flaw("a tag without a name") }
    guard !open.isEmpty || elements.isEmpty else { throw flaw("a second root") }
    var attributes: [String: String] = [:]
    while peek(" ") {
      position += 1
      let key = readName()
      try expect("=")
      try expect("\"")
      var value = ""
      while !peek("\"") { value.unicodeScalars.append(try readScalar(until: "\"")) }
      try expect("\"")
      guard attributes.updateValue(value, forKey: key) == nil, !key.isEmpty else {
        throw flaw("an attribute twice or without a name")
      }
    }
    elements.append((name, attributes))
    if peek("/") { position += 1 } else { open.append(name) }
    try expect(">")
  }

  private mutating func readScalar(until end: Unicode.Scalar) throws -> Unicode.Scalar {
    guard position < scalars.count else { throw flaw("the end within a text") }
    let scalar = scalars[position]
    position += 1
    guard scalar == "&" else {
      let isControl = scalar.value < 0x20 && scalar != "\n" && scalar != "\t"
      if isControl || scalar.value == 0xFFFE || scalar.value == 0xFFFF || scalar == "<" {
        throw flaw("a character that may not stand here")
      }
      return scalar
    }
    var name = ""
    while position < scalars.count, scalars[position] != ";", name.count < 8 {
      name.unicodeScalars.append(scalars[position])
      position += 1
    }
    try expect(";")
    let known: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'", "#10": "\n", "#9": "\t",
    ]
    guard let meant = known[name] else { throw flaw("&\(name); is unknown") }
    return meant
  }

  private mutating func readName() -> String {
    var name = ""
    while position < scalars.count, case let scalar = scalars[position],
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-"
    {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    return name
  }

  private func peek(_ scalar: Unicode.Scalar) -> Bool {
    position < scalars.count && scalars[position] == scalar
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws {
    guard peek(scalar) else { throw flaw("\(scalar) is missing") }
    position += 1
  }

  private func flaw(_ reason: String) -> Flaw { Flaw(reason: reason, place: position) }
}
