/// What a user answered for one app: what is in neither list stays as it was.
package struct AccessDecision: Hashable, Sendable {
  /// Whether the app may share each type.
  package var share: [ObjectType: Bool]
  /// Whether the app may read each type.
  package var read: [ObjectType: Bool]

  package init(share: [ObjectType: Bool] = [:], read: [ObjectType: Bool] = [:]) {
    self.share = share
    self.read = read
  }

  /// One answer to all of a request.
  package init(_ answer: Bool, to request: AccessRequest) {
    self.init(
      share: Dictionary(uniqueKeysWithValues: request.share.map { ($0, answer) }),
      read: Dictionary(uniqueKeysWithValues: request.read.map { ($0, answer) }))
  }

  /// What is decided, as the request that would have asked for it.
  package var request: AccessRequest {
    AccessRequest(share: Set(share.keys), read: Set(read.keys))
  }

  /// Checks that all of it is a user's to decide, single documents among it.
  ///
  /// - Throws: `invalidArgument` for types that no app may share or read, and where nothing is decided.
  package func check() throws(ModelError) {
    let types = AccessRequest(
      share: Set(share.keys), read: Set(read.keys.lazy.filter { $0.document == nil }))
    if types.isEmpty, !read.isEmpty { return }
    try types.check()
  }

  /// The grants that the decision changes, from what they were.
  package func grants(
    changing old: (ObjectType) -> Grant
  ) -> [(type: ObjectType, grant: Grant)] {
    Set(share.keys).union(read.keys).sorted().map { type in
      var grant = old(type)
      if let answer = share[type] { grant.share = answer ? .authorized : .denied }
      if let answer = read[type] { grant.read = answer ? .authorized : .denied }
      return (type, grant)
    }
  }
}
