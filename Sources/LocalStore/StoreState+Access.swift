internal import HealthModel
internal import HealthStorage

extension StoreState {
  /// What `app` may do with the types, and with those that correlations among them may hold.
  func rules(of app: String, for types: some Sequence<ObjectType>) -> AccessRules {
    var found: [ObjectType: Grant] = [:]
    for type in types {
      for type in [type] + type.memberTypes {
        found[type] = grants[GrantKey(app: app, type: type)]?.grant
      }
    }
    return AccessRules(app, grants: found)
  }

  /// Since when `app` sees the changes of a type.
  ///
  /// A correlation is seen from when the last of the types it may hold became so: each type that
  /// comes into sight tells all correlations anew, now with more members, and none is ever missed.
  func access(of app: String, to type: ObjectType) -> ChangeReader.Access {
    let types = type.isCorrelation ? type.memberTypes : [type]
    let decided = types.compactMap { grants[GrantKey(app: app, type: $0)] }
    return .app(
      bundleIdentifier: app, ownSince: decided.compactMap(\.ownSince).max(),
      foreignSince: decided.compactMap(\.foreignSince).max())
  }
}
