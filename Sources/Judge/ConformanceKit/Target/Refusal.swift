package import ConformanceWire

/// How a call is refused: the status, and what a trailer says of it.
package struct Refusal: Hashable, Sendable {
  /// grpc-status.
  package let code: Int
  /// A trailer, and its value.
  package let trailer: (name: String, value: String)?

  private init(_ code: Int, _ name: String? = nil, _ value: String = "") {
    self.code = code
    trailer = name.map { ($0, value) }
  }

  package static let argument = Self(3, "dyad-error", "3")
  package static let denied = Self(7, "dyad-error", "4")
  package static let undetermined = Self(9, "dyad-error", "5")
  package static let startOver = Self(11, "dyad-start-over", "1")
  package static let notFound = Self(5)
  package static let exhausted = Self(8)
  package static let unavailable = Self(14)
  /// FAILED_PRECONDITION with any trailers, or none.
  package static let precondition = Self(9)
  package static let unauthenticated = Self(16)
  /// INVALID_ARGUMENT, whatever the trailers say.
  package static let invalid = Self(3)

  package static func == (one: Self, two: Self) -> Bool {
    one.code == two.code && one.trailer?.name == two.trailer?.name
      && one.trailer?.value == two.trailer?.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(trailer?.name)
    hasher.combine(trailer?.value)
  }

  /// Whether a call ended so.
  package func fits(_ end: CallEnd) -> Bool {
    guard end.code == code else { return false }
    guard let trailer else { return true }
    return end.trailer(trailer.name) == trailer.value
  }

  /// The end of a call that is refused so, for a saboteur.
  package func end(_ message: String = "cannot do it: it is refused") -> CallEnd {
    let fields = trailer.map { [HeaderField($0.name, $0.value)] } ?? []
    return CallEnd(code: code, message: message, trailers: fields)
  }
}

extension Refusal: CustomStringConvertible {
  package var description: String {
    let status = "\(CallEnd(code: code))"
    return trailer.map { "\(status) with \($0.name): \($0.value)" } ?? status
  }
}
