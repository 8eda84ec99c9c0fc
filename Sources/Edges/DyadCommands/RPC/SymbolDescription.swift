internal import CommandLineCore
internal import CommandSupport
internal import DynamicMessages
internal import ProtobufWire
internal import TextFormats

/// One declaration, ready to be shown.
struct SymbolDescription {
  /// Its full name, or the name of a file.
  let symbol: String
  private let file: String
  private let text: String
  /// What the message of that name, or that which the method takes, may hold.
  let template: JSONValue?

  /// Finds what is declared under a name.
  ///
  /// - Parameters:
  ///   - name: A full name, with a slash before the method if it is one, or the name of a file.
  ///   - source: Tells of declarations.
  /// - Throws: When there is no such name.
  init(of name: String, in source: any DescriptorSource) async throws {
    if name.hasSuffix(".proto"), try await source.loadFile(name),
      let file = try await source.pool().file(named: name)
    {
      symbol = name
      self.file = name
      text = DescriptorText.text(of: file, in: try await source.pool())
      template = nil
      return
    }
    let symbol = String(
      name.drop { $0 == "/" || $0 == "." }.map { $0 == "/" ? "." : $0 })
    let pool = try await Self.pool(declaring: symbol, from: source)
    guard let pool, let file = pool.file(declaring: symbol),
      let found = Self.find(symbol, in: pool)
    else {
      let services = (try? await source.services()) ?? []
      throw NameFinder(source: source).failure(
        "describe", name, among: services, advice: nil)
    }
    self.symbol = found.symbol
    self.file = file.name
    text = found.text
    template = found.message.flatMap { MessageTemplate.json(of: $0, in: pool) }
  }

  /// A pool that has the symbol, if there is one: not every server knows of what stands inside a
  /// service or message.
  private static func pool(
    declaring symbol: String, from source: any DescriptorSource
  ) async throws -> DescriptorPool? {
    if try await source.load(symbol) { return try await source.pool() }
    guard let dot = symbol.lastIndex(of: "."), try await source.load(String(symbol[..<dot])) else {
      return nil
    }
    return try await source.pool()
  }

  /// What stands for the symbol: its text, and the message that belongs to it.
  private static func find(
    _ symbol: String, in pool: DescriptorPool
  ) -> (symbol: String, text: String, message: String?)? {
    if let text = DescriptorText.text(of: symbol, in: pool) { return (symbol, text, symbol) }
    guard let dot = symbol.lastIndex(of: ".") else { return nil }
    let scope = String(symbol[..<dot])
    guard let text = DescriptorText.text(of: scope, in: pool) else { return nil }
    let name = String(symbol[symbol.index(after: dot)...])
    guard let method = pool.service(named: scope)?.method(named: name) else {
      // A field or a value is shown with what it stands in.
      return (scope, text, scope)
    }
    let comment = DescriptorText.comment(of: symbol, in: pool)
    return (symbol, comment + line(of: method, in: text) + "\n", method.inputType)
  }

  /// The line of a service's text that declares a method.
  static func line(of method: MethodDescriptor, in serviceText: String) -> String {
    serviceText.split(separator: "\n").map { $0.drop { $0 == " " } }
      .first { $0.hasPrefix("rpc \(method.name)(") }.map(String.init) ?? ""
  }

  /// The declaration as `.proto` files have it, below a comment that says where it stands.
  var proto: String {
    let head = symbol == file ? "// \(file)" : "// \(symbol), in \(file)"
    // What the file's authors wrote stands apart from where it was found.
    let gap: [Substring] = text.hasPrefix("//") ? [""] : []
    return ([Substring(head)] + gap + text.split(separator: "\n", omittingEmptySubsequences: false))
      .map { TerminalText.clean(String($0)) }.joined(separator: "\n")
  }

  /// The declaration for a program.
  func json(showsTemplate: Bool) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("symbol", .string(symbol)), .init("file", .string(file)),
      .init("proto", .string(text)),
    ]
    if showsTemplate, let template { members.append(.init("template", template)) }
    return .object(members)
  }
}
