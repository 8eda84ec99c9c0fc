internal import SystemCore
internal import TestSupport

/// The programs of other implementations, which `Tools/peers` brings.
enum Peers {
  /// A program cannot be run.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// The package's folder: this file's, two folders up.
  static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  /// Where the descriptors of the interop service are.
  static let descriptors = root + "/.build/peers/generated/interop.binpb"

  /// The rest of a program's environment is nobody's business.
  static let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin"]

  /// A program that is not ours.
  static func path(_ name: String) throws -> String {
    let path = "\(root)/.build/peers/bin/\(name)"
    guard try FileSystem.exists(path) else {
      throw Missing(description: "cannot run \(name): it is not there; run Tools/peers first")
    }
    return path
  }

  /// Runs a program of the system, or of ours, to its end.
  static func run(
    _ words: [String], input: String = ""
  ) throws -> RunningProgram.Ending {
    try RunningProgram.run("/usr/bin/env", words, environment: environment, input: input)
  }

  /// Runs blocking work on a thread of its own, so that those of the tests stay free.
  static func onOwnThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let loop = try EventLoop(name: "peer")
    let result = await withTaskGroup { group in
      group.addTask(executorPreference: loop) { Swift.Result { try body() } }
      return await group.next()
    }
    await loop.shutdown()
    guard let result else { throw Missing(description: "cannot run a peer: nothing was run") }
    return try result.get()
  }
}
