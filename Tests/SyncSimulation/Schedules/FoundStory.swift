internal import TestSupport

/// A schedule in which something once did not hold, with the rule that it is of.
package struct FoundStory: Sendable, CustomStringConvertible {
  /// The seed that it was found with, and the rule.
  package let description: String
  package let schedule: Schedule

  /// The stories of `found.txt`, in the folder of this file.
  ///
  /// - Returns: At least one.
  /// - Throws: When the file cannot be read.
  package static func loadAll() throws -> [Self] {
    let folder = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    let ending = try RunningProgram.run("/bin/cat", ["\(folder)/found.txt"])
    guard ending.exitCode == 0 else {
      throw TestSupportError("cannot read found.txt: \(ending.errors)")
    }
    var stories: [(title: Substring, lines: [Substring])] = []
    for line in ending.output.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("story ") {
        stories.append((line.dropFirst("story ".count), []))
      } else if stories.isEmpty {
        throw TestSupportError("cannot read found.txt: it begins without a title")
      } else {
        stories[stories.count - 1].lines.append(line)
      }
    }
    guard !stories.isEmpty else { throw TestSupportError("found.txt has no stories") }
    return try stories.map { title, lines in
      Self(
        description: String(title),
        schedule: try Schedule(reading: lines.joined(separator: "\n")))
    }
  }
}
