internal import HealthModel
internal import SyncCore

// Sessions and what is on its way.
extension World {
  /// The watch that has the phone's session of a device.
  func attached(_ device: DeviceID) -> Host<Store>? {
    watches.first { $0.device == device && $0.session != nil }
  }

  func cut(_ watch: Host<Store>) {
    guard watch.session != nil else { return }
    watch.session = nil
    watch.isEnding = false
    watch.hasRepeated = false
    watch.toPhone = []
    watch.toWatch = []
    watch.wire?.cut()
    watch.wire = nil
    watch.watch?.disconnected()
    phone.phone?.disconnected(watch.device)
  }

  func cutAll(_ host: Host<Store>) {
    if host.isPhone {
      for watch in watches { cut(watch) }
    } else {
      cut(host)
    }
  }

  func connect(_ watch: Host<Store>, isForced: Bool = false) throws {
    // What a process has not told yet belongs to the session that was.
    try flush(phone)
    try flush(watch)
    cut(watch)
    // A clone: one session of a device at a time.
    if let twin = attached(watch.device) { cut(twin) }
    watch.session = Int(fresh())
    watch.openParts = [:]
    watch.partCounts = [:]
    watch.lastVector = nil
    watch.comparisons = []
    watch.wire = profile.wire.makeWire()
    verdicts[watch.index] = nil
    phone.phone?.connected(watch.device, mustReconcile: isForced)
    try attempt(watch) {
      try watch.watch?.connect(&watch.store, now: now(watch))
      watch.isDirty = true
      try flush(watch)
    }
  }

  /// Makes durable what a node did, and posts what it has to say (R3).
  func flush(_ host: Host<Store>) throws {
    guard host.isDirty else { return }
    host.isDirty = false
    try attempt(host) {
      if host.isPhone {
        for (device, message) in try host.phone?.flush(&host.store) ?? [] {
          if let watch = attached(device) { try post(message, from: host, to: watch, of: watch) }
        }
      } else {
        for message in try host.watch?.flush(&host.store) ?? [] {
          try post(message, from: host, to: phone, of: host)
        }
      }
    }
    tidy(host)
  }

  private func post(
    _ message: SyncMessage, from sender: Host<Store>, to receiver: Host<Store>,
    of watch: Host<Store>
  ) throws {
    guard let session = watch.session else { return }
    if case .ended(let end) = message {
      watch.isEnding = true
      try check(end, from: sender, in: watch)
    }
    if case .compared(let verdict) = message { noteCompared(watch, verdict) }
    if case .reconcile = message { watch.partCounts[receiver.side, default: 0] += 1 }
    let posted = Host<Store>.Posted(
      bug?.spoil(message) ?? message, session: session, age: phoneLosses,
      part: watch.partCounts[receiver.side] ?? 0)
    if receiver.isPhone { watch.toPhone.append(posted) } else { watch.toWatch.append(posted) }
    watch.wire?.send(posted.message, from: sender.isPhone ? .phone : .watch)
    old.append((watch.index, receiver.index, posted))
    if old.count > 40 { old.removeFirst() }
  }

  /// I9: what one honest node says is no nonsense to the other.
  private func check(_ end: SessionEnd, from sender: Host<Store>, in watch: Host<Store>) throws {
    switch end.reason {
    case .incompatible, .wrongRole, .unknownVector, .violation:
      guard watch.hasRepeated || watch === thief || !(bug?.isOfDifferences ?? true) else {
        throw violation("I9", "\(sender.name) ends the session of \(watch.name): \(end.detail)")
      }
    case .logIsGone, .brake, .superseded: return
    }
  }

  /// Ends connections that a node has ended, once the other heard all of it.
  private func tidy(_ host: Host<Store>) {
    for watch in host.isPhone ? watches : hosts[host.index...host.index] where watch.isEnding {
      let isWatchOn = watch.watch?.isConnected ?? false
      let isPhoneOn = phone.phone?.isConnected(watch.device) ?? false
      guard !isWatchOn || !isPhoneOn, !watch.isDirty, !phone.isDirty else { continue }
      if !isWatchOn { watch.dropPosted(to: .watch) }
      if !isPhoneOn { watch.dropPosted(to: .phone) }
      if watch.toWatch.isEmpty, watch.toPhone.isEmpty { cut(watch) }
    }
  }

  /// The next message of one direction arrives.
  ///
  /// - Returns: Whether there was one.
  func deliver(toPhone: Bool, of watch: Host<Store>, isDurable: Bool = true) throws -> Bool {
    guard !(toPhone ? watch.toPhone : watch.toWatch).isEmpty else { return false }
    let posted = toPhone ? watch.toPhone.removeFirst() : watch.toWatch.removeFirst()
    if let wire = watch.wire, wire.receive(at: toPhone ? .phone : .watch) != posted.message {
      throw violation("the wire", "\(posted.message) does not arrive as it was sent")
    }
    try receive(posted, of: watch, at: toPhone ? phone : watch)
    if isDurable { try flush(toPhone ? phone : watch) }
    return true
  }

  func receive(
    _ posted: Host<Store>.Posted, of watch: Host<Store>, at host: Host<Store>
  ) throws {
    let isInSession = watch.session == posted.session
    trace?("  \(host.name) hears \(posted.message)\(isInSession ? "" : " late")")
    if isInSession, case .ended = posted.message { watch.isEnding = true }
    host.isDirty = true
    if posted.age < phoneLosses { mayReturn.formUnion(phoneLost) }
    if isInSession, host.isPhone {
      watch.noteVector(posted)
      if case .compare = posted.message { noteComparing(watch) }
    }
    if isInSession, case .reconcile = posted.message {
      host.reconciledIn = posted.session
      watch.notePart(posted, at: host.side)
    }
    if host.isPhone, posted.message.mayChangePhone { phoneHeard += 1 }
    if isSettling, isInSession, case .compared(.unequal) = posted.message, !profile.hasRot,
      watch !== thief, mayReturn.isEmpty || !mayDiffer(watch)
    {
      throw violation("I5", "the roots of \(watch.name) are unequal")
    }
    let isTelling = host.isPhone && posted.message.mayChangePhone && !deletions.isEmpty
    let seen = isTelling ? host.store.vector : nil
    let held = isCloned ? phone.phone?.held(of: watch.device, phone.store) : nil
    defer { if let held { noteTakenBack(held, by: watch) } }
    try attempt(host) {
      if host.isPhone {
        if isInSession {
          try host.phone?.receive(
            posted.message, from: watch.device, &host.store, now: now(host))
        } else {
          try host.phone?.receiveLate(
            posted.message, from: watch.device, &host.store, now: now(host))
        }
      } else if isInSession {
        try host.watch?.receive(posted.message, &host.store, now: now(host))
      } else {
        try host.watch?.receiveLate(posted.message, &host.store, now: now(host))
      }
    }
    if let seen { noteTwins(of: host.store.vector.subtracting(seen), toldBy: watch) }
    switch posted.message {
    case .welcome where isInSession, .acknowledgement where isInSession:
      if !host.isPhone { access.noteLate(to: watch.device, on: day) }
    default: break
    }
    if case .compared(let verdict) = posted.message { verdicts[watch.index] = verdict }
  }

  /// Notes which documents come without the bytes that went before them.
  func noteReplayed(_ message: SyncMessage) {
    guard profile.theme == .documents, case .batch(let batch) = message else { return }
    for uuid in batch.runs.flatMap(\.uuids) { replayed.insert(Int(uuid.counter)) }
  }

  func pump(_ host: Host<Store>) throws {
    try attempt(host) {
      if host.isPhone {
        for watch in watches where watch.session != nil {
          host.isDirty = true
          try host.phone?.pump(watch.device, &host.store, now: now(host))
        }
      } else if host.session != nil {
        host.isDirty = true
        try host.watch?.pump(&host.store, now: now(host))
      }
    }
    try flush(host)
  }

  func acknowledge(_ host: Host<Store>) throws {
    try attempt(host) {
      if host.isPhone {
        for watch in watches where host.phone?.owesAcknowledgement(watch.device) ?? false {
          host.isDirty = true
          try host.phone?.acknowledge(watch.device, &host.store, now: now(host))
        }
      } else if host.watch?.owesAcknowledgement ?? false {
        host.isDirty = true
        try host.watch?.acknowledge(&host.store, now: now(host))
      }
    }
    try flush(host)
  }

  /// A session until nobody has anything to say.
  func runSession(of watch: Host<Store>) throws {
    var hasCompared = false
    var count = 0
    // No session of so few samples is longer, but one in which both sides repeat themselves.
    while count < 5_000 {
      if watch.watch?.needsNewSession ?? false { try connect(watch) }
      guard watch.session != nil else { return }
      try pump(watch)
      try pump(phone)
      var hasMoved = false
      while true {
        let isUp = try deliver(toPhone: true, of: watch)
        let isDown = try deliver(toPhone: false, of: watch)
        count += 1
        guard isUp || isDown, count < 5_000 else { break }
        hasMoved = true
        hasCompared = false
        verdicts[watch.index] = nil
        if isUnchecked { try check() }
      }
      let owes =
        watch.watch?.owesAcknowledgement ?? false
        || phone.phone?.owesAcknowledgement(watch.device) ?? false
      try acknowledge(watch)
      try acknowledge(phone)
      guard !hasMoved, !owes, watch.toPhone.isEmpty, watch.toWatch.isEmpty else { continue }
      guard !hasCompared, verdicts[watch.index] != .equal else {
        if verdicts[watch.index] == .busy, !watch.hasRepeated {
          throw violation("I5", "the phone owes \(watch.name) something and does not say it")
        }
        return
      }
      hasCompared = true
      try attempt(watch) {
        if try watch.watch?.compare(&watch.store) ?? false { watch.isDirty = true }
      }
      guard watch.isDirty else { return }
      try flush(watch)
      // The answer alone is no reason to ask again.
      while try deliver(toPhone: true, of: watch) {}
      while try deliver(toPhone: false, of: watch) {}
      // Equal are two that have said and heard all.
      if verdicts[watch.index] == .equal, watch.toPhone.isEmpty { return try checkFollowed(watch) }
    }
    // A document without the bytes that went before it is not told on, and the roots say so for ever. Over TLS no
    // message comes a second time.
    guard replayed.isEmpty else { return }
    throw SimulationError(
      .violated, cannot: "end the session of \(watch.name)", "it never comes to rest")
  }
}

extension SyncMessage {
  /// Whether the phone may know more by it than before, but for who was heard when.
  fileprivate var mayChangePhone: Bool {
    switch self {
    case .batch, .reconcile, .questions, .claimRefused: true
    case .hello, .welcome, .settings, .vectorWanted, .vector, .acknowledgement, .compare, .compared,
      .compareWanted, .ended:
      false
    }
  }
}
