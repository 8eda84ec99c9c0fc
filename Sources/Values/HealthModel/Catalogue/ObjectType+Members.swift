extension ObjectType {
  /// The types whose samples a correlation of this type may hold; none for any other type.
  ///
  /// An app's permission for them is its permission for the correlation.
  package var memberTypes: [ObjectType] { Self.membersByCorrelation[self] ?? [] }

  /// Whether objects of the type hold samples that apps are permitted one by one.
  package var isCorrelation: Bool { description?.kind == .correlation }

  private static let membersByCorrelation: [ObjectType: [ObjectType]] = {
    var members: [ObjectType: [ObjectType]] = [:]
    for correlation in TypeCatalogue.all where correlation.kind == .correlation {
      members[correlation.type] = all.filter(correlation.mayHold)
    }
    return members
  }()
}
