internal import ProtobufWire

/// Bytes of file descriptors that no compiler would make.
enum FileBuilder {
  typealias Body = @Sendable (inout WireWriter) -> Void

  static func file(
    _ name: String, package: String = "p", imports: [String] = [], _ body: Body = { _ in }
  ) -> [UInt8] {
    var writer = WireWriter()
    writer.write(name, field: 1)
    writer.write(package, field: 2)
    writer.write(imports, field: 3)
    body(&writer)
    writer.write("proto3", field: 12)
    return writer.bytes
  }

  /// A message of a file; inside a message its field is 3.
  static func message(_ name: String, at field: Int = 4, _ body: @escaping Body = { _ in }) -> Body
  {
    { writer in
      writer.writeMessage(field: field) { inner in
        inner.write(name, field: 1)
        body(&inner)
      }
    }
  }

  static func field(
    _ name: String, number: Int32, kind: Int32 = 5, type: String = "", label: Int32 = 1
  ) -> Body {
    { writer in
      writer.writeMessage(field: 2) { inner in
        inner.write(name, field: 1)
        inner.write(number, field: 3)
        inner.write(label, field: 4)
        inner.write(kind, field: 5)
        inner.write(type, field: 6)
      }
    }
  }

  static func raw(_ body: @escaping Body) -> Body { body }

  static func both(_ bodies: Body...) -> Body {
    { writer in for body in bodies { body(&writer) } }
  }
}
