package import HealthModel
package import RPCCore

/// What a call of `Store` that failed says besides its status.
package enum StoreTrailers {
  /// The number that HealthKit gives to the error.
  package static let error = "dyad-error"
  /// The reader has to start over without an anchor.
  package static let startOver = "dyad-start-over"
  /// The disk is full.
  package static let full = "dyad-full"
}

extension RPCError {
  /// What a refusal of the store is as the status of a call; the one place where that is decided.
  package init(_ error: ModelError) {
    let code: StatusCode =
      switch error.code {
      case .healthDataUnavailable, .databaseInaccessible: .unavailable
      case .healthDataRestricted, .authorizationDenied: .permissionDenied
      case .invalidArgument: .invalidArgument
      case .authorizationNotDetermined: .failedPrecondition
      case .userCanceled: .cancelled
      }
    self.init(
      code, error.description,
      metadata: [StoreTrailers.error: .text(String(error.healthKitCode))])
  }

  /// A message that cannot be taken, as the status of a call.
  package init(_ error: StoreWireError) {
    self.init(
      ModelError(.invalidArgument, cannot: "read \(error.field)", error.detail))
  }

  /// The refusal of an anchor that does not fit the log or is older than it.
  ///
  /// - Parameter detail: A sentence for people, which says to start over.
  /// - Returns: The status of the call.
  package static func startOver(_ detail: String) -> RPCError {
    RPCError(.outOfRange, detail, metadata: [StoreTrailers.startOver: .text("1")])
  }

  /// What to do about a full disk, wherever somebody is told of one.
  package static let fullDiskAdvice =
    "Make room on the disk, and try again; what was acknowledged before is kept."

  /// The refusal of what the disk has no room for.
  ///
  /// - Parameter sentence: "cannot VERB OBJECT: REASON".
  /// - Returns: The status of the call, which says what to do.
  package static func diskFull(_ sentence: String) -> RPCError {
    RPCError(
      .resourceExhausted, "\(sentence). \(fullDiskAdvice)",
      metadata: [StoreTrailers.full: .text("1")])
  }

  /// What the disk has no room for, without the advice; `nil` where it was something else.
  package var diskFullSentence: String? {
    guard code == .resourceExhausted, metadata[text: StoreTrailers.full] == "1" else { return nil }
    let end = ". " + Self.fullDiskAdvice
    return detail.hasSuffix(end) ? String(detail.dropLast(end.count)) : detail
  }

  /// Whether there was no connection that a call could be made over.
  ///
  /// A transport says in words why it gave up; words that change cost the advice alone.
  package var saysNotReached: Bool {
    code == .unavailable && detail.contains("cannot connect to")
  }

  /// Whether a reader has to start over without an anchor.
  package var isStartOver: Bool {
    code == .outOfRange && metadata[text: StoreTrailers.startOver] == "1"
  }
}

extension ModelError {
  /// The refusal that the status of a call stands for, if it is one.
  package init?(_ error: RPCError) {
    guard let text = error.metadata[text: StoreTrailers.error], let number = Int(text),
      let code = Code(rawValue: number)
    else { return nil }
    let (operation, detail) = Self.parts(of: error.detail)
    self.init(code, cannot: operation, detail)
  }

  /// What was attempted and why it failed, of a sentence that reads as the project's errors do.
  private static func parts(of sentence: String) -> (operation: String, detail: String) {
    let opening = "cannot "
    guard sentence.hasPrefix(opening) else { return ("use the store", sentence) }
    let rest = sentence.dropFirst(opening.count)
    // No operation has a colon and a space: it names what is done to which thing.
    for index in rest.indices where rest[index...].hasPrefix(": ") {
      return (String(rest[..<index]), String(rest[index...].dropFirst(2)))
    }
    return ("use the store", sentence)
  }
}
