package import ConformanceWire

/// From which end date on a node knows everything about a type.
package struct KnownFrom: Hashable, Sendable {
  /// What holds of every other type; infinity claims nothing, and is told by leaving it out.
  package var others: Double
  package var types: [String: Double]

  package init(others: Double = .infinity, _ types: [String: Double] = [:]) {
    self.others = others
    self.types = types
  }

  /// Of a node that knows all there is.
  package static let everything = Self(others: -.infinity)

  package subscript(_ type: String) -> Double { types[type] ?? others }

  /// As a KnownFrom.
  package var value: Value {
    let ordered = types.keys.sorted()
    var value: Value = others == .infinity ? [:] : ["others_from": .double(others)]
    if !ordered.isEmpty {
      value["types"] = Value(ordered)
      value["types_from"] = Value(ordered.map { self[$0] })
    }
    return value
  }

  /// Reads a KnownFrom.
  package init(_ value: Value) throws(ModelError) {
    let names = try Texts.distinct(value, "types", most: .max)
    let from = value["types_from"].items.map(\.real)
    guard from.count == names.count else {
      throw ModelError("types_from", "there are \(from.count) for \(names.count) types")
    }
    others = value["others_from"].isPresent ? value["others_from"].real : .infinity
    guard !from.contains(where: \.isNaN), !others.isNaN else {
      throw ModelError("types_from", "one is no number")
    }
    types = Dictionary(uniqueKeysWithValues: zip(names, from))
  }
}
