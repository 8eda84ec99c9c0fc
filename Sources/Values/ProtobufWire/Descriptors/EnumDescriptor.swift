/// What an enum is declared as.
package struct EnumDescriptor: Sendable {
  /// One name and its number.
  package struct Value: Hashable, Sendable {
    /// The name, which stands in the enum's scope, not in the enum.
    package internal(set) var name = ""
    /// The number on the wire.
    package internal(set) var number: Int32 = 0

    /// Makes a value without a name, to be read into.
    package init() {}
  }

  /// Its name without its scope.
  package private(set) var name = ""
  /// Its name with package and outer messages.
  package private(set) var fullName = ""
  /// Its values, in the order of the declaration; there is at least one.
  package private(set) var values: [Value] = []
  /// Whether two names may have the same number.
  package private(set) var allowsAliases = false
  /// The numbers that no value may have.
  package private(set) var reservedRanges: [Range<Int>] = []
  /// The names that no value may have.
  package private(set) var reservedNames: [String] = []

  private var indicesByNumber: [Int32: Int] = [:]
  private var indicesByName: [String: Int] = [:]

  /// Makes a declaration of nothing, to be read into.
  package init() {}

  /// The first value of that number.
  package func value(numbered number: Int32) -> Value? {
    indicesByNumber[number].map { values[$0] }
  }

  /// The value of that name.
  package func value(named name: String) -> Value? {
    indicesByName[name].map { values[$0] }
  }

  /// Fills in the full name.
  mutating func settle(in scope: String, budget: inout DescriptorBudget) throws(WireError) {
    fullName = try DescriptorName.qualify(name, in: scope)
    try budget.spend()
    try at(fullName) { () throws(WireError) in
      guard !values.isEmpty else { throw WireError(.malformed, "it has no values") }
      for (index, value) in values.enumerated() {
        try DescriptorName.check(value.name)
        guard indicesByName.updateValue(index, forKey: value.name) == nil else {
          throw WireError(.duplicate, value.name, "another value has its name")
        }
        if indicesByNumber[value.number] == nil { indicesByNumber[value.number] = index }
      }
    }
  }
}

extension EnumDescriptor: WireReadable {
  package static let wireName = "google.protobuf.EnumDescriptorProto"

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    case 2: values.append(try field.message("value"))
    case 3: allowsAliases = try field.message("options", as: EnumOptions.self).allowsAliases
    case 4: reservedRanges.append(try field.message("reserved_range", as: NumberRange.self).closed)
    case 5: reservedNames.append(try field.string("reserved_name"))
    default: break
    }
  }
}

extension EnumDescriptor.Value: WireReadable {
  package static let wireName = "google.protobuf.EnumValueDescriptorProto"

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    case 2: number = try field.int32("number")
    default: break
    }
  }
}

private struct EnumOptions: WireReadable {
  static let wireName = "google.protobuf.EnumOptions"

  var allowsAliases = false

  mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 2 { allowsAliases = try field.bool("allow_alias") }
  }
}
