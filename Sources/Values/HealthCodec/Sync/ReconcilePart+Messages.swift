internal import CDyadMessages
internal import HealthModel

extension Packing {
  func reconcile(
    _ part: ReconcilePart
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__ReconcilePart> {
    let message = unsafe make(dyad__v1__reconcile_part__init)
    if let claim = part.claim {
      unsafe message.pointee.claim = try at("claim") { () throws(CodecError) in
        try unsafe self.claim(claim)
      }
    }
    unsafe message.pointee.deletions = try at("deletions") { () throws(CodecError) in
      try unsafe sentDeletions(part.deletions)
    }
    unsafe message.pointee.n_deletions = part.deletions.count
    if let content = part.content { try unsafe fill(message, with: content) }
    unsafe message.pointee.is_last = part.isLast ? 1 : 0
    return unsafe message
  }

  private func fill(
    _ message: UnsafeMutablePointer<Dyad__V1__ReconcilePart>, with content: ReconcilePart.Content
  ) throws(CodecError) {
    switch content {
    case .spans(let spans):
      unsafe message.pointee.content_case = DYAD__V1__RECONCILE_PART__CONTENT_SPANS
      unsafe message.pointee.spans = try at("spans") { () throws(CodecError) in
        try unsafe self.spans(spans)
      }
    case .days(let spans, let roots):
      unsafe message.pointee.content_case = DYAD__V1__RECONCILE_PART__CONTENT_DAYS
      unsafe message.pointee.days = try at("days") { () throws(CodecError) in
        try unsafe self.roots(spans: spans, roots)
      }
    case .lists(let lists, let selection):
      unsafe message.pointee.content_case = DYAD__V1__RECONCILE_PART__CONTENT_LISTS
      unsafe message.pointee.lists = try at("lists") { () throws(CodecError) in
        try unsafe self.lists(lists, of: selection)
      }
    case .missing(let lists):
      unsafe message.pointee.content_case = DYAD__V1__RECONCILE_PART__CONTENT_MISSING
      unsafe message.pointee.missing = try at("missing") { () throws(CodecError) in
        try unsafe self.lists(lists, of: nil)
      }
    }
  }

  private func claim(
    _ claim: ReconcilePart.Claim
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__ReconcilePart__Claim> {
    let message = unsafe make(dyad__v1__reconcile_part__claim__init)
    unsafe message.pointee.vector = try at("vector") { () throws(CodecError) in
      try unsafe news(claim.vector)
    }
    unsafe message.pointee.known = try at("known") { () throws(CodecError) in
      try unsafe known(claim.known)
    }
    unsafe message.pointee.scope = try at("scope") { () throws(CodecError) in
      try unsafe scope(claim.range.scope)
    }
    unsafe message.pointee.floor = try at("floor") { () throws(CodecError) in
      try rules.instant(claim.range.floor)
    }
    unsafe message.pointee.head = try at("head") { () throws(CodecError) in
      try unsafe place(claim.head)
    }
    return unsafe message
  }
}

extension Unpacking {
  func reconcile(
    _ message: UnsafeMutablePointer<Dyad__V1__ReconcilePart>?
  ) throws(CodecError) -> ReconcilePart {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    return ReconcilePart(
      claim: try at("claim") { () throws(CodecError) -> ReconcilePart.Claim? in
        guard let claim = unsafe message.pointee.claim else { return nil }
        return try unsafe self.claim(claim)
      },
      deletions: try at("deletions") { () throws(CodecError) in
        try unsafe sentDeletions(message.pointee.n_deletions, message.pointee.deletions)
      },
      content: try unsafe content(message),
      isLast: unsafe message.pointee.is_last != 0)
  }

  private func content(
    _ message: UnsafeMutablePointer<Dyad__V1__ReconcilePart>
  ) throws(CodecError) -> ReconcilePart.Content? {
    switch unsafe message.pointee.content_case {
    case DYAD__V1__RECONCILE_PART__CONTENT_SPANS:
      return .spans(
        try at("spans") { () throws(CodecError) in try unsafe spans(message.pointee.spans) })
    case DYAD__V1__RECONCILE_PART__CONTENT_DAYS:
      return try at("days") { () throws(CodecError) in
        try unsafe roots(message.pointee.days)
      }
    case DYAD__V1__RECONCILE_PART__CONTENT_LISTS:
      return try at("lists") { () throws(CodecError) in
        let (lists, selection) = try unsafe lists(message.pointee.lists)
        return .lists(lists, of: selection)
      }
    case DYAD__V1__RECONCILE_PART__CONTENT_MISSING:
      return try at("missing") { () throws(CodecError) in
        let (lists, selection) = try unsafe lists(message.pointee.missing)
        guard selection == nil else {
          throw CodecError(.notAllowed, "selection", "what is missing selects no days")
        }
        return .missing(lists)
      }
    default: return nil
    }
  }

  private func claim(
    _ message: UnsafeMutablePointer<Dyad__V1__ReconcilePart__Claim>
  ) throws(CodecError) -> ReconcilePart.Claim {
    ReconcilePart.Claim(
      vector: try at("vector") { () throws(CodecError) in
        try unsafe news(message.pointee.vector)
      },
      known: try at("known") { () throws(CodecError) in
        try unsafe known(message.pointee.known)
      },
      range: SharedRange(
        scope: try at("scope") { () throws(CodecError) in
          try unsafe scope(message.pointee.scope)
        },
        floor: try at("floor") { () throws(CodecError) in
          try rules.instant(unsafe message.pointee.floor)
        }),
      head: try at("head") { () throws(CodecError) in try unsafe place(message.pointee.head) })
  }
}
