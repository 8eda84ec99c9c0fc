package import ProtobufWire

/// Declarations as text, as `.proto` files have them, with the comments that descriptors have kept; most
/// options are not in descriptors, so they are not in the text either.
package struct DescriptorText {
  let pool: DescriptorPool
  private let comments: DescriptorComments?
  private var lines: [String] = []
  private var indent = 0

  /// The whole file.
  package static func text(of file: FileDescriptor, in pool: DescriptorPool) -> String {
    var text = DescriptorText(pool: pool, file)
    text.write(file)
    return text.joined
  }

  /// The message, enum or service of that full name, or `nil` where there is none.
  package static func text(of symbol: String, in pool: DescriptorPool) -> String? {
    var text = DescriptorText(pool: pool, pool.file(declaring: symbol))
    if let message = pool.message(named: symbol) {
      text.write(message, syntax: pool.file(declaring: symbol)?.syntax ?? .proto3)
    } else if let enumeration = pool.enumeration(named: symbol) {
      text.write(enumeration)
    } else if let service = pool.service(named: symbol) {
      text.write(service)
    } else {
      return nil
    }
    return text.joined
  }

  /// What stands above a declaration of that full name, as lines; empty where nothing does.
  package static func comment(of symbol: String, in pool: DescriptorPool) -> String {
    var text = DescriptorText(pool: pool, pool.file(declaring: symbol))
    text.writeComment(of: symbol)
    return text.joined
  }

  private init(pool: DescriptorPool, _ file: FileDescriptor?) {
    self.pool = pool
    comments = file.map(DescriptorComments.init)
  }

  private var joined: String { lines.map { $0 + "\n" }.joined() }

  mutating func writeLine(_ line: String) {
    lines.append(line.isEmpty ? "" : String(repeating: "  ", count: indent) + line)
  }

  /// Writes what stands above a declaration.
  mutating func writeComment(of name: String) {
    for line in comments?.lines(of: name) ?? [] { writeLine("//\(line)") }
  }

  mutating func writeBlock(_ head: String, _ body: (inout Self) -> Void) {
    let start = lines.count
    writeLine("\(head) {")
    indent += 1
    body(&self)
    indent -= 1
    if lines.count == start + 1 {
      lines[start] += "}"
    } else {
      writeLine("}")
    }
  }

  private mutating func write(_ file: FileDescriptor) {
    writeLine(
      file.syntax == .editions ? "edition = \"2023\";" : "syntax = \"\(file.syntax.rawValue)\";")
    if !file.package.isEmpty {
      writeLine("")
      writeLine("package \(file.package);")
    }
    if !file.dependencies.isEmpty { writeLine("") }
    for dependency in file.dependencies {
      let reach = file.publicDependencies.contains(dependency) ? "public " : ""
      writeLine("import \(reach)\(Self.quoted(dependency));")
    }
    for message in file.messages {
      writeLine("")
      write(message, syntax: file.syntax)
    }
    for enumeration in file.enums {
      writeLine("")
      write(enumeration)
    }
    if !file.extensions.isEmpty { writeLine("") }
    writeExtensions(file.extensions, in: file.package, syntax: file.syntax)
    for service in file.services {
      writeLine("")
      write(service)
    }
  }

  private mutating func write(_ service: ServiceDescriptor) {
    writeComment(of: service.fullName)
    writeBlock("service \(service.name)") { text in
      for method in service.methods {
        text.writeComment(of: "\(service.fullName).\(method.name)")
        let input = text.type(method.inputType, in: service.fullName)
        let output = text.type(method.outputType, in: service.fullName)
        text.writeLine(
          "rpc \(method.name)(\(method.isClientStreaming ? "stream " : "")\(input)) "
            + "returns (\(method.isServerStreaming ? "stream " : "")\(output));")
      }
    }
  }

  mutating func write(_ enumeration: EnumDescriptor) {
    writeComment(of: enumeration.fullName)
    writeBlock("enum \(enumeration.name)") { text in
      if enumeration.allowsAliases { text.writeLine("option allow_alias = true;") }
      for value in enumeration.values {
        text.writeComment(of: "\(enumeration.fullName).\(value.name)")
        text.writeLine("\(value.name) = \(value.number);")
      }
      text.writeReserved(
        enumeration.reservedRanges, enumeration.reservedNames, last: Int(Int32.max))
    }
  }

  /// The name that leads from `scope` to the type: without what both share, down to the package, or
  /// in full.
  func type(_ fullName: String, in scope: String) -> String {
    let package = pool.file(declaring: scope)?.package ?? scope
    var scopes = [Substring(scope)]
    while let last = scopes.last, last != package, !last.isEmpty {
      scopes.append(last.lastIndex(of: ".").map { last[..<$0] } ?? "")
    }
    for (index, outer) in scopes.enumerated() {
      let start = outer.isEmpty ? "" : "\(outer)."
      guard fullName.hasPrefix(start) else { continue }
      let name = fullName.dropFirst(start.count)
      let first = name.prefix { $0 != "." }
      // The first part of a name is looked for from the inside, and must not be found too early.
      let isHidden = scopes[..<index].contains { pool.file(declaring: "\($0).\(first)") != nil }
      if !isHidden { return String(name) }
    }
    return ".\(fullName)"
  }

  mutating func writeReserved(_ ranges: [Range<Int>], _ names: [String], last: Int) {
    if !ranges.isEmpty {
      writeLine("reserved \(Self.numbers(ranges, last: last));")
    }
    if !names.isEmpty {
      writeLine("reserved \(names.map(Self.quoted).joined(separator: ", "));")
    }
  }

  static func numbers(_ ranges: [Range<Int>], last: Int) -> String {
    ranges.map { range in
      if range.upperBound > last { return "\(range.lowerBound) to max" }
      return range.count <= 1
        ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound - 1)"
    }.joined(separator: ", ")
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        result += "\\" + String(Unicode.Scalar(byte))
      case 0x20..<0x7F: result += String(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 8)
        result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    return result + "\""
  }
}
