internal import CDyadMessages
internal import HealthModel

extension Packing {
  /// Open questions that another node is told.
  func sentQuestions(
    _ questions: [AccessQuestion]
  ) throws(CodecError) -> UnsafeMutablePointer<UnsafeMutablePointer<Dyad__V1__AccessQuestion>?> {
    try questions.checkSent(rules)
    return try unsafe self.questions(questions)
  }

  /// All open questions of a watch.
  func questions(
    _ questions: [AccessQuestion]
  ) throws(CodecError) -> UnsafeMutablePointer<UnsafeMutablePointer<Dyad__V1__AccessQuestion>?> {
    try questions.check(rules)
    return try unsafe array(questions) { question throws(CodecError) in
      try unsafe self.question(question)
    }
  }

  private func question(
    _ question: AccessQuestion
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__AccessQuestion> {
    let message = unsafe make(dyad__v1__access_question__init)
    unsafe message.pointee.id = question.id
    unsafe message.pointee.app = try at("app") { () throws(CodecError) in
      try unsafe text(rules.name(question.app))
    }
    unsafe message.pointee.share = try at("share") { () throws(CodecError) in
      try rules.count(question.request.share.count, atMost: CodecBound.questionTypes)
      return try unsafe types(question.request.share)
    }
    unsafe message.pointee.n_share = question.request.share.count
    unsafe message.pointee.read = try at("read") { () throws(CodecError) in
      try rules.count(question.request.read.count, atMost: CodecBound.questionTypes)
      return try unsafe types(question.request.read)
    }
    unsafe message.pointee.n_read = question.request.read.count
    unsafe message.pointee.asked_at = try at("asked_at") { () throws(CodecError) in
      try rules.finite(question.askedAt)
    }
    unsafe message.pointee.name = try shown(question.name, "name")
    unsafe message.pointee.share_reason = try shown(question.shareReason, "share_reason")
    unsafe message.pointee.read_reason = try shown(question.readReason, "read_reason")
    return unsafe message
  }

  private func shown(
    _ said: String, _ field: StaticString
  ) throws(CodecError) -> UnsafeMutablePointer<CChar> {
    try unsafe at(field) { () throws(CodecError) in
      try unsafe text(rules.text(said, atMost: AccessQuestion.mostTextBytes))
    }
  }
}

extension Unpacking {
  /// Open questions that another node told.
  func sentQuestions(
    _ count: Int,
    _ messages: UnsafeMutablePointer<UnsafeMutablePointer<Dyad__V1__AccessQuestion>?>?
  ) throws(CodecError) -> [AccessQuestion] {
    let questions = try unsafe questions(count, messages)
    try questions.checkSent(rules)
    return questions
  }

  /// All open questions of a watch.
  func questions(
    _ count: Int,
    _ messages: UnsafeMutablePointer<UnsafeMutablePointer<Dyad__V1__AccessQuestion>?>?
  ) throws(CodecError) -> [AccessQuestion] {
    try rules.count(count, atMost: AccessQuestion.mostOpen)
    let questions = try unsafe values(count, messages) { question throws(CodecError) in
      try unsafe self.question(question)
    }
    try questions.check(rules)
    return questions
  }

  private func question(
    _ message: UnsafeMutablePointer<Dyad__V1__AccessQuestion>
  ) throws(CodecError) -> AccessQuestion {
    AccessQuestion(
      id: unsafe message.pointee.id,
      app: try at("app") { () throws(CodecError) in
        try rules.name(unsafe text(message.pointee.app))
      },
      request: AccessRequest(
        share: try at("share") { () throws(CodecError) in
          try unsafe rules.count(message.pointee.n_share, atMost: CodecBound.questionTypes)
          return try unsafe types(message.pointee.n_share, message.pointee.share)
        },
        read: try at("read") { () throws(CodecError) in
          try unsafe rules.count(message.pointee.n_read, atMost: CodecBound.questionTypes)
          return try unsafe types(message.pointee.n_read, message.pointee.read)
        }),
      askedAt: try at("asked_at") { () throws(CodecError) in
        try rules.finite(unsafe message.pointee.asked_at)
      },
      name: try unsafe shown(message.pointee.name, "name"),
      shareReason: try unsafe shown(message.pointee.share_reason, "share_reason"),
      readReason: try unsafe shown(message.pointee.read_reason, "read_reason"))
  }

  private func shown(
    _ said: UnsafeMutablePointer<CChar>?, _ field: StaticString
  ) throws(CodecError) -> String {
    try at(field) { () throws(CodecError) in
      try rules.text(unsafe text(said), atMost: AccessQuestion.mostTextBytes)
    }
  }
}

extension [AccessQuestion] {
  fileprivate func check(_ rules: FieldRules) throws(CodecError) {
    try rules.count(count, atMost: AccessQuestion.mostOpen)
    _ = try at("id") { () throws(CodecError) in try rules.distinct(map(\.id), "an id") }
  }

  /// What holds between nodes beyond that.
  fileprivate func checkSent(_ rules: FieldRules) throws(CodecError) {
    let types = reduce(0) { $0 + $1.request.share.count + $1.request.read.count }
    guard types <= CodecBound.openQuestionTypes else {
      throw rules.error(
        .tooLarge, "\(types) types of all questions exceed \(CodecBound.openQuestionTypes)")
    }
  }
}
