package import HealthModel
private import TextFormats

extension ObjectType {
  /// As many types as one request names: several times what the catalogue has.
  package static let mostRequested = 512
  /// Of so many of them a slip is looked for, which costs more than reading them.
  private static let mostCorrected = 8

  /// Reads what names a type: an identifier, of the catalogue or not, or a short name of the catalogue.
  ///
  /// - Throws: Also for a word that looks like a short name with a slip, of which nothing would ever be found.
  package init(wire identifier: String, field: String) throws(StoreWireError) {
    self = try Self.read(identifier, field, correcting: true)
  }

  /// Reads the identifiers of types, at least one.
  package static func types(
    wire identifiers: [String], field: String
  ) throws(StoreWireError) -> [ObjectType] {
    guard (1...mostRequested).contains(identifiers.count) else {
      throw StoreWireError(field, "there are \(identifiers.count), not 1 to \(mostRequested)")
    }
    var types: [ObjectType] = []
    for (index, identifier) in identifiers.enumerated() {
      types.append(try read(identifier, field, correcting: index < mostCorrected))
    }
    return types
  }

  private static func read(
    _ identifier: String, _ field: String, correcting: Bool
  ) throws(StoreWireError) -> ObjectType {
    guard !identifier.isEmpty, identifier.utf8.count <= Source.mostTextBytes,
      !identifier.utf8.contains(0)
    else {
      throw StoreWireError(
        field, "the identifier of a type has 1 to \(Source.mostTextBytes) bytes")
    }
    if let type = ObjectType(named: identifier) { return type }
    // An identifier may be one of a later version.
    if correcting, identifier.utf8.allSatisfy(isLetter), !identifier.hasPrefix("HK"),
      let meant = Suggestion.nearest(to: identifier, among: shortNames)
    {
      throw StoreWireError(field, "'\(identifier)' is no type; \(meant) is meant?")
    }
    return ObjectType(identifier)
  }

  private static let shortNames = ObjectType.all.map(\.name)

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
