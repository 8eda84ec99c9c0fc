internal import CDyadMessages
internal import HealthModel

extension Packing {
  func hello(_ hello: Hello) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Hello> {
    let message = unsafe make(dyad__v1__hello__init)
    guard hello.versions.lowerBound >= 1 else {
      throw rules.error(.outOfRange, "it is 0").inside("lowest_version")
    }
    unsafe message.pointee.lowest_version = hello.versions.lowerBound
    unsafe message.pointee.highest_version = hello.versions.upperBound
    unsafe message.pointee.role = UInt32(hello.role.rawValue)
    unsafe message.pointee.incarnation = hello.incarnation.rawValue
    unsafe message.pointee.ordinal = try at("ordinal") { () throws(CodecError) in
      try rules.ordinal(hello.ordinal)
    }
    unsafe message.pointee.view = hello.view
    unsafe message.pointee.floor = try at("floor") { () throws(CodecError) in
      try rules.instant(hello.floor)
    }
    unsafe message.pointee.known = try at("known") { () throws(CodecError) in
      try unsafe known(hello.known)
    }
    unsafe message.pointee.settings = try at("settings") { () throws(CodecError) in
      try unsafe sentSettings(hello.settings)
    }
    unsafe message.pointee.vector = try at("vector") { () throws(CodecError) in
      try unsafe news(hello.vector)
    }
    if let receipt = hello.receipt {
      unsafe message.pointee.receipt = try at("receipt") { () throws(CodecError) in
        try unsafe summary(receipt)
      }
    }
    unsafe message.pointee.cursor = try at("cursor") { () throws(CodecError) in
      try unsafe place(hello.cursor)
    }
    unsafe message.pointee.questions = try at("questions") { () throws(CodecError) in
      try unsafe sentQuestions(hello.questions)
    }
    unsafe message.pointee.n_questions = hello.questions.count
    unsafe message.pointee.workouts = try at("workouts") { () throws(CodecError) in
      try unsafe report(hello.workouts)
    }
    unsafe message.pointee.now = try at("now") { () throws(CodecError) in
      try rules.finite(hello.now)
    }
    unsafe message.pointee.limits = try at("limits") { () throws(CodecError) in
      try unsafe limits(hello.limits)
    }
    return unsafe message
  }

  func welcome(_ welcome: Welcome) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Welcome> {
    let message = unsafe make(dyad__v1__welcome__init)
    guard welcome.version >= 1 else {
      throw rules.error(.outOfRange, "it is 0").inside("version")
    }
    unsafe message.pointee.version = welcome.version
    unsafe message.pointee.incarnation = welcome.incarnation.rawValue
    unsafe message.pointee.view = welcome.view
    unsafe message.pointee.vector = try at("vector") { () throws(CodecError) in
      try unsafe news(welcome.vector)
    }
    unsafe message.pointee.cursor = try at("cursor") { () throws(CodecError) in
      try unsafe place(welcome.cursor)
    }
    unsafe message.pointee.must_reconcile = welcome.mustReconcile ? 1 : 0
    unsafe message.pointee.now = try at("now") { () throws(CodecError) in
      try rules.finite(welcome.now)
    }
    unsafe message.pointee.limits = try at("limits") { () throws(CodecError) in
      try unsafe limits(welcome.limits)
    }
    return unsafe message
  }

  private func limits(
    _ limits: SessionLimits
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__SessionLimits> {
    try limits.check(rules)
    let message = unsafe make(dyad__v1__session_limits__init)
    unsafe message.pointee.samples = UInt32(limits.samples)
    unsafe message.pointee.bytes = UInt64(limits.bytes)
    unsafe message.pointee.credit = UInt64(limits.credit)
    return unsafe message
  }
}

extension Unpacking {
  func hello(_ message: UnsafeMutablePointer<Dyad__V1__Hello>?) throws(CodecError) -> Hello {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    let lowest = unsafe message.pointee.lowest_version
    let highest = unsafe message.pointee.highest_version
    guard lowest >= 1 else { throw CodecError(.outOfRange, "lowest_version", "it is 0") }
    guard lowest <= highest else {
      throw CodecError(.unordered, "highest_version", "it is below the lowest")
    }
    guard let role = unsafe UInt8(exactly: message.pointee.role).flatMap(NodeRole.init) else {
      throw CodecError(.outOfRange, "role", "no role that this version knows")
    }
    return Hello(
      versions: lowest...highest, role: role,
      incarnation: Incarnation(rawValue: unsafe message.pointee.incarnation),
      ordinal: try at("ordinal") { () throws(CodecError) in
        try rules.ordinal(unsafe message.pointee.ordinal)
      },
      view: unsafe message.pointee.view,
      floor: try at("floor") { () throws(CodecError) in
        try rules.instant(unsafe message.pointee.floor)
      },
      known: try at("known") { () throws(CodecError) in
        try unsafe known(message.pointee.known)
      },
      settings: try at("settings") { () throws(CodecError) in
        try unsafe sentSettings(message.pointee.settings)
      },
      vector: try at("vector") { () throws(CodecError) in
        try unsafe news(message.pointee.vector)
      },
      receipt: try at("receipt") { () throws(CodecError) -> VectorSummary? in
        guard let receipt = unsafe message.pointee.receipt else { return nil }
        return try unsafe summary(receipt)
      },
      cursor: try at("cursor") { () throws(CodecError) in
        try unsafe place(message.pointee.cursor)
      },
      questions: try at("questions") { () throws(CodecError) in
        try unsafe sentQuestions(message.pointee.n_questions, message.pointee.questions)
      },
      workouts: try at("workouts") { () throws(CodecError) in
        try unsafe report(message.pointee.workouts)
      },
      now: try at("now") { () throws(CodecError) in
        try rules.finite(unsafe message.pointee.now)
      },
      limits: try at("limits") { () throws(CodecError) in
        try unsafe limits(message.pointee.limits)
      })
  }

  func welcome(_ message: UnsafeMutablePointer<Dyad__V1__Welcome>?) throws(CodecError) -> Welcome {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    guard unsafe message.pointee.version >= 1 else {
      throw CodecError(.outOfRange, "version", "it is 0")
    }
    return Welcome(
      version: unsafe message.pointee.version,
      incarnation: Incarnation(rawValue: unsafe message.pointee.incarnation),
      view: unsafe message.pointee.view,
      vector: try at("vector") { () throws(CodecError) in
        try unsafe news(message.pointee.vector)
      },
      cursor: try at("cursor") { () throws(CodecError) in
        try unsafe place(message.pointee.cursor)
      },
      mustReconcile: unsafe message.pointee.must_reconcile != 0,
      now: try at("now") { () throws(CodecError) in
        try rules.finite(unsafe message.pointee.now)
      },
      limits: try at("limits") { () throws(CodecError) in
        try unsafe limits(message.pointee.limits)
      })
  }

  private func limits(
    _ message: UnsafeMutablePointer<Dyad__V1__SessionLimits>?
  ) throws(CodecError) -> SessionLimits {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    let limits = unsafe SessionLimits(
      samples: Int(message.pointee.samples), bytes: Int(clamping: message.pointee.bytes),
      credit: Int(clamping: message.pointee.credit))
    try limits.check(rules)
    return limits
  }
}

extension SessionLimits {
  fileprivate func check(_ rules: FieldRules) throws(CodecError) {
    guard (1...Int(UInt32.max)).contains(samples) else {
      throw rules.error(.outOfRange, "it is not in 1..<2^32").inside("samples")
    }
    guard (1...CodecBound.weight).contains(bytes) else {
      throw rules.error(.outOfRange, "it is not in 1...2^40").inside("bytes")
    }
    guard (1...CodecBound.weight).contains(credit) else {
      throw rules.error(.outOfRange, "it is not in 1...2^40").inside("credit")
    }
  }
}
