internal import ProtobufWire

/// What stands above the declarations of a file, or behind them, where its descriptor has kept that.
struct DescriptorComments {
  /// One place in a file, of which descriptors know by the numbers and indices that lead there.
  private struct Location: WireReadable {
    static let wireName = "google.protobuf.SourceCodeInfo.Location"

    var path: [UInt64] = []
    var leading = ""
    var trailing = ""

    mutating func read(_ field: WireField) throws(WireError) {
      switch field.number {
      case 1: path += try field.varints("path")
      case 3: leading = try field.string("leading_comments")
      case 4: trailing = try field.string("trailing_comments")
      default: break
      }
    }
  }

  private struct SourceCodeInfo: WireReadable {
    static let wireName = "google.protobuf.SourceCodeInfo"

    var comments: [[UInt64]: String] = [:]

    mutating func read(_ field: WireField) throws(WireError) {
      guard field.number == 1 else { return }
      let location = try field.message("location", as: Location.self)
      let text = location.leading.isEmpty ? location.trailing : location.leading
      if !text.isEmpty { comments[location.path] = text }
    }
  }

  private static let sourceCodeInfo = 9

  /// The lines of comments, by the full name of what is declared.
  private var lines: [String: [String]] = [:]

  /// Reads them from the bytes of a file; a file of which they cannot be read has none.
  init(of file: FileDescriptor) {
    guard let comments = try? Self.comments(in: file.bytes), !comments.isEmpty else { return }
    var names: [[UInt64]: String] = [:]
    func add(_ message: MessageDescriptor, _ path: [UInt64]) {
      names[path] = message.fullName
      for (index, field) in message.fields.enumerated() {
        names[path + [2, UInt64(index)]] = "\(message.fullName).\(field.name)"
      }
      for (index, oneof) in message.oneofs.enumerated() {
        names[path + [8, UInt64(index)]] = "\(message.fullName).\(oneof)"
      }
      for (index, field) in message.extensions.enumerated() {
        names[path + [6, UInt64(index)]] = field.extensionName
      }
      for (index, inner) in message.messages.enumerated() { add(inner, path + [3, UInt64(index)]) }
      for (index, inner) in message.enums.enumerated() { add(inner, path + [4, UInt64(index)]) }
    }
    func add(_ enumeration: EnumDescriptor, _ path: [UInt64]) {
      names[path] = enumeration.fullName
      for (index, value) in enumeration.values.enumerated() {
        names[path + [2, UInt64(index)]] = "\(enumeration.fullName).\(value.name)"
      }
    }
    for (index, message) in file.messages.enumerated() { add(message, [4, UInt64(index)]) }
    for (index, enumeration) in file.enums.enumerated() { add(enumeration, [5, UInt64(index)]) }
    for (index, field) in file.extensions.enumerated() {
      names[[7, UInt64(index)]] = field.extensionName
    }
    for (index, service) in file.services.enumerated() {
      names[[6, UInt64(index)]] = service.fullName
      for (place, method) in service.methods.enumerated() {
        names[[6, UInt64(index), 2, UInt64(place)]] = "\(service.fullName).\(method.name)"
      }
    }
    for (path, text) in comments {
      guard let name = names[path] else { continue }
      var found = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      while found.last?.isEmpty == true { found.removeLast() }
      lines[name] = found
    }
  }

  /// The lines above a declaration, as they stand behind the two slashes.
  func lines(of name: String) -> [String] { lines[name] ?? [] }

  private static func comments(in bytes: [UInt8]) throws(WireError) -> [[UInt64]: String] {
    var reader = WireReader(bytes)
    var info = SourceCodeInfo()
    while let field = try reader.nextField() {
      guard field.number == sourceCodeInfo else { continue }
      info.comments.merge(
        try field.message("source_code_info", as: SourceCodeInfo.self).comments
      ) { $1 }
    }
    return info.comments
  }
}
