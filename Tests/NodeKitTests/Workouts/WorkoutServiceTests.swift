internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import NodeApps
@testable internal import NodeLog

// @testable: the service is the daemon's own.
@Suite(.timeLimit(.minutes(1))) struct WorkoutServiceTests {
  private let desk = WorkoutDesk(clock: WallClock { 5 })

  private typealias Stream = ClientStream<WorkoutCommandMessage, WorkoutStateMessage>

  private func withWorkouts(_ body: (Client) async throws -> Void) async throws {
    let door = CallerDoor(apps: nil)
    var router = CallerRouter(door)
    WorkoutService(desk: desk, door: door, log: Log(.error, to: DroppedLines())).add(to: &router)
    try await withServices(of: router, body)
    #expect(desk.session == nil)
  }

  private func command(
    _ action: WorkoutCommandMessage.Action, activity: Int64 = 37, location: Int64 = 3
  ) -> WorkoutCommandMessage {
    var command = WorkoutCommandMessage()
    command.action = action
    if action == .start {
      command.activity = activity
      command.location = location
    }
    return command
  }

  private func state(
    _ phase: WorkoutStateMessage.Phase, replaced: Bool = false
  ) -> WorkoutStateMessage {
    var state = WorkoutStateMessage()
    state.phase = phase
    state.since = 5
    state.wasReplaced = replaced
    return state
  }

  @Test func `a session runs, is paused, resumed and ended`() async throws {
    try await withWorkouts { client in
      try await client.withCall(StoreMethods.runWorkout) { stream in
        try await stream.send(command(.start))
        #expect(try await stream.receive() == state(.running))
        #expect(desk.session?.activity == .running)
        #expect(desk.session?.location == .outdoor)
        // What changes nothing is not told.
        for action in [WorkoutCommandMessage.Action.resume, .pause, .pause, .resume] {
          try await stream.send(command(action))
        }
        #expect(try await stream.receive() == state(.paused))
        #expect(try await stream.receive() == state(.running))
        try await stream.send(command(.pause))
        #expect(try await stream.receive() == state(.paused))
        try await stream.send(command(.end))
        #expect(try await stream.receive() == state(.ended))
        #expect(try await stream.receive() == nil)
      }
    }
  }

  @Test func `a second session ends the first`() async throws {
    try await withWorkouts { client in
      try await client.withCall(StoreMethods.runWorkout) { first in
        try await first.send(command(.start))
        #expect(try await first.receive() == state(.running))
        try await client.withCall(StoreMethods.runWorkout) { second in
          try await second.send(command(.start, activity: 13))
          #expect(try await second.receive() == state(.running))
          #expect(try await first.receive() == state(.ended, replaced: true))
          #expect(try await first.receive() == nil)
          // The end of the first is not the end of the second.
          #expect(desk.session?.activity == .cycling)
          try await second.send(command(.end))
          #expect(try await second.receive() == state(.ended))
        }
      }
    }
  }

  @Test func `who says no more ends the session`() async throws {
    try await withWorkouts { client in
      try await client.withCall(StoreMethods.runWorkout) { stream in
        try await stream.send(command(.start))
        stream.finishSending()
        #expect(try await stream.receive() == state(.running))
        #expect(try await stream.receive() == state(.ended))
      }
    }
  }

  @Test func `a session ends with its call`() async throws {
    try await withWorkouts { client in
      try await client.withCall(StoreMethods.runWorkout) { stream in
        try await stream.send(command(.start))
        #expect(try await stream.receive() == state(.running))
        stream.cancel()
        await #expect(throws: RPCError.self) { while try await stream.receive() != nil {} }
      }
    }
  }

  @Test(
    arguments: [
      [], [.pause], [.end], [.unspecified], [.start, .start], [.start, .unspecified],
    ] as [[WorkoutCommandMessage.Action]])
  func `what is not permitted ends the call`(
    actions: [WorkoutCommandMessage.Action]
  )
    async throws
  {
    try await withWorkouts { client in
      try await client.withCall(StoreMethods.runWorkout) { stream in
        for action in actions { try await stream.send(command(action)) }
        stream.finishSending()
        let error = await #expect(throws: RPCError.self) {
          while try await stream.receive() != nil {}
        }
        #expect(error?.code != .cancelled)
      }
    }
  }

  @Test(arguments: [(0, 3), (85, 3), (-1, 3), (.max, 3), (37, 0), (37, 4)] as [(Int64, Int64)])
  func `only known activities and locations`(activity: Int64, location: Int64) async throws {
    try await withWorkouts { client in
      try await client.withCall(StoreMethods.runWorkout) { stream in
        try await stream.send(command(.start, activity: activity, location: location))
        await #expect(throws: RPCError.self) { try await stream.receive() }
      }
    }
  }
}
