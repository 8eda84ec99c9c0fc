extension WatchSettings {
  /// What both records allow: where one of them lost decisions, no revocation is undone (R20).
  package func intersection(_ other: Self) -> (scope: TypeScope, access: [Access]) {
    struct Key: Hashable {
      var app: String
      var type: ObjectType
    }
    var theirs: [Key: Grant] = [:]
    for access in other.access { theirs[Key(app: access.app, type: access.type)] = access.grant }
    let common = access.compactMap { mine -> Access? in
      guard let other = theirs[Key(app: mine.app, type: mine.type)] else { return nil }
      let grant = Grant(
        share: Self.common(mine.grant.share, other.share),
        read: Self.common(mine.grant.read, other.read))
      return grant.isDetermined ? Access(app: mine.app, type: mine.type, grant: grant) : nil
    }
    return (scope.intersection(other.scope), common)
  }

  private static func common(_ left: Grant.Decision, _ right: Grant.Decision) -> Grant.Decision {
    if left == right { return left }
    return left == .denied || right == .denied ? .denied : .notDetermined
  }

  /// What an app may do with a type, as decided.
  package func grant(of app: String, _ type: ObjectType) -> Grant {
    access.first { $0.app == app && $0.type == type }?.grant ?? Grant()
  }
}

extension SyncRecord {
  /// What an app may do on a watch now: nothing once the lease is over.
  package func grant(of app: String, _ type: ObjectType, at now: Double) -> Grant {
    isLeased(at: now) ? settings.grant(of: app, type) : Grant()
  }

  /// Whether a watch may act on what the phone decided.
  ///
  /// Not where the clock stands before the lease's beginning, so that no jump of the clock makes it longer.
  package func isLeased(at now: Double) -> Bool {
    guard let began = leaseBegan else { return false }
    return now >= began && now < began + settings.lease
  }
}
