/// The name of a kind of data, be it one of the catalogue or one of a newer peer's.
package struct ObjectType: Hashable, Sendable {
  package let identifier: String

  package init(_ identifier: String) {
    self.identifier = identifier
  }

  /// The type that an identifier or a short name of the catalogue means, in any case; `nil` for
  /// anything else.
  package init?(named name: String) {
    let lowercased = name.lowercased()
    guard
      let found = TypeCatalogue.byIdentifier[name] ?? TypeCatalogue.byLowercasedName[lowercased]
        ?? TypeCatalogue.all.first(where: { $0.type.identifier.lowercased() == lowercased })
    else { return nil }
    self = found.type
  }

  /// What the catalogue says of it; `nil` for a type it does not know.
  package var description: TypeDescription? { TypeCatalogue.byIdentifier[identifier] }

  /// The short name, or the identifier where the catalogue has none.
  package var name: String { description?.name ?? identifier }

  /// Every type of the catalogue, in its order.
  package static var all: [ObjectType] { TypeCatalogue.all.map(\.type) }
}

extension ObjectType: Comparable {
  package static func < (left: Self, right: Self) -> Bool { left.identifier < right.identifier }
}
