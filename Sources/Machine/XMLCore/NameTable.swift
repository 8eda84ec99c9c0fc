/// Names of elements and attributes, as numbers.
struct NameTable {
  /// As many names as a format of ours could have; all after them have the last number.
  private static let most = 1_024
  /// What a name that is beyond the bounds is called.
  private static let other = "other"
  private static let mostBytes = 256

  private(set) var names: [String]
  private var numbers: [[UInt8]: UInt16] = [:]

  /// Gives the first numbers to names that are known.
  init(_ names: [String]) {
    precondition(names.count < Self.most, "more names than there are numbers for")
    self.names = names
    for (index, name) in names.enumerated() { numbers[Array(name.utf8)] = UInt16(index) }
  }

  /// The number of a name, given at its first sight.
  mutating func number(of name: [UInt8]) -> UInt16 {
    if let known = numbers[name] { return known }
    guard names.count < Self.most, name.count <= Self.mostBytes else {
      if names.last != Self.other { names.append(Self.other) }
      return UInt16(names.count - 1)
    }
    let number = UInt16(names.count)
    names.append(String(decoding: name, as: UTF8.self))
    numbers[name] = number
    return number
  }
}
