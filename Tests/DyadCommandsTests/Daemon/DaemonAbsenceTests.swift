internal import CommandLineCore
internal import DyadServices
internal import RPCCore
internal import SystemCore
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct DaemonAbsenceTests {
  @Test func `a daemon without a socket is no reason for a second owner`() throws {
    let folder = try TemporaryFolder()
    let lock = try FileLock(path: folder.file("dyadd.lock"))
    let dyad = try Dyad(in: folder)
    let refused = try dyad.run("save", input: Dyad.heartRate(1))
    #expect(refused.exitCode == ExitCode.busy.rawValue)
    #expect(refused.errors.contains("cannot reach the daemon in \(folder.path)"))
    let number = String(decoding: try folder.read("dyadd.lock").dropLast(), as: UTF8.self)
    #expect(refused.errors.contains("process \(number) has it"))
    #expect(try !FileSystem.exists(folder.file("store.db")))
    _ = consume lock
    #expect(try dyad.run("save", input: Dyad.heartRate(1)).exitCode == 0)
  }

  @Test(arguments: [true, false]) func `nobody at the socket is a daemon that hangs or is gone`(
    isLocked: Bool
  ) throws {
    let folder = try TemporaryFolder()
    // The system answers for it as for a socket that a killed daemon left behind.
    try folder.write([], to: "operator.sock")
    let lock = isLocked ? try FileLock(path: folder.file("dyadd.lock")) : nil
    let dyad = try Dyad(in: folder)
    let saved = try dyad.run("save", input: Dyad.heartRate(1))
    #expect(saved.exitCode == (isLocked ? ExitCode.busy.rawValue : 0), "\(saved.errors)")
    _ = consume lock
  }

  @Test func `a daemon that was killed leaves its store to others`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("123456\n".utf8), to: "dyadd.lock")
    let dyad = try Dyad(in: folder)
    #expect(try dyad.run("save", input: Dyad.heartRate(1)).exitCode == 0)
    #expect(try folder.read("dyadd.lock").isEmpty)
    #expect(try dyad.run("types").lines.count == 2)
  }

  @Test func `a daemon that does not share its store is told apart`() async throws {
    try await ScriptedDaemon.run(
      { _ in },
      { daemon in
        let dyad = try Dyad(in: daemon.folder)
        let refused = try dyad.run("query", "heartRate")
        #expect(refused.exitCode == ExitCode.failure.rawValue)
        #expect(refused.errors.contains("does not share it"))
        #expect(try !FileSystem.exists(daemon.folder.file("store.db")))
      })
  }

  @Test func `a daemon that refuses its owner is heard`() async throws {
    try await ScriptedDaemon.run(
      { router in
        router.unary(StoreMethods.getCoverage) { _, _ in
          throw RPCError(.dataLoss, "cannot read the store: a page is damaged")
        }
      },
      { daemon in
        let dyad = try Dyad(in: daemon.folder)
        let refused = try dyad.run("query", "heartRate")
        #expect(refused.exitCode == ExitCode.damaged.rawValue)
        #expect(refused.errors.hasPrefix("dyad: cannot read the store: a page is damaged\n"))
      })
  }
}
