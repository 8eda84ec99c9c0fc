package import HealthModel

/// What an app saw of a type when it began to read, for answers that take long: what is decided meanwhile
/// ends them.
package struct AppSight: Sendable {
  /// The owner's, which nothing ends.
  package static let everything = AppSight()

  private let ofApp: (session: AppSession, type: ObjectType, rules: AccessRules)?

  private init() {
    ofApp = nil
  }

  init(session: AppSession, type: ObjectType, rules: AccessRules) {
    ofApp = (session, type, rules)
  }

  /// Whether the reader may still see all that it saw then.
  package var holds: Bool {
    guard let (session, type, rules) = ofApp else { return true }
    return session.rules(for: [type], in: session.store.state).sees(type, asMuchAs: rules)
  }
}

extension AppSession {
  /// What the app sees of a type from now on.
  ///
  /// - Throws: As `visibility(of:)` does.
  package func sight(of type: ObjectType) throws(ModelError) -> AppSight {
    _ = try visibility(of: type)
    return AppSight(session: self, type: type, rules: rules(for: [type], in: store.state))
  }
}
