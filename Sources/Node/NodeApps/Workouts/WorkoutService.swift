internal import DyadServices
internal import HealthModel
internal import LocalStore
package import NodeLog
internal import NodeTrust
internal import Pairing
internal import RPCCore
internal import SystemCore

/// Runs workout sessions for callers of `Store`, each for as long as its call lasts.
package struct WorkoutService: Sendable {
  let desk: WorkoutDesk
  let door: CallerDoor
  let log: Log

  /// Makes it of its parts.
  package init(desk: WorkoutDesk, door: CallerDoor, log: Log) {
    self.desk = desk
    self.door = door
    self.log = log
  }

  /// Adds the method.
  package func add(to router: inout CallerRouter) {
    router.bidirectional(StoreMethods.runWorkout) { commands, states, call in
      try await RPCError.translating(log) {
        try await door.whileKnown(call.caller) { try await run(commands, states) }
      }
    }
  }

  private func run(
    _ commands: RequestStream<WorkoutCommandMessage>, _ states: ResponseWriter<WorkoutStateMessage>
  ) async throws {
    guard let first = try await commands.next() else {
      throw Self.refusal("the first command is START, and none came")
    }
    let session = try begin(first)
    defer { desk.end(session) }
    try await tell(.running, states)
    // Whichever comes first: the app's own end, or another session.
    let replacedAt = try await withThrowingTaskGroup(of: Ending.self) { group in
      group.addTask { await .byApp(Result.made { try await follow(commands, states) }) }
      group.addTask { .byOther(await session.replaced.value()) }
      var first: Ending?
      // The reader has to be silent before the last word is said, so both are waited for.
      while let ending = try await group.next() {
        first = first ?? ending
        group.cancelAll()
      }
      switch first {
      case .byOther(let time?): return time as Double?
      case .byApp(let result): try result.get()
      case .byOther(nil), nil: try Task.checkCancellation()
      }
      return nil
    }
    var last = WorkoutStateMessage()
    last.phase = .ended
    last.since = replacedAt ?? desk.clock.now
    last.wasReplaced = replacedAt != nil
    try await states.send(last)
  }

  private enum Ending {
    /// The app has ended it, is gone, or did what is not permitted.
    case byApp(Result<Void, any Error>)
    /// Another session began, at a time; without one, the call was cancelled.
    case byOther(Double?)
  }

  private func begin(_ command: WorkoutCommandMessage) throws -> WorkoutDesk.Session {
    guard command.action == .start else { throw Self.refusal("the first command is START") }
    guard let activity = Int(exactly: command.activity).flatMap(WorkoutActivityType.init),
      let location = Int(exactly: command.location).flatMap(WorkoutSessionLocation.init)
    else { throw Self.refusal("its activity or its location is none that is known") }
    return desk.begin(activity, location)
  }

  /// Does what the app says, until it ends the session or has no more to say.
  private func follow(
    _ commands: RequestStream<WorkoutCommandMessage>, _ states: ResponseWriter<WorkoutStateMessage>
  ) async throws {
    var state = WorkoutSessionState.running
    while let command = try await commands.next() {
      guard let next = state.after(command.action) else {
        throw Self.refusal("a session that runs is paused, resumed or ended")
      }
      guard next != state else { continue }
      state = next
      if state == .ended { return }
      try await tell(state, states)
    }
  }

  private func tell(
    _ state: WorkoutSessionState, _ states: ResponseWriter<WorkoutStateMessage>
  ) async throws {
    var message = WorkoutStateMessage()
    message.phase = state.phase
    message.since = desk.clock.now
    try await states.send(message)
  }

  private static func refusal(_ reason: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "run the workout session", reason)
  }
}
