/// Everything that the files of a pool declare, by full name.
struct SymbolTable: Sendable {
  struct Extension: Sendable {
    var field: FieldDescriptor
    var fileIndex: Int
  }

  private(set) var fileIndices: [String: Int] = [:]
  private(set) var messages: [String: MessageDescriptor] = [:]
  private(set) var enums: [String: EnumDescriptor] = [:]
  private(set) var services: [String: ServiceDescriptor] = [:]
  private(set) var extensions: [String: [Int: Extension]] = [:]
  private(set) var extensionsByName: [String: FieldDescriptor] = [:]

  /// Takes the names over that `file` declares; what they stand for comes when it is resolved.
  mutating func declare(_ file: FileDescriptor, at index: Int) throws(WireError) {
    for service in file.services { try declare(service.fullName, at: index) }
    for enumeration in file.enums { try declare(enumeration, at: index) }
    for message in file.messages { try declare(message, at: index) }
    for field in file.extensions {
      try declare(try DescriptorName.qualify(field.name, in: file.package), at: index)
    }
  }

  /// Replaces the names of types in `file` by full names, and keeps what it declares.
  mutating func resolve(_ file: inout FileDescriptor, at index: Int) throws(WireError) {
    for position in file.messages.indices {
      try resolve(&file.messages[position], at: index)
    }
    for position in file.services.indices {
      let name = file.services[position].fullName
      for method in file.services[position].methods.indices {
        try at(name) { () throws(WireError) in
          try resolve(&file.services[position].methods[method], in: name)
        }
      }
      services[name] = file.services[position]
    }
    for position in file.extensions.indices {
      try resolveExtension(&file.extensions[position], in: file.package, at: index)
    }
  }

  private mutating func declare(_ name: String, at index: Int) throws(WireError) {
    guard fileIndices.updateValue(index, forKey: name) == nil else {
      throw WireError(.duplicate, name, "it is declared twice", operation: .resolve)
    }
    guard fileIndices.count <= DescriptorPool.maximumSymbolCount else {
      throw WireError(
        .tooLarge, "there are more than \(DescriptorPool.maximumSymbolCount) declarations")
    }
  }

  private mutating func declare(_ enumeration: EnumDescriptor, at index: Int) throws(WireError) {
    try declare(enumeration.fullName, at: index)
    enums[enumeration.fullName] = enumeration
  }

  private mutating func declare(_ message: MessageDescriptor, at index: Int) throws(WireError) {
    try declare(message.fullName, at: index)
    messages[message.fullName] = message
    for enumeration in message.enums { try declare(enumeration, at: index) }
    for inner in message.messages { try declare(inner, at: index) }
    for field in message.extensions {
      try declare(try DescriptorName.qualify(field.name, in: message.fullName), at: index)
    }
  }

  private mutating func resolve(
    _ message: inout MessageDescriptor, at index: Int
  ) throws(WireError) {
    let name = message.fullName
    for position in message.messages.indices {
      try resolve(&message.messages[position], at: index)
    }
    for position in message.fields.indices {
      try at(name) { () throws(WireError) in
        try resolve(&message.fields[position], in: name)
      }
    }
    for position in message.extensions.indices {
      try resolveExtension(&message.extensions[position], in: name, at: index)
    }
    if message.isMapEntry { try checkMapEntry(message) }
    messages[name] = message
  }

  private mutating func resolveExtension(
    _ field: inout FieldDescriptor, in scope: String, at index: Int
  ) throws(WireError) {
    try at(scope) { () throws(WireError) in
      try resolve(&field, in: scope)
      field.extendee = try find(field.extendee, from: scope, for: field.name) {
        messages[$0] != nil
      }
      field.extensionName = try DescriptorName.qualify(field.name, in: scope)
      extensionsByName[field.extensionName] = field
      let taken = extensions[field.extendee, default: [:]].updateValue(
        Extension(field: field, fileIndex: index), forKey: field.number)
      guard taken == nil, messages[field.extendee]?.field(numbered: field.number) == nil else {
        throw WireError(
          .duplicate, field.name, "another field of \(field.extendee) has its number",
          operation: .resolve)
      }
    }
  }

  private func resolve(_ field: inout FieldDescriptor, in scope: String) throws(WireError) {
    if field.isUntyped, !field.typeName.isEmpty {
      let name = try find(field.typeName, from: scope, for: field.name) { fileIndices[$0] != nil }
      field.kind = enums[name] == nil ? .message : .enumeration
    }
    switch field.kind {
    case .message, .group:
      field.typeName = try find(field.typeName, from: scope, for: field.name) {
        messages[$0] != nil
      }
    case .enumeration:
      field.typeName = try find(field.typeName, from: scope, for: field.name) { enums[$0] != nil }
    default: field.typeName = ""
    }
  }

  private func resolve(_ method: inout MethodDescriptor, in scope: String) throws(WireError) {
    method.inputType = try find(method.inputType, from: scope, for: method.name) {
      messages[$0] != nil
    }
    method.outputType = try find(method.outputType, from: scope, for: method.name) {
      messages[$0] != nil
    }
  }

  /// The full name that `name` stands for inside `scope`: from the innermost scope outwards.
  private func find(
    _ name: String, from scope: String, for owner: String, where isFound: (String) -> Bool
  ) throws(WireError) -> String {
    if name.hasPrefix(".") {
      let fullName = String(name.dropFirst())
      if isFound(fullName) { return fullName }
    } else if !name.isEmpty {
      var place: String? = scope
      while let current = place {
        let fullName = current.isEmpty ? name : "\(current).\(name)"
        if isFound(fullName) { return fullName }
        place = current.isEmpty ? nil : DescriptorName.scope(of: current) ?? ""
      }
    }
    throw WireError(
      .missing, owner, "its type is declared nowhere", operation: .resolve)
  }

  private func checkMapEntry(_ entry: MessageDescriptor) throws(WireError) {
    let key = entry.field(numbered: 1)
    let value = entry.field(numbered: 2)
    let isKey =
      switch key?.kind {
      case nil, .double, .float, .bytes, .message, .group, .enumeration: false
      default: true
      }
    guard isKey, key?.isRepeated == false, value?.isRepeated == false, value?.kind != .group else {
      throw WireError(
        .malformed, entry.fullName, "a map's entry needs a key that can be one, and a value",
        operation: .resolve)
    }
  }
}
