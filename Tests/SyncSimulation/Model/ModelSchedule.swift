package import TestSupport

/// A schedule of the executable model with all rules on, and what came of it.
package struct ModelSchedule: Hashable, Sendable {
  /// An event, and the nodes' state after it.
  package struct Step: Hashable, Sendable {
    package var event: ModelEvent
    /// The hash of the state, where the event changed it.
    package var hash: UInt64?

    package init(event: ModelEvent, hash: UInt64?) {
      self.event = event
      self.hash = hash
    }
  }

  /// What may happen in one, by the model's names.
  package enum Profile: String, Hashable, Sendable {
    case normal
    /// Rows vanish from nodes, and nothing is restored.
    case damage
    /// As normal; in addition columns become unreadable.
    case strain
  }

  /// Its number, or the name of the rule's absence that it catches.
  package var name: String
  package var profile: Profile
  package var steps: [Step]
  /// The state once the network was healed and everything was said.
  package var settled: String
  /// The hash of `settled`.
  package var settledHash: UInt64

  /// The schedules of a file that `export-schedules` wrote.
  ///
  /// - Parameter name: The file's, in the folder of this one.
  /// - Returns: At least one.
  /// - Throws: When the file is not as that script writes it.
  package static func load(_ name: String) throws(TestSupportError) -> [Self] {
    let folder = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    let ending = try RunningProgram.run("/bin/cat", ["\(folder)/\(name)"])
    guard ending.exitCode == 0 else {
      throw TestSupportError("cannot read \(name): \(ending.errors)")
    }
    var parser = ModelScheduleParser(ending.output)
    return try parser.readAll()
  }
}
