/// What one app may do with each type, by what its user decided; nothing here reads or writes.
///
/// A correlation is permitted by the types of its members and never by its own: what an app may do
/// with one of the types that it may hold, it may do with a correlation of such members.
package struct AccessRules: Hashable, Sendable {
  /// The app.
  package let bundleIdentifier: String
  private let grants: [ObjectType: Grant]

  /// The rules that follow from the given grants; types without one were never asked for.
  package init(_ bundleIdentifier: String, grants: [ObjectType: Grant]) {
    self.bundleIdentifier = bundleIdentifier
    self.grants = grants
  }

  /// What the user decided of a type; of a correlation, the most that was decided of its members.
  package func grant(of type: ObjectType) -> Grant {
    guard type.isCorrelation else { return grants[type] ?? Grant() }
    return type.memberTypes.reduce(into: Grant()) { most, member in
      guard let grant = grants[member] else { return }
      most.share = Self.widest(most.share, grant.share)
      most.read = Self.widest(most.read, grant.read)
    }
  }

  private static func widest(
    _ one: Grant.Decision, _ other: Grant.Decision
  ) -> Grant.Decision {
    one.rawValue >= other.rawValue ? one : other
  }

  /// What was decided of documents, one by one.
  package var documents: DocumentRules {
    var decisions: [SampleUUID: Grant.Decision] = [:]
    for (type, grant) in grants {
      if let document = type.document { decisions[document] = grant.read }
    }
    return DocumentRules(bundleIdentifier, type: grant(of: .cda), decisions: decisions)
  }

  /// What the app is told of its permission: to share only, and never of correlations.
  package func authorizationStatus(of type: ObjectType) -> Grant.Decision {
    type.isCorrelation ? .notDetermined : grant(of: type).share
  }

  /// The types of a request that the user has not decided yet; the others never prompt again.
  package func undecided(in request: AccessRequest) -> AccessRequest {
    AccessRequest(
      share: request.share.filter { grant(of: $0).share == .notDetermined },
      read: request.read.filter { grant(of: $0).read == .notDetermined })
  }

  /// Checks that the app may save or delete objects of all of these types.
  ///
  /// - Throws: `authorizationNotDetermined` where one was never asked for, else
  ///   `authorizationDenied` where one was denied.
  package func checkSharing(
    _ types: Set<ObjectType>, to operation: String
  ) throws(ModelError) {
    try refuse(types, decided: .notDetermined, .authorizationNotDetermined, operation)
    try refuse(types, decided: .denied, .authorizationDenied, operation)
  }

  private func refuse(
    _ types: Set<ObjectType>, decided decision: Grant.Decision, _ code: ModelError.Code,
    _ operation: String
  ) throws(ModelError) {
    guard let type = types.sorted().first(where: { grant(of: $0).share == decision }) else {
      return
    }
    throw ModelError(
      code, cannot: operation,
      decision == .denied
        ? "sharing \(type.name) is denied" : "sharing \(type.name) was never asked for")
  }

  /// Whether the app sees all of a type that it saw by other rules of its own; of correlations, all members
  /// as well.
  package func sees(_ type: ObjectType, asMuchAs former: AccessRules) -> Bool {
    if type == .cda {
      var lost = former.documents.granted
      lost.subtract(documents.granted)
      guard lost.isEmpty else { return false }
    }
    return (type.isCorrelation ? type.memberTypes : [type]).allSatisfy { type in
      let (now, then) = (grant(of: type), former.grant(of: type))
      return (now.seesOwn || !then.seesOwn) && (now.seesForeign || !then.seesForeign)
    }
  }

  /// What the app sees of a type.
  ///
  /// - Throws: `authorizationNotDetermined` where neither sharing nor reading was ever asked for.
  ///   That reading was denied is no error: there is just less to see, or nothing.
  package func visibility(of type: ObjectType) throws(ModelError) -> Visibility {
    let grant = grant(of: type)
    guard grant.isDetermined else {
      throw ModelError(
        .authorizationNotDetermined, cannot: "read \(type.name)",
        "reading it was never asked for")
    }
    return sight(of: type)
  }

  /// The same, and nothing where neither was ever asked for.
  package func sight(of type: ObjectType) -> Visibility {
    // That an app may read the type lets it ask for documents, and hands out none.
    type == .cda ? documents.visibility : Visibility(grant(of: type), for: bundleIdentifier)
  }
}
