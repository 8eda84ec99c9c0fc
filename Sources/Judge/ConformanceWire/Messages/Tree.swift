/// The fields of a message, in the order in which they are told.
package struct Tree: Hashable, Sendable {
  /// A field by its name in the text.
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: Value

    package init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// A name may stand here twice; then it is told twice.
  package var fields: [Field]
  /// Bytes that follow the fields as they are: fields that nobody knows, nonsense.
  package var extra: [UInt8]

  package init(_ fields: [Field] = [], extra: [UInt8] = []) {
    self.fields = fields
    self.extra = extra
  }

  /// The last value of that name; setting replaces all of them, and ``Value/absent`` removes them.
  package subscript(_ name: String) -> Value {
    get { fields.last { $0.name == name }?.value ?? .absent }
    set {
      guard newValue.isPresent else {
        fields.removeAll { $0.name == name }
        return
      }
      guard let first = fields.firstIndex(where: { $0.name == name }) else {
        fields.append(Field(name, newValue))
        return
      }
      fields[first].value = newValue
      while let other = fields.lastIndex(where: { $0.name == name }), other != first {
        fields.remove(at: other)
      }
    }
  }
}
