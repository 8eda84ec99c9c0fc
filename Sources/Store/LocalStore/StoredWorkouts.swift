internal import HealthCodec
internal import HealthModel
internal import HealthStorage
private import SystemCore

/// The workout sessions of a store, as it keeps them, and those that follow one.
actor StoredWorkouts {
  /// The node record they are kept under.
  static let recordKey = "workouts"

  private struct Follower {
    let session: SampleUUID
    let known: Int
    let continuation: AsyncStream<WorkoutSession>.Continuation
  }

  /// As they are kept; `nil` before they are read.
  private var kept: WorkoutSessions?
  private var followers: [UInt64: Follower] = [:]
  private var lastFollower: UInt64 = 0
  private var isClosed = false
  private let turns = Turns()

  /// The sessions as they are.
  func sessions(of store: LocalStore) async throws -> WorkoutSessions {
    try await turns.take { try await read(from: store) }
  }

  /// Changes the sessions; it is durable when this returns.
  ///
  /// - Parameters:
  ///   - store: Where they are kept.
  ///   - body: Changes them, or throws, and nothing has changed.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or that the disk failed.
  func change<Value: Sendable>(
    in store: LocalStore, _ body: (inout WorkoutSessions) throws -> Value
  ) async throws -> Value {
    try await turns.take {
      let before = try await read(from: store)
      var sessions = before
      let value = try body(&sessions)
      guard sessions != before else { return value }
      let record: [UInt8]
      do throws(CodecError) {
        record = try sessions.encoded()
      } catch {
        throw StorageError(.damaged, cannot: "keep the workout session", "\(error)")
      }
      try await store.commit(.setNodeRecord(key: Self.recordKey, body: record))
      kept = sessions
      for (number, follower) in followers { tell(follower, number, sessions) }
      return value
    }
  }

  /// The session whenever it has more moments, from as many on as are known; its end is the last.
  func follow(
    _ session: SampleUUID, of app: String?, knowing known: Int, in store: LocalStore
  ) async throws -> AsyncStream<WorkoutSession> {
    try await turns.take {
      let sessions = try await read(from: store)
      _ = try sessions.session(session, of: app)
      // Each tells all, so the newest is enough.
      let (stream, continuation) = AsyncStream.makeStream(
        of: WorkoutSession.self, bufferingPolicy: .bufferingNewest(1))
      lastFollower += 1
      let number = lastFollower
      let follower = Follower(session: session, known: known, continuation: continuation)
      followers[number] = follower
      continuation.onTermination = { [weak self] _ in
        Task { await self?.forget(number) }
      }
      tell(follower, number, sessions)
      if isClosed { continuation.finish() }
      return stream
    }
  }

  /// Tells nobody anything any more.
  func close() {
    isClosed = true
    for follower in followers.values { follower.continuation.finish() }
    followers = [:]
  }

  private func tell(_ follower: Follower, _ number: UInt64, _ sessions: WorkoutSessions) {
    guard let session = sessions.all.first(where: { $0.uuid == follower.session }) else {
      follower.continuation.finish()
      return
    }
    if session.moments.count > follower.known {
      follower.continuation.yield(session)
      followers[number] = Follower(
        session: session.uuid, known: session.moments.count, continuation: follower.continuation)
    }
    if session.state == .ended { follower.continuation.finish() }
  }

  private func forget(_ number: UInt64) { followers[number] = nil }

  private func read(from store: LocalStore) async throws -> WorkoutSessions {
    if let kept { return kept }
    var sessions = WorkoutSessions()
    if let record = try await store.nodeRecord(Self.recordKey) {
      do throws(CodecError) {
        sessions = try WorkoutSessions(decoding: record, limits: .stored)
      } catch {
        throw StorageError(.damaged, cannot: "read the workout sessions", "\(error)")
      }
    }
    kept = sessions
    return sessions
  }
}
