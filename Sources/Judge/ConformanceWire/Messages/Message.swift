/// A message of the text as a tree of values, by which anything can be said that the wire lets one say.
package struct Message: Hashable, Sendable {
  /// How deep messages are read into each other.
  package static let deepest = 64

  /// Its name, without the package: "SyncMessage".
  package let type: String
  package var value: Value

  /// Makes a message of a type by its name, with or without the package.
  package init(_ type: String, _ value: Value = [:]) {
    let name = Schema.shared.message(type).name
    self.type = name.hasPrefix(Schema.prefix) ? String(name.dropFirst(Schema.prefix.count)) : name
    self.value = value
  }

  /// A field, as ``Value/subscript(_:)-(String)`` has it.
  package subscript(_ name: String) -> Value {
    get { value[name] }
    set { value[name] = newValue }
  }

  package var keys: [String] { value.keys }

  /// The first of the oneof's fields that is told: "batch" of a SyncMessage.
  package func kind(of oneof: String = "kind") -> String? {
    let layout = Schema.shared.message(type)
    return value.keys.first { layout.field(named: $0)?.oneof == oneof }
  }
}
