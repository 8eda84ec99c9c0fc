internal import CDyadMessages
package import HealthModel

extension SyncMessage: Message {
  /// The message's bytes; throws for a value that the message cannot hold, and for more bytes than the
  /// other node takes.
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("SyncMessage") { () throws(CodecError) in
      let packing = Packing(expecting: expectedBytes)
      let message = unsafe packing.make(dyad__v1__sync_message__init)
      try unsafe packing.fill(message, with: self)
      let bytes = unsafe packing.bytes(of: message)
      try packing.rules.count(bytes.count, atMost: DecodingLimits.wire.maxBytes)
      return bytes
    }
  }

  /// About how much memory the structs of the message take.
  private var expectedBytes: Int {
    switch self {
    case .batch(let batch):
      4096 + 16 * batch.runs.reduce(0) { $0 + $1.count }
        + 16 * batch.deletions.reduce(0) { $0 + $1.count }
    case .reconcile: 1 << 16
    default: 4096
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("SyncMessage") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.sync(
          unpacking.message(bytes, dyad__v1__sync_message__unpack))
      }
    }
  }
}

extension Packing {
  fileprivate func fill(
    _ message: UnsafeMutablePointer<Dyad__V1__SyncMessage>, with value: SyncMessage
  ) throws(CodecError) {
    switch value {
    case .hello(let hello):
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_HELLO
      unsafe message.pointee.hello = try at("hello") { () throws(CodecError) in
        try unsafe self.hello(hello)
      }
    case .welcome(let welcome):
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_WELCOME
      unsafe message.pointee.welcome = try at("welcome") { () throws(CodecError) in
        try unsafe self.welcome(welcome)
      }
    case .settings(let settings):
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_SETTINGS
      unsafe message.pointee.settings = try at("settings") { () throws(CodecError) in
        try unsafe sentSettings(settings)
      }
    case .questions(let questions, let workouts):
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_QUESTIONS
      let part = unsafe make(dyad__v1__access_questions__init)
      unsafe part.pointee.questions = try at("questions") { () throws(CodecError) in
        try unsafe sentQuestions(questions)
      }
      unsafe part.pointee.n_questions = questions.count
      unsafe part.pointee.workouts = try at("workouts") { () throws(CodecError) in
        try unsafe report(workouts)
      }
      unsafe message.pointee.questions = part
    case .vectorWanted(let summary):
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_VECTOR_WANTED
      unsafe message.pointee.vector_wanted = try at("vector_wanted") { () throws(CodecError) in
        try unsafe self.summary(summary)
      }
    case .vector(let news):
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_VECTOR
      unsafe message.pointee.vector = try at("vector") { () throws(CodecError) in
        try unsafe self.news(news)
      }
    case .batch(let batch):
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_BATCH
      unsafe message.pointee.batch = try at("batch") { () throws(CodecError) in
        try unsafe self.batch(batch)
      }
    case .reconcile(let part):
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_RECONCILE
      unsafe message.pointee.reconcile = try at("reconcile") { () throws(CodecError) in
        try unsafe reconcile(part)
      }
    case .acknowledgement(let acknowledgement):
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_ACKNOWLEDGEMENT
      unsafe message.pointee.acknowledgement = try at("acknowledgement") { () throws(CodecError) in
        try unsafe self.acknowledgement(acknowledgement)
      }
    case .claimRefused(let types):
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_CLAIM_REFUSED
      let part = unsafe make(dyad__v1__claim_refused__init)
      unsafe part.pointee.types = try at("claim_refused") { () throws(CodecError) in
        try unsafe sampleTypes(types)
      }
      unsafe part.pointee.n_types = types.count
      unsafe message.pointee.claim_refused = part
    case .compare(let root):
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_COMPARE
      unsafe message.pointee.compare = self.root(root)
    case .compared(let verdict):
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_COMPARED
      let part = unsafe make(dyad__v1__compared__init)
      unsafe part.pointee.verdict = Dyad__V1__Compared__Verdict(UInt32(verdict.rawValue))
      unsafe message.pointee.compared = part
    case .compareWanted:
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_COMPARE_WANTED
      unsafe message.pointee.compare_wanted = make(dyad__v1__compare_wanted__init)
    case .ended(let end):
      unsafe message.pointee.kind_case = DYAD__V1__SYNC_MESSAGE__KIND_ENDED
      unsafe message.pointee.ended = try at("ended") { () throws(CodecError) in
        try unsafe self.end(end)
      }
    }
  }

  private func acknowledgement(
    _ value: Acknowledgement
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Acknowledgement> {
    let message = unsafe make(dyad__v1__acknowledgement__init)
    unsafe message.pointee.vector = try at("vector") { () throws(CodecError) in
      try unsafe news(value.vector)
    }
    unsafe message.pointee.cursor = try at("cursor") { () throws(CodecError) in
      try unsafe place(value.cursor)
    }
    unsafe message.pointee.received = try at("received") { () throws(CodecError) in
      try rules.ordinal(value.received)
    }
    return unsafe message
  }

  private func end(
    _ end: SessionEnd
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__SessionEnd> {
    let message = unsafe make(dyad__v1__session_end__init)
    unsafe message.pointee.reason = Dyad__V1__SessionEnd__Reason(UInt32(end.reason.rawValue))
    unsafe message.pointee.detail = try at("detail") { () throws(CodecError) in
      try unsafe text(rules.text(end.detail))
    }
    return unsafe message
  }
}

extension Unpacking {
  fileprivate func sync(
    _ message: UnsafeMutablePointer<Dyad__V1__SyncMessage>
  ) throws(CodecError) -> SyncMessage {
    switch unsafe message.pointee.kind_case {
    case DYAD__V1__SYNC_MESSAGE__KIND_HELLO:
      return .hello(
        try at("hello") { () throws(CodecError) in try unsafe hello(message.pointee.hello) })
    case DYAD__V1__SYNC_MESSAGE__KIND_WELCOME:
      return .welcome(
        try at("welcome") { () throws(CodecError) in try unsafe welcome(message.pointee.welcome) })
    case DYAD__V1__SYNC_MESSAGE__KIND_SETTINGS:
      return .settings(
        try at("settings") { () throws(CodecError) in
          try unsafe sentSettings(message.pointee.settings)
        })
    case DYAD__V1__SYNC_MESSAGE__KIND_QUESTIONS:
      return .questions(
        try at("questions") { () throws(CodecError) in
          try unsafe sentQuestions(
            message.pointee.questions?.pointee.n_questions ?? 0,
            message.pointee.questions?.pointee.questions)
        },
        try at("workouts") { () throws(CodecError) in
          try unsafe report(message.pointee.questions?.pointee.workouts)
        })
    case DYAD__V1__SYNC_MESSAGE__KIND_VECTOR_WANTED:
      return .vectorWanted(
        try at("vector_wanted") { () throws(CodecError) in
          guard let summary = unsafe message.pointee.vector_wanted else {
            throw CodecError(.malformed, "missing")
          }
          return try unsafe self.summary(summary)
        })
    case DYAD__V1__SYNC_MESSAGE__KIND_VECTOR:
      return .vector(
        try at("vector") { () throws(CodecError) in try unsafe news(message.pointee.vector) })
    case DYAD__V1__SYNC_MESSAGE__KIND_BATCH:
      return .batch(
        try at("batch") { () throws(CodecError) in try unsafe batch(message.pointee.batch) })
    case DYAD__V1__SYNC_MESSAGE__KIND_RECONCILE:
      return .reconcile(
        try at("reconcile") { () throws(CodecError) in
          try unsafe reconcile(message.pointee.reconcile)
        })
    case DYAD__V1__SYNC_MESSAGE__KIND_ACKNOWLEDGEMENT:
      return .acknowledgement(
        try at("acknowledgement") { () throws(CodecError) in
          try unsafe acknowledgement(message.pointee.acknowledgement)
        })
    case DYAD__V1__SYNC_MESSAGE__KIND_CLAIM_REFUSED:
      return .claimRefused(
        try at("claim_refused") { () throws(CodecError) in
          try unsafe sampleTypes(
            message.pointee.claim_refused?.pointee.n_types ?? 0,
            message.pointee.claim_refused?.pointee.types)
        })
    case DYAD__V1__SYNC_MESSAGE__KIND_COMPARE:
      return .compare(unsafe root(message.pointee.compare))
    case DYAD__V1__SYNC_MESSAGE__KIND_COMPARED:
      return .compared(
        try at("compared") { () throws(CodecError) in
          try unsafe verdict(message.pointee.compared)
        })
    case DYAD__V1__SYNC_MESSAGE__KIND_COMPARE_WANTED: return .compareWanted
    case DYAD__V1__SYNC_MESSAGE__KIND_ENDED:
      return .ended(
        try at("ended") { () throws(CodecError) in try unsafe end(message.pointee.ended) })
    default: throw CodecError(.malformed, "kind", "no kind that this version knows")
    }
  }

  private func acknowledgement(
    _ message: UnsafeMutablePointer<Dyad__V1__Acknowledgement>?
  ) throws(CodecError) -> Acknowledgement {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    return Acknowledgement(
      vector: try at("vector") { () throws(CodecError) in
        try unsafe news(message.pointee.vector)
      },
      cursor: try at("cursor") { () throws(CodecError) in
        try unsafe place(message.pointee.cursor)
      },
      received: try at("received") { () throws(CodecError) in
        try rules.ordinal(unsafe message.pointee.received)
      })
  }

  private func verdict(
    _ message: UnsafeMutablePointer<Dyad__V1__Compared>?
  ) throws(CodecError) -> RootVerdict {
    guard let message = unsafe message,
      let verdict = unsafe UInt8(exactly: message.pointee.verdict.rawValue)
        .flatMap(RootVerdict.init)
    else { throw CodecError(.outOfRange, "verdict", "none that this version knows") }
    return verdict
  }

  private func end(
    _ message: UnsafeMutablePointer<Dyad__V1__SessionEnd>?
  ) throws(CodecError) -> SessionEnd {
    guard let message = unsafe message,
      let reason = unsafe UInt8(exactly: message.pointee.reason.rawValue)
        .flatMap(SessionEnd.Reason.init)
    else { throw CodecError(.outOfRange, "reason", "none that this version knows") }
    return SessionEnd(
      reason,
      try at("detail") { () throws(CodecError) in
        try rules.text(unsafe text(message.pointee.detail))
      })
  }
}
