/// A message: a value, its fields one by one, and back; `Tools/swift-messages` writes such types.
///
/// ```swift
/// struct HealthCheckRequest: WireMessage {
///   static let wireName = "grpc.health.v1.HealthCheckRequest"
///   var service = ""
///
///   mutating func read(_ field: WireField) throws(WireError) {
///     switch field.number {
///     case 1: service = try field.string("service")
///     default: break
///     }
///   }
///
///   func write(to writer: inout WireWriter) {
///     writer.write(service, field: 1)
///   }
/// }
/// ```
package protocol WireMessage: WireReadable, Hashable {
  /// Writes the fields in the order of their numbers.
  func write(to writer: inout WireWriter)
}

extension WireMessage {
  /// The message as bytes.
  package func encoded() -> [UInt8] {
    var writer = WireWriter()
    write(to: &writer)
    return writer.bytes
  }
}
