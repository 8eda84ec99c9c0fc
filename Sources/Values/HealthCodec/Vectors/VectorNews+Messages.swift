internal import CDyadMessages
internal import HealthModel

extension Packing {
  func news(
    _ news: VectorNews
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__VectorNews> {
    let message = unsafe make(dyad__v1__vector_news__init)
    switch news {
    case .whole(let vector):
      unsafe message.pointee.news_case = DYAD__V1__VECTOR_NEWS__NEWS_WHOLE
      unsafe message.pointee.whole = try at("whole") { () throws(CodecError) in
        try unsafe self.vector(vector)
      }
    case .digest(let digest):
      unsafe message.pointee.news_case = DYAD__V1__VECTOR_NEWS__NEWS_DIGEST
      unsafe message.pointee.digest = digest
    case .difference(let difference):
      unsafe message.pointee.news_case = DYAD__V1__VECTOR_NEWS__NEWS_DIFFERENCE
      unsafe message.pointee.difference = try at("difference") { () throws(CodecError) in
        try unsafe self.difference(difference)
      }
    }
    return unsafe message
  }

  private func difference(
    _ difference: VectorDifference
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__VectorDifference> {
    try difference.check(rules)
    let message = unsafe make(dyad__v1__vector_difference__init)
    unsafe message.pointee.base_digest = difference.base
    unsafe message.pointee.changed = try at("changed") { () throws(CodecError) in
      try unsafe vector(difference.changed)
    }
    unsafe message.pointee.removed = try at("removed") { () throws(CodecError) in
      try unsafe streams(difference.removed.sorted { $0.isOrdered(before: $1) })
    }
    unsafe message.pointee.result_digest = difference.result
    return unsafe message
  }

  func summary(
    _ summary: VectorSummary
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__VectorSummary> {
    let entries = summary.digests.sorted { $0.key.isOrdered(before: $1.key) }
    let message = unsafe make(dyad__v1__vector_summary__init)
    unsafe message.pointee.streams = try at("streams") { () throws(CodecError) in
      try unsafe streams(entries.map(\.key))
    }
    unsafe message.pointee.digests = array(entries.map(\.value))
    unsafe message.pointee.n_digests = entries.count
    return unsafe message
  }
}

extension Unpacking {
  func news(
    _ message: UnsafeMutablePointer<Dyad__V1__VectorNews>?
  ) throws(CodecError) -> VectorNews {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    switch unsafe message.pointee.news_case {
    case DYAD__V1__VECTOR_NEWS__NEWS_WHOLE:
      return .whole(
        try at("whole") { () throws(CodecError) in
          guard let whole = unsafe message.pointee.whole else {
            throw CodecError(.malformed, "missing")
          }
          return try unsafe vector(whole)
        })
    case DYAD__V1__VECTOR_NEWS__NEWS_DIGEST:
      return .digest(unsafe message.pointee.digest)
    case DYAD__V1__VECTOR_NEWS__NEWS_DIFFERENCE:
      return .difference(
        try at("difference") { () throws(CodecError) in
          try unsafe difference(message.pointee.difference)
        })
    default: throw CodecError(.malformed, "news", "none that this version knows")
    }
  }

  private func difference(
    _ message: UnsafeMutablePointer<Dyad__V1__VectorDifference>?
  ) throws(CodecError) -> VectorDifference {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    let difference = VectorDifference(
      base: unsafe message.pointee.base_digest,
      changed: try at("changed") { () throws(CodecError) in
        guard let changed = unsafe message.pointee.changed else { return VersionVector() }
        return try unsafe vector(changed)
      },
      removed: Set(
        try at("removed") { () throws(CodecError) in
          try unsafe streams(message.pointee.removed, atMost: CodecBound.intervals)
        }),
      result: unsafe message.pointee.result_digest)
    try difference.check(rules)
    return difference
  }

  func summary(
    _ message: UnsafeMutablePointer<Dyad__V1__VectorSummary>
  ) throws(CodecError) -> VectorSummary {
    let streams = try at("streams") { () throws(CodecError) in
      try unsafe self.streams(message.pointee.streams, atMost: CodecBound.intervals)
    }
    let count = unsafe message.pointee.n_digests
    guard count == streams.count else {
      throw CodecError(.wrongCount, "digests", "\(count) for \(streams.count) streams")
    }
    var digests: [VersionVector.Stream: UInt64] = [:]
    digests.reserveCapacity(count)
    for (index, stream) in streams.enumerated() {
      digests[stream] = unsafe message.pointee.digests[index]
    }
    return VectorSummary(digests: digests)
  }
}

extension VectorDifference {
  fileprivate func check(_ rules: FieldRules) throws(CodecError) {
    guard removed.allSatisfy({ changed.streams[$0] == nil }) else {
      throw rules.error(.duplicate, "a stream is changed and removed").inside("removed")
    }
  }
}
