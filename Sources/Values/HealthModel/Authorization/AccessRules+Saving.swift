extension AccessRules {
  /// The types that an app must be permitted to share to save these objects: their own, but of a
  /// correlation those of its members.
  ///
  /// - Throws: `invalidArgument` for records that no app saves.
  package static func typesShared(
    bySaving runs: [SampleRun]
  ) throws(ModelError) -> Set<ObjectType> {
    var types: Set<ObjectType> = []
    for run in runs where !run.isEmpty {
      guard let description = run.type.description, description.isSample else {
        throw ModelError(
          .invalidArgument, cannot: "save the objects",
          "\(run.type.identifier) is no type that apps save")
      }
      if description.kind == .correlation {
        types.formUnion(memberTypes(of: run))
      } else {
        types.insert(run.type)
      }
    }
    return types
  }

  /// The types of all members of a run of correlations.
  package static func memberTypes(of run: SampleRun) -> Set<ObjectType> {
    guard case .objects(let bodies) = run.payload else { return [] }
    return bodies.reduce(into: []) { types, body in
      if case .correlation(let members) = body { types.formUnion(members.types.values) }
    }
  }
}
