package import ProtobufWire

/// A message without fields, of which only the name differs.
package protocol EmptyMessage: WireMessage {
  init()
}

extension EmptyMessage {
  package mutating func read(_ field: WireField) throws(WireError) {}

  package func write(to writer: inout WireWriter) {}
}
