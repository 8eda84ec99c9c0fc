/// The fields of one header block, in order, packed into one array.
///
/// Copies share storage until one of them is changed, so a list that is sent often is built once.
package struct HeaderList: Hashable, Sendable {
  /// Each field: its name's length with the flag for secrets, its value's length, name, value.
  private(set) var packed: [UInt8] = []
  /// How many fields there are.
  package private(set) var count = 0

  /// No fields.
  package init() {}

  /// A copy of fields that were checked when they were first packed.
  init(packed: [UInt8], count: Int) {
    self.packed = packed
    self.count = count
  }

  /// Takes the pairs in their order; those with bytes that HTTP does not allow are left out.
  package init(_ fields: [(name: String, value: String)]) {
    for field in fields { append(field.name, field.value) }
  }

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - name: Lower case, as HTTP/2 wants it; a leading colon is allowed.
  ///   - value: Without line breaks, NUL and space around it.
  ///   - isSecret: Whether it must not enter the compression tables of either side.
  /// - Returns: Whether both are allowed in HTTP; nothing is added otherwise.
  @discardableResult
  package mutating func append(
    _ name: Span<UInt8>, _ value: Span<UInt8>, isSecret: Bool = false
  ) -> Bool {
    guard FieldRules.isName(name), FieldRules.isValue(value) else { return false }
    PackedFields.append(name, value, isSecret: isSecret, to: &packed)
    count += 1
    return true
  }

  /// Adds a field of text.
  ///
  /// - Parameters:
  ///   - name: Lower case, as HTTP/2 wants it; a leading colon is allowed.
  ///   - value: Without line breaks, NUL and space around it.
  ///   - isSecret: Whether it must not enter the compression tables of either side.
  /// - Returns: Whether both are allowed in HTTP; nothing is added otherwise.
  @discardableResult
  package mutating func append(_ name: String, _ value: String, isSecret: Bool = false) -> Bool {
    var (name, value) = (name, value)
    return name.withUTF8 { name in
      value.withUTF8 { value in
        unsafe append(name.span, value.span, isSecret: isSecret)
      }
    }
  }

  /// Adds all fields of another list.
  package mutating func append(contentsOf other: Self) {
    packed.append(contentsOf: other.packed)
    count += other.count
  }

  /// Removes all fields and keeps the storage.
  package mutating func removeAll() {
    packed.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Lends each field in order, for the length of one call of `body`.
  package func forEachField<Failure: Error>(
    _ body: (_ name: Span<UInt8>, _ value: Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try PackedFields.forEach(in: packed, from: 0, to: packed.count, body)
  }

  /// The value of the first field with this name, as text.
  package subscript(_ name: StaticString) -> String? {
    var found: String?
    forEachField { candidate, value in
      if found == nil, candidate.equals(name) { found = String(repairing: value) }
    }
    return found
  }
}

extension HeaderList: CustomStringConvertible {
  /// The names alone, because values may be secret.
  package var description: String {
    var names: [String] = []
    forEachField { name, _ in names.append(String(repairing: name)) }
    return names.joined(separator: ", ")
  }
}
