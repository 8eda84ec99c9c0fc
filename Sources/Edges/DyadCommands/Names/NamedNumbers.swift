/// Numbers that have names in HealthKit, for one enumeration.
package struct NamedNumbers: Hashable, Sendable {
  private let names: [Int64: String]
  private let numbers: [String: Int64]

  /// Names in order, the first of them for the number `first`, and some that stand apart.
  init(_ names: [String], from first: Int64, and others: [Int64: String] = [:]) {
    var byNumber = others
    for (offset, name) in names.enumerated() { byNumber[first + Int64(offset)] = name }
    self.names = byNumber
    var byName: [String: Int64] = [:]
    for (number, name) in byNumber { byName[name.lowercased()] = number }
    numbers = byName
  }

  /// The name of a number; `nil` for one that has none.
  package func name(of number: Int64) -> String? { names[number] }

  /// The number of a name, in any case; `nil` for a name that nobody knows.
  package func number(named name: String) -> Int64? { numbers[name.lowercased()] }

  /// Every name, in the order of the numbers.
  package var all: [String] { names.sorted { $0.key < $1.key }.map(\.value) }
}
