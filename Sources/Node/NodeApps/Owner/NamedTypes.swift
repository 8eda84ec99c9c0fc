internal import HealthModel
internal import RPCCore

/// Reads the names of types that an owner wrote.
enum NamedTypes {
  /// More than the catalogue has, and a bound for what is looked up.
  static let mostNames = 512
  /// As many characters of a name that is none as an error repeats.
  private static let mostShown = 64

  /// Reads a short name or an identifier, in any case.
  ///
  /// - Throws: INVALID_ARGUMENT for a name that no type has.
  static func read(_ name: String, cannot operation: String) throws(RPCError) -> ObjectType {
    guard !name.isEmpty else {
      throw RPCError(.invalidArgument, "cannot \(operation): a type has no name")
    }
    guard let type = ObjectType(named: name) else {
      throw RPCError(
        .invalidArgument, "cannot \(operation): there is no type '\(name.prefix(mostShown))'")
    }
    return type
  }

  /// Reads the name of a type or of a single document, as decisions have them.
  ///
  /// - Throws: INVALID_ARGUMENT for a name that neither has.
  static func readDecided(_ name: String, cannot operation: String) throws(RPCError) -> ObjectType {
    if ObjectType(name).document != nil { return ObjectType(name) }
    return try read(name, cannot: operation)
  }

  /// Reads several names, none twice; those of documents where decisions name them.
  ///
  /// - Throws: INVALID_ARGUMENT for a name that no type has, for one that comes twice, and for too many.
  static func read(
    _ names: [String], cannot operation: String, areDecided: Bool = false
  ) throws(RPCError) -> Set<ObjectType> {
    guard names.count <= mostNames else {
      throw RPCError(
        .invalidArgument, "cannot \(operation): more than \(mostNames) types are named")
    }
    var types: Set<ObjectType> = []
    for name in names {
      let type =
        try areDecided
        ? readDecided(name, cannot: operation) : read(name, cannot: operation)
      guard types.insert(type).inserted else {
        throw RPCError(.invalidArgument, "cannot \(operation): \(type.name) is named twice")
      }
    }
    return types
  }
}
