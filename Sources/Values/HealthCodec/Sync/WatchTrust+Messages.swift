internal import CDyadMessages
internal import HealthModel

extension WatchTrust {
  fileprivate func check(_ rules: FieldRules) throws(CodecError) {
    _ = try at("equal_at") { () throws(CodecError) in try rules.finite(equalAt) }
    _ = try at("incarnations") { () throws(CodecError) in
      try rules.count(incarnations.count, atMost: CodecBound.trustedIncarnations)
    }
    _ = try at("allowances") { () throws(CodecError) in
      try rules.count(allowances.count, atMost: CodecBound.allowances)
    }
    for dots in [held, foretold] {
      _ = try at("held") { () throws(CodecError) in
        try rules.count(dots.intervalCount, atMost: CodecBound.heldIntervals)
      }
    }
    for (type, allowance) in allowances {
      try at("allowances") { () throws(CodecError) in
        _ = try rules.text(type.identifier)
        _ = try rules.finite(allowance.since)
        guard allowance.count >= 0 else { throw rules.error(.outOfRange, "a count is negative") }
      }
    }
  }
}

extension Packing {
  func trust(
    _ trust: WatchTrust
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__WatchTrust> {
    try trust.check(rules)
    let message = unsafe make(dyad__v1__watch_trust__init)
    unsafe message.pointee.equal_at = trust.equalAt + 0
    unsafe message.pointee.scope = try at("scope") { () throws(CodecError) in
      try unsafe scope(trust.scope)
    }
    unsafe message.pointee.incarnations = array(trust.incarnations.map(\.rawValue))
    unsafe message.pointee.n_incarnations = trust.incarnations.count
    let allowances = trust.allowances.sorted { $0.key < $1.key }
    unsafe message.pointee.allowances = try unsafe array(allowances) { entry throws(CodecError) in
      let message = unsafe make(dyad__v1__watch_trust__allowance__init)
      unsafe message.pointee.type = try unsafe text(rules.text(entry.key.identifier))
      unsafe message.pointee.since = entry.value.since + 0
      unsafe message.pointee.count = Int64(entry.value.count)
      return unsafe message
    }
    unsafe message.pointee.n_allowances = allowances.count
    unsafe message.pointee.held = try at("held") { () throws(CodecError) in
      try unsafe vector(trust.held)
    }
    unsafe message.pointee.foretold = try at("foretold") { () throws(CodecError) in
      try unsafe vector(trust.foretold)
    }
    return unsafe message
  }
}

extension Unpacking {
  func trust(
    _ message: UnsafeMutablePointer<Dyad__V1__WatchTrust>
  ) throws(CodecError) -> WatchTrust {
    let incarnations = try at("incarnations") { () throws(CodecError) in
      let count = try unsafe rules.count(
        message.pointee.n_incarnations, atMost: CodecBound.trustedIncarnations)
      return unsafe UnsafeBufferPointer(start: message.pointee.incarnations, count: count)
        .map { Incarnation(rawValue: $0) }
    }
    let allowances = try at("allowances") { () throws(CodecError) in
      let count = try unsafe rules.count(
        message.pointee.n_allowances, atMost: CodecBound.allowances)
      let entries = try unsafe values(count, message.pointee.allowances) {
        entry throws(CodecError) in
        (
          type: ObjectType(try rules.text(unsafe text(entry.pointee.type))),
          allowance: WatchTrust.Allowance(
            since: unsafe entry.pointee.since, count: Int(unsafe entry.pointee.count))
        )
      }
      _ = try rules.distinct(entries.map(\.type), "a type")
      return Dictionary(uniqueKeysWithValues: entries.map { ($0.type, $0.allowance) })
    }
    let trust = WatchTrust(
      equalAt: unsafe message.pointee.equal_at,
      scope: try at("scope") { () throws(CodecError) in
        try unsafe scope(message.pointee.scope)
      },
      incarnations: incarnations, allowances: allowances,
      held: try at("held") { () throws(CodecError) in
        guard let held = unsafe message.pointee.held else { return VersionVector() }
        return try unsafe vector(held)
      },
      foretold: try at("foretold") { () throws(CodecError) in
        guard let foretold = unsafe message.pointee.foretold else { return VersionVector() }
        return try unsafe vector(foretold)
      })
    try trust.check(rules)
    return trust
  }
}
