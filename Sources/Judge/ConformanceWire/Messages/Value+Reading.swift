extension Value {
  /// A field of a tree, absent where it is not told.
  ///
  /// What is set below something absent makes the tree: `value["hello"]["role"] = 2`.
  package subscript(_ name: String) -> Value {
    get {
      guard case .tree(let tree) = self else { return .absent }
      return tree[name]
    }
    set {
      var tree = Tree()
      if case .tree(let own) = self { tree = own }
      tree[name] = newValue
      self = .tree(tree)
    }
  }

  /// An entry of a list, absent beyond its end; setting at the end appends, and ``absent`` removes.
  package subscript(_ index: Int) -> Value {
    get {
      guard case .list(let items) = self, items.indices.contains(index) else { return .absent }
      return items[index]
    }
    set {
      var items = self.items
      precondition((0...items.count).contains(index), "a list has no such place")
      if index == items.count {
        if newValue.isPresent { items.append(newValue) }
      } else if newValue.isPresent {
        items[index] = newValue
      } else {
        items.remove(at: index)
      }
      self = .list(items)
    }
  }

  package var isPresent: Bool {
    if case .absent = self { false } else { true }
  }

  /// The number: 0 where there is none, the nearest one where it does not fit.
  package var number: Int64 {
    switch self {
    case .integer(let number): number
    case .unsigned(let word): Int64(clamping: word)
    case .double(let real):
      Int64(exactly: real.rounded()) ?? (real > 0 ? .max : real < 0 ? .min : 0)
    case .flag(let flag): flag ? 1 : 0
    default: 0
    }
  }

  /// The number as a word: 0 where there is none, and below 0 its two's complement.
  package var word: UInt64 {
    switch self {
    case .unsigned(let word): word
    default: UInt64(bitPattern: number)
    }
  }

  /// The number as a double: 0 where there is none.
  package var real: Double {
    switch self {
    case .double(let real): real
    case .integer(let number): Double(number)
    case .unsigned(let word): Double(word)
    default: 0
    }
  }

  /// The text: empty where there is none.
  package var string: String {
    if case .text(let text) = self { text } else { "" }
  }

  /// The bytes: none where there are none.
  package var data: [UInt8] {
    if case .bytes(let bytes) = self { bytes } else { [] }
  }

  package var isTrue: Bool {
    if case .flag(let flag) = self { flag } else { number != 0 }
  }

  /// The entries of a list: none where there is none.
  package var items: [Value] {
    if case .list(let items) = self { items } else { [] }
  }

  /// The names of a tree's fields, in order.
  package var keys: [String] {
    if case .tree(let tree) = self { tree.fields.map(\.name) } else { [] }
  }

  /// Raw bytes after a tree's fields; setting makes the tree.
  package var extra: [UInt8] {
    get {
      if case .tree(let tree) = self { tree.extra } else { [] }
    }
    set {
      var tree = Tree()
      if case .tree(let own) = self { tree = own }
      tree.extra = newValue
      self = .tree(tree)
    }
  }

  /// Adds an entry to a list.
  package mutating func append(_ item: Value) {
    self[items.count] = item
  }
}
