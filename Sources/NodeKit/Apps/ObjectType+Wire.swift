internal import DyadServices
internal import HealthModel

extension ObjectType {
  /// As many types as one request names: several times what the catalogue has.
  static let mostRequested = 512

  /// Reads what names a type: an identifier, of the catalogue or not, or a short name of the catalogue.
  init(wire identifier: String, field: String) throws(StoreWireError) {
    guard !identifier.isEmpty, identifier.utf8.count <= Source.mostTextBytes,
      !identifier.utf8.contains(0)
    else {
      throw StoreWireError(
        field, "the identifier of a type has 1 to \(Source.mostTextBytes) bytes")
    }
    self = ObjectType(named: identifier) ?? ObjectType(identifier)
  }

  /// Reads the identifiers of types, at least one.
  static func types(
    wire identifiers: [String], field: String
  ) throws(StoreWireError) -> [ObjectType] {
    guard (1...mostRequested).contains(identifiers.count) else {
      throw StoreWireError(field, "there are \(identifiers.count), not 1 to \(mostRequested)")
    }
    return try identifiers.map { identifier throws(StoreWireError) in
      try ObjectType(wire: identifier, field: field)
    }
  }
}
