private import Synchronization

/// A server of PostgreSQL that is there for one test or measurement.
package final class PostgresServer: Sendable {
  /// Where it is, as libpq reads it.
  package let address: String
  private let program: Mutex<RunningProgram?>
  private let orders = Atomic(0)

  /// Starts one, and waits until it can be reached.
  ///
  /// - Parameters:
  ///   - script: The path of `Tools/postgres-server`.
  ///   - settings: Words for the script: what it makes, then lines of its configuration.
  /// - Throws: What the script says.
  package init(_ script: String, _ settings: [String]) throws(TestSupportError) {
    let program = try RunningProgram(script, settings)
    address = try program.waitForLine("postgresql://")
    self.program = Mutex(program)
  }

  /// Lets something happen to it, and waits until it has.
  ///
  /// - Parameter order: What the script knows: `restart`, `fail`.
  /// - Throws: What the script says.
  package func obey(_ order: String) throws(TestSupportError) {
    let number = orders.add(1, ordering: .relaxed).newValue
    try program.withLock { program throws(TestSupportError) in
      program?.send("\(order)\n")
      _ = try program?.waitForLine("done \(number): \(order)")
    }
  }

  /// Ends it, and waits until nothing of it is left.
  package func stop() throws(TestSupportError) {
    try program.withLock { program throws(TestSupportError) in _ = try program.take()?.finish() }
  }

  /// The script, for tests that are built below the sources.
  package static func script() throws(TestSupportError) -> String {
    let path = try RunningProgram.builtPath("dyad")
    let root = path.split(separator: "/").prefix { $0 != ".build" }.joined(separator: "/")
    return "/\(root)/Tools/postgres-server"
  }
}
