/// The name of a method: its service with package, and itself, as requests carry them.
package struct MethodPath: Hashable, Sendable {
  /// `/package.Service/Method`.
  package let path: String

  package init(service: String, method: String) {
    path = "/\(service)/\(method)"
  }

  /// Reads a request's path, or returns `nil` if it is not of the form `/service/method`.
  package init?(path: String) {
    guard path.utf8.first == UInt8(ascii: "/"),
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
      path.utf8.distance(from: path.utf8.startIndex, to: slash) > 1,
      path.utf8.index(after: slash) != path.utf8.endIndex
    else { return nil }
    self.path = path
  }

  /// The service with its package.
  package var service: String {
    String(decoding: path.utf8.dropFirst().prefix(upTo: slash), as: UTF8.self)
  }

  /// The method alone.
  package var method: String {
    String(decoding: path.utf8.suffix(from: slash).dropFirst(), as: UTF8.self)
  }

  // Looked for among bytes: as a character, a slash with a combining mark behind it is none.
  private var slash: String.Index {
    path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.endIndex
  }
}

extension MethodPath: CustomStringConvertible {
  package var description: String { String(decoding: path.utf8.dropFirst(), as: UTF8.self) }
}
