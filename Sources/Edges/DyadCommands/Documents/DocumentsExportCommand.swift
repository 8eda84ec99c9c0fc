internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import SystemCore

/// `dyad documents export`: the documents as files, byte for byte.
struct DocumentsExportCommand: Subcommand {
  static let folder = Argument("FOLDER", help: "Where to write them; it is made", completion: .file)

  static let command = Command(
    "export", summary: "Write the documents to a folder",
    discussion:
      "Each becomes a file of its own, byte for byte, named by its UUID and never by what is in it.",
    examples: [.init("dyad documents export Papers", "write all of them")], arguments: [folder])

  private let folder: String

  init(_ arguments: ParsedArguments) throws {
    folder = arguments.required(Self.folder)
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    let entries = try await StoredDocuments(data: data).entries()
    try FileSystem.createFolder(folder)
    try await Progress.show("Exporting", of: "documents") { progress in
      for (place, entry) in entries.enumerated() {
        try FileSystem.replaceFile(
          "\(folder)/\(entry.uuid).xml", try await data.wholeDocument(entry.uuid))
        progress.tell(place + 1, of: entries.count)
      }
    }
    var output = BufferedOutput(Descriptor.standardOutput)
    try output.writeLine("\(counted(entries.count, "document")) written")
    try output.flush()
    return .success
  }
}
