/// One entry of a map from texts to messages, as it stands in a message.
struct WireMapEntry<Value: WireMessage>: WireMessage {
  static var wireName: String { "map<string, \(Value.wireName)>" }

  var key: String
  var value: Value

  init(key: String, value: Value) {
    self.key = key
    self.value = value
  }

  init() {
    self.init(key: "", value: Value())
  }

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: key = try field.string("key")
    case 2: try field.merge(into: &value, "value")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    // Both fields are always written, as others do.
    writer.write(key, field: 1, always: true)
    writer.write(value, field: 2)
  }
}
