package import ConformanceWire

/// A set of object types.
package struct TypeScope: Hashable, Sendable {
  package var isExclusion: Bool
  package var types: Set<String>

  package init(_ types: Set<String>) {
    self.init(isExclusion: false, types)
  }

  package init(isExclusion: Bool, _ types: Set<String>) {
    self.isExclusion = isExclusion
    self.types = types
  }

  package static let all = Self(isExclusion: true, [])

  package func contains(_ type: String) -> Bool { types.contains(type) != isExclusion }

  /// As a TypeScope.
  package var value: Value {
    var value: Value = isExclusion ? ["is_exclusion": true] : [:]
    if !types.isEmpty { value["types"] = Value(types.sorted()) }
    return value
  }

  /// Reads a TypeScope.
  package init(_ value: Value) throws(ModelError) {
    let names = try Texts.distinct(value, "types", most: .max)
    guard names.allSatisfy({ $0.utf8.count <= 1024 }) else {
      throw ModelError("types", "one has more than 1024 bytes")
    }
    self.init(isExclusion: value["is_exclusion"].isTrue, Set(names))
  }
}
