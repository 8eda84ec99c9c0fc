internal import HealthModel
internal import HealthStorage

extension StoreState {
  /// What `app` may do with the types, and with those that correlations among them may hold.
  func rules(of app: String, for types: some Sequence<ObjectType>, at now: Double) -> AccessRules {
    mayActOnGrants(at: now) ? decisions(for: app, on: types) : AccessRules(app, grants: [:])
  }

  /// What was decided for `app` of the same types, whether or not it holds at present.
  func decisions(for app: String, on types: some Sequence<ObjectType>) -> AccessRules {
    var found: [ObjectType: Grant] = [:]
    for type in types {
      for type in [type] + type.memberTypes {
        found[type] = grants[GrantKey(app: app, type: type)]?.grant
      }
      // What is granted of documents is said for each of them.
      if type == .cda {
        for (key, decided) in grants where key.app == app && key.type.document != nil {
          found[key.type] = decided.grant
        }
      }
    }
    return AccessRules(app, grants: found)
  }

  /// Since when `app` sees the changes of a type.
  ///
  /// A correlation is seen from when the last of the types it may hold became so: each type that
  /// comes into sight tells all correlations anew, now with more members, and none is ever missed.
  func access(of app: String, to type: ObjectType, at now: Double) -> ChangeReader.Access {
    let types = type.isCorrelation ? type.memberTypes : [type]
    let decided =
      mayActOnGrants(at: now)
      ? types.compactMap { grants[GrantKey(app: app, type: $0)] } : []
    let ownSince = decided.compactMap(\.ownSince).max()
    let foreignSince = decided.compactMap(\.foreignSince).max()
    guard type == .cda else {
      return .app(bundleIdentifier: app, ownSince: ownSince, foreignSince: foreignSince)
    }
    // Documents that are granted tell all granted ones anew, as types do that correlations hold.
    let granted = rules(of: app, for: [type], at: now).documents.granted
    let since = grants.compactMap { key, decided in
      key.app == app && key.type.document.map { granted.contains($0) } ?? false
        ? decided.foreignSince : nil
    }
    return .app(
      bundleIdentifier: app, ownSince: ownSince,
      foreignSince: granted.isEmpty ? nil : (since + [foreignSince ?? 0]).max(), chosen: granted)
  }

  /// Whether grants hold: those that a phone decided do so only until the lease is over.
  private func mayActOnGrants(at now: Double) -> Bool {
    record.settings.version == .none || record.isLeased(at: now)
  }
}
