/// What a field of a message holds.
///
/// Numbers are equal where they are the same number, however they are told; doubles are equal bit for
/// bit.
package enum Value: Sendable {
  /// Not told.
  case absent
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  case flag(Bool)
  /// A text, or an enumeration's number by its name.
  case text(String)
  case bytes([UInt8])
  case list([Value])
  case tree(Tree)

  /// A list of numbers.
  package init(_ numbers: some Sequence<Int64>) {
    self = .list(numbers.map { .integer($0) })
  }

  /// A list of words.
  package init(_ words: some Sequence<UInt64>) {
    self = .list(words.map { .unsigned($0) })
  }

  /// A list of doubles.
  package init(_ doubles: some Sequence<Double>) {
    self = .list(doubles.map { .double($0) })
  }

  /// A list of texts.
  package init(_ texts: some Sequence<String>) {
    self = .list(texts.map { .text($0) })
  }

  /// Each number in one form.
  private var plain: Self {
    switch self {
    case .unsigned(let word): Int64(exactly: word).map { .integer($0) } ?? self
    case .double(let real):
      // Minus zero stays a double: it is not the number 0 bit for bit.
      Int64(exactly: real).flatMap {
        Double($0).bitPattern == real.bitPattern ? .integer($0) : nil
      } ?? self
    default: self
    }
  }
}

extension Value: Hashable {
  package static func == (one: Self, two: Self) -> Bool {
    switch (one.plain, two.plain) {
    case (.absent, .absent): true
    case (.integer(let one), .integer(let two)): one == two
    case (.unsigned(let one), .unsigned(let two)): one == two
    case (.double(let one), .double(let two)): one.bitPattern == two.bitPattern
    case (.flag(let one), .flag(let two)): one == two
    case (.text(let one), .text(let two)): one.utf8.elementsEqual(two.utf8)
    case (.bytes(let one), .bytes(let two)): one == two
    case (.list(let one), .list(let two)): one == two
    case (.tree(let one), .tree(let two)): one == two
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch plain {
    case .absent: hasher.combine(0)
    case .integer(let number): hasher.combine(number)
    case .unsigned(let word): hasher.combine(word)
    case .double(let real): hasher.combine(real.bitPattern)
    case .flag(let flag): hasher.combine(flag)
    case .text(let text): hasher.combine(Array(text.utf8))
    case .bytes(let bytes): hasher.combine(bytes)
    case .list(let items): hasher.combine(items)
    case .tree(let tree): hasher.combine(tree)
    }
  }
}

extension Value: ExpressibleByIntegerLiteral {
  package init(integerLiteral literal: StaticBigInt) {
    precondition(literal.bitWidth <= 65, "a literal has at most 64 bits")
    let low = UInt64(literal[0])
    if literal.signum() >= 0, low > UInt64(Int64.max) {
      self = .unsigned(low)
    } else {
      self = .integer(Int64(bitPattern: low))
    }
  }
}

extension Value: ExpressibleByFloatLiteral {
  package init(floatLiteral literal: Double) { self = .double(literal) }
}

extension Value: ExpressibleByStringLiteral {
  package init(stringLiteral literal: String) { self = .text(literal) }
}

extension Value: ExpressibleByBooleanLiteral {
  package init(booleanLiteral literal: Bool) { self = .flag(literal) }
}

extension Value: ExpressibleByArrayLiteral {
  package init(arrayLiteral items: Value...) { self = .list(items) }
}

extension Value: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral fields: (String, Value)...) {
    self = .tree(Tree(fields.filter { $0.1.isPresent }.map { .init($0.0, $0.1) }))
  }
}
