/// What a message is declared as.
package struct MessageDescriptor: Sendable {
  /// Its name without its scope.
  package private(set) var name = ""
  /// Its name with package and outer messages: `grpc.health.v1.HealthCheckResponse`.
  package private(set) var fullName = ""
  /// Its fields, in the order of the declaration.
  package internal(set) var fields: [FieldDescriptor] = []
  /// The names of its oneofs; those that proto3 makes up for `optional` fields are among them.
  package private(set) var oneofs: [String] = []
  /// The messages declared in it.
  package internal(set) var messages: [MessageDescriptor] = []
  /// The enums declared in it.
  package private(set) var enums: [EnumDescriptor] = []
  /// The extensions declared in it.
  package internal(set) var extensions: [FieldDescriptor] = []
  /// The numbers that extensions of it may have.
  package private(set) var extensionRanges: [Range<Int>] = []
  /// The numbers that no field may have.
  package private(set) var reservedRanges: [Range<Int>] = []
  /// The names that no field may have.
  package private(set) var reservedNames: [String] = []
  /// Whether it is one entry of a map: a key, which is field 1, and a value, which is field 2.
  package private(set) var isMapEntry = false

  private var indicesByNumber: [Int: Int] = [:]
  private var indicesByName: [String: Int] = [:]

  /// Makes a declaration of nothing, to be read into.
  package init() {}

  /// The field of that number.
  package func field(numbered number: Int) -> FieldDescriptor? {
    indicesByNumber[number].map { fields[$0] }
  }

  /// The field of that name, be it the name of the declaration or of JSON.
  package func field(named name: String) -> FieldDescriptor? {
    indicesByName[name].map { fields[$0] }
  }

  /// Fills in full names and what follows from the syntax.
  mutating func settle(
    in scope: String, _ syntax: FileDescriptor.Syntax, budget: inout DescriptorBudget
  ) throws(WireError) {
    fullName = try DescriptorName.qualify(name, in: scope)
    try budget.spend()
    for oneof in oneofs { try DescriptorName.check(oneof) }
    for index in fields.indices {
      try settleField(at: index, syntax)
    }
    for index in extensions.indices {
      try at(fullName) { () throws(WireError) in
        try extensions[index].settle(syntax, oneofCount: 0)
      }
    }
    for index in messages.indices {
      try messages[index].settle(in: fullName, syntax, budget: &budget)
    }
    for index in enums.indices { try enums[index].settle(in: fullName, budget: &budget) }
  }

  private mutating func settleField(
    at index: Int, _ syntax: FileDescriptor.Syntax
  ) throws(WireError) {
    try at(fullName) { () throws(WireError) in
      try fields[index].settle(syntax, oneofCount: oneofs.count)
      let field = fields[index]
      guard indicesByNumber.updateValue(index, forKey: field.number) == nil else {
        throw WireError(.duplicate, field.name, "another field has its number")
      }
      if let other = indicesByName[field.name], fields[other].name == field.name {
        throw WireError(.duplicate, field.name, "another field has its name")
      }
      indicesByName[field.name] = index
      // A name of the declaration wins over another field's name in JSON.
      if indicesByName[field.jsonName] == nil { indicesByName[field.jsonName] = index }
    }
  }
}

extension MessageDescriptor: WireReadable {
  package static let wireName = "google.protobuf.DescriptorProto"

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    case 2: fields.append(try field.message("field"))
    case 3: messages.append(try field.message("nested_type"))
    case 4: enums.append(try field.message("enum_type"))
    case 5:
      extensionRanges.append(try field.message("extension_range", as: NumberRange.self).halfOpen)
    case 6: extensions.append(try field.message("extension"))
    case 7: isMapEntry = try field.message("options", as: MessageOptions.self).isMapEntry
    case 8: oneofs.append(try field.message("oneof_decl", as: OneofName.self).name)
    case 9:
      reservedRanges.append(try field.message("reserved_range", as: NumberRange.self).halfOpen)
    case 10: reservedNames.append(try field.string("reserved_name"))
    default: break
    }
  }
}

private struct MessageOptions: WireReadable {
  static let wireName = "google.protobuf.MessageOptions"

  var isMapEntry = false

  mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 7 { isMapEntry = try field.bool("map_entry") }
  }
}

private struct OneofName: WireReadable {
  static let wireName = "google.protobuf.OneofDescriptorProto"

  var name = ""

  mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 1 { name = try field.string("name") }
  }
}
