internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import TextFormats

/// What `dyad save` says of its work.
struct SaveReport: ~Copyable {
  private let isJSON: Bool
  private let listsUUIDs: Bool
  private var output = BufferedOutput(Descriptor.standardOutput)
  /// Whether anybody reads; saving goes on without.
  private var isRead = true

  init(listsUUIDs: Bool, isJSON: Bool) {
    self.listsUUIDs = listsUUIDs
    self.isJSON = isJSON
  }

  /// Tells that the lines were saved.
  mutating func add(_ saved: [SaveEntry]) throws(CommandLineError) {
    guard listsUUIDs else { return }
    for sample in saved.lazy.flatMap(\.samples) {
      let uuid = sample.uuid.description
      let line = JSONValue.object([
        .init("type", .string(sample.type.name)), .init("uuid", .string(uuid)),
      ])
      try write(isJSON ? line.text : uuid)
    }
    try flush()
  }

  /// Tells how much was saved, and how many lines were not.
  mutating func finish(_ saver: Saver, refused: Int) throws(CommandLineError) {
    if isJSON {
      try write(
        JSONValue.object([
          .init("saved", .integer(Int64(saver.sampleCount))),
          .init("lines", .integer(Int64(saver.lineCount))),
          .init("knownLines", .integer(Int64(saver.knownCount))),
          .init("refusedLines", .integer(Int64(refused))),
        ]).text)
    } else if !listsUUIDs {
      try write(Self.text(saver) + (refused > 0 ? ", \(counted(refused, "line")) refused" : ""))
    }
    try flush()
  }

  /// What was saved, in words.
  static func text(_ saver: Saver) -> String {
    let known = saver.knownCount
    let aside = known > 0 ? ", \(counted(known, "line")) there already" : ""
    return "saved \(counted(saver.sampleCount, "sample"))\(aside)"
  }

  private mutating func write(_ line: String) throws(CommandLineError) {
    guard isRead else { return }
    do throws(CommandLineError) {
      try output.writeLine(line)
    } catch {
      try forgive(error)
    }
  }

  private mutating func flush() throws(CommandLineError) {
    guard isRead else { return }
    // On a terminal the line that shows how far it is stands where this goes.
    Progress.erase()
    do throws(CommandLineError) {
      try output.flush()
    } catch {
      try forgive(error)
    }
  }

  // A reader that has seen enough of the UUIDs does not mean the samples to be left out.
  private mutating func forgive(_ error: CommandLineError) throws(CommandLineError) {
    guard error.code == .outputClosed else { throw error }
    isRead = false
  }
}
