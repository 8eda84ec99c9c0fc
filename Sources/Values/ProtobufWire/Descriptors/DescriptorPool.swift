/// Files that fit together: each with all that it imports, and every name found.
package struct DescriptorPool: Sendable {
  /// The most files: a peer's reflection decides how many there are, and interfaces have dozens.
  package static let maximumFileCount = 4096
  /// The most messages, enums and services, for the same reason.
  package static let maximumSymbolCount = 65_536

  /// The files, each after those that it imports.
  package let files: [FileDescriptor]

  let fileIndices: [String: Int]
  let symbols: SymbolTable

  /// Brings files together; a file given twice, byte for byte, is taken once.
  package init(_ files: [FileDescriptor]) throws(WireError) {
    var sorted = try Self.sort(files)
    var symbols = SymbolTable()
    for index in sorted.indices { try symbols.declare(sorted[index], at: index) }
    for index in sorted.indices { try symbols.resolve(&sorted[index], at: index) }
    self.files = sorted
    self.symbols = symbols
    fileIndices = Dictionary(
      uniqueKeysWithValues: sorted.enumerated().map { ($1.name, $0) })
  }

  /// Reads a `FileDescriptorSet` and brings its files together.
  package init(decodingSet bytes: [UInt8]) throws(WireError) {
    try self.init(try FileDescriptor.readSet(bytes))
  }

  /// All services, in the order of their names.
  package var services: [ServiceDescriptor] {
    files.flatMap(\.services).sorted { $0.fullName < $1.fullName }
  }

  /// The file of that name.
  package func file(named name: String) -> FileDescriptor? {
    fileIndices[name].map { files[$0] }
  }

  /// The file that declares a message, enum, service, method, field or extension of that full name.
  package func file(declaring symbol: String) -> FileDescriptor? {
    if let index = symbols.fileIndices[symbol] { return files[index] }
    // What stands in a message or service has no entry of its own.
    guard let scope = DescriptorName.scope(of: symbol), let index = symbols.fileIndices[scope]
    else {
      return nil
    }
    let name = String(symbol.dropFirst(scope.count + 1))
    let isMethod = symbols.services[scope]?.method(named: name) != nil
    let isField = symbols.messages[scope]?.fields.contains { $0.name == name } ?? false
    return isMethod || isField ? files[index] : nil
  }

  /// The message of that full name.
  package func message(named name: String) -> MessageDescriptor? { symbols.messages[name] }

  /// The enum of that full name.
  package func enumeration(named name: String) -> EnumDescriptor? { symbols.enums[name] }

  /// The service of that full name.
  package func service(named name: String) -> ServiceDescriptor? { symbols.services[name] }

  /// The extension of that number of a message.
  package func extensionField(of message: String, numbered number: Int) -> FieldDescriptor? {
    symbols.extensions[message]?[number]?.field
  }

  /// The extension of that full name.
  package func extensionField(named name: String) -> FieldDescriptor? {
    symbols.extensionsByName[name]
  }

  /// The file that declares the extension of that number of a message.
  package func file(extending message: String, numbered number: Int) -> FileDescriptor? {
    (symbols.extensions[message]?[number]?.fileIndex).map { files[$0] }
  }

  /// The numbers of all extensions of a message, in order.
  package func extensionNumbers(of message: String) -> [Int] {
    symbols.extensions[message]?.keys.sorted() ?? []
  }

  /// The key and the value of a field's entries, where it is a map.
  package func mapEntry(
    of field: FieldDescriptor
  ) -> (key: FieldDescriptor, value: FieldDescriptor)? {
    guard field.isRepeated, field.kind == .message, let entry = message(named: field.typeName),
      entry.isMapEntry, let key = entry.field(numbered: 1), let value = entry.field(numbered: 2)
    else { return nil }
    return (key, value)
  }

  /// Each file after those that it imports, otherwise in the order given.
  private static func sort(_ given: [FileDescriptor]) throws(WireError) -> [FileDescriptor] {
    var indices: [String: Int] = [:]
    var files: [FileDescriptor] = []
    for file in given {
      if let index = indices[file.name] {
        guard files[index].bytes == file.bytes else {
          throw WireError(.duplicate, file.name, "another file has its name", operation: .resolve)
        }
        continue
      }
      indices[file.name] = files.count
      files.append(file)
    }
    guard files.count <= maximumFileCount else {
      throw WireError(.tooLarge, "there are more than \(maximumFileCount) files")
    }
    var missing = files.map { Set($0.dependencies).count }
    var importers: [Int: [Int]] = [:]
    for (index, file) in files.enumerated() {
      for dependency in Set(file.dependencies).sorted() {
        guard let imported = indices[dependency] else {
          throw WireError(
            .missing, file.name, "it imports \(dependency), which is not there",
            operation: .resolve)
        }
        importers[imported, default: []].append(index)
      }
    }
    var order = files.indices.filter { missing[$0] == 0 }
    var next = 0
    while next < order.count {
      for importer in importers[order[next]] ?? [] {
        missing[importer] -= 1
        if missing[importer] == 0 { order.append(importer) }
      }
      next += 1
    }
    guard order.count == files.count else {
      let stuck = files.indices.first { missing[$0] > 0 }.map { files[$0].name } ?? ""
      throw WireError(
        .cycle, stuck, "it imports itself, or a file that does", operation: .resolve)
    }
    return order.map { files[$0] }
  }
}
