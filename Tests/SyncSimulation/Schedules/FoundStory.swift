internal import TestSupport

/// A schedule in which something did not hold, and what it is called.
package struct FoundStory: Sendable, CustomStringConvertible {
  /// In `found.txt` the seed that it was found with and the rule; in `bugs.txt` the bug that it shows.
  package let description: String
  package let schedule: Schedule

  /// What once did not hold and does now.
  ///
  /// - Throws: When the file cannot be read.
  package static func loadAll() throws -> [Self] { try load("found.txt") }

  /// The stories of a file, in the folder of this one.
  ///
  /// - Returns: At least one.
  /// - Throws: When the file cannot be read.
  static func load(_ name: String) throws -> [Self] {
    let folder = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    let ending = try RunningProgram.run("/bin/cat", ["\(folder)/\(name)"])
    guard ending.exitCode == 0 else {
      throw TestSupportError("cannot read \(name): \(ending.errors)")
    }
    var stories: [(title: Substring, lines: [Substring])] = []
    for line in ending.output.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("story ") {
        stories.append((line.dropFirst("story ".count), []))
      } else if stories.isEmpty {
        throw TestSupportError("cannot read \(name): it begins without a title")
      } else {
        stories[stories.count - 1].lines.append(line)
      }
    }
    guard !stories.isEmpty else { throw TestSupportError("\(name) has no stories") }
    return try stories.map { title, lines in
      Self(
        description: String(title),
        schedule: try Schedule(reading: lines.joined(separator: "\n")))
    }
  }
}
