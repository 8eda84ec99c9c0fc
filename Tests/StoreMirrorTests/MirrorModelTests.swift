internal import CommandLineCore
internal import LocalStore
internal import PostgresCore
internal import StoreAccess
internal import StoreMirror
internal import TestSupport
internal import Testing

/// Stores that are mirrored, restored, copied and erased, beside plain tables.
@Suite(.serialized, .timeLimit(.minutes(5))) struct MirrorModelTests {
  private static let seeds: Range<UInt64> =
    CurrentProcess.environment("DYAD_LONG") == "1" ? 1..<61 : 1..<5

  @Test func `whatever happens to a store, the database has what it has`() async throws {
    try await PostgresServer.use { server in
      var done: [String: Int] = [:]
      for seed in Self.seeds {
        var world = try await MirrorWorld(seed: seed)
        for step in 0..<40 {
          let deed = try await Self.step(&world, server)
          done[deed, default: 0] += 1
          guard deed.hasPrefix("mirror") || deed == "follow" else { continue }
          let difference = try world.difference(server.address)
          #expect(difference == nil, "seed \(seed), step \(step), \(deed)")
          if difference != nil { break }
        }
        try await world.close()
        _ = try? await Mirror.forget(MirrorWorld.subject, at: server.address)
      }
      #expect(done.values.allSatisfy { $0 > 1 } && done.count == 11, "\(done)")
    }
  }

  /// Lets something happen, and says what.
  private static func step(
    _ world: inout MirrorWorld, _ server: PostgresServer
  ) async throws -> String {
    switch Int.random(in: 0..<20, using: &world.generator) {
    case 0..<6:
      try await world.save()
      return "save"
    case 6, 7:
      try await world.delete()
      return "delete"
    case 8:
      try await world.setGoal()
      return "goal"
    case 9:
      try await world.backUp()
      return "backup"
    case 10:
      try await world.restore()
      return "restore"
    case 11:
      try await world.copy()
      return "copy"
    case 12:
      world.change()
      return "change"
    case 13:
      // Nobody has it yet, or it was erased already.
      _ = try? await Mirror.forget(
        MirrorWorld.subject, at: server.address, of: world.life.access)
      return "erase"
    case 14:
      try await follow(&world, server)
      return "follow"
    case 15, 16:
      let cuts = (0..<2).map { _ in Int.random(in: 0..<5_000, using: &world.generator) }
      let proxy = try CuttingProxy(to: server.socket, cuttingAfter: cuts)
      // Where it stands nowhere yet, it says so and ends.
      while true {
        do {
          try await bring(world, proxy.address)
          return "mirror cut"
        } catch let error as PostgresError where error.code == .lost {}
      }
    default:
      try await bring(world, server.address)
      return "mirror"
    }
  }

  private static func bring(_ world: MirrorWorld, _ address: String) async throws {
    var choices = try MirrorWorld.choices
    choices.withDocuments = true
    try await Mirror(
      of: world.life.access, at: address, subject: MirrorWorld.subject, choices
    )
    .run(once: true)
  }

  /// Lets things happen while a mirror follows.
  private static func follow(_ world: inout MirrorWorld, _ server: PostgresServer) async throws {
    // Documents are wanted from the first run on.
    try await bring(world, server.address)
    let (steps, news) = AsyncStream.makeStream(of: Void.self)
    let choices = try MirrorWorld.choices
    let access = try world.life.access
    let mirror = Task {
      defer { news.finish() }
      try await Mirror(of: access, at: server.address, subject: MirrorWorld.subject, choices) {
        if $0 == .isInStep { news.yield() }
      }.run(once: false)
    }
    for _ in 0..<3 {
      try await world.save()
      try await world.delete()
    }
    // Each change is followed by news, so that the last one tells of all.
    for await _ in steps where try world.difference(server.address) == nil { break }
    mirror.cancel()
    _ = await mirror.result
  }
}
