internal import CommandLineCore

/// `dyad documents`: clinical documents.
enum DocumentsCommands {
  static let all: [any Subcommand.Type] = [
    DocumentsListCommand.self, DocumentsShowCommand.self, DocumentsImportCommand.self,
    DocumentsExportCommand.self,
  ]

  static let command = Command(
    "documents", summary: "Keep and read clinical documents",
    discussion: """
      Clinics give out documents of the Clinical Document Architecture (CDA, C-CDA): XML files with a \
      header and sections to read. A document is named by its UUID, in full or as a terminal shows it.
      """,
    examples: [
      .init("dyad documents import visit.xml", "check a document and keep it"),
      .init("dyad documents list", "show what is there"),
      .init("dyad documents show 490E..00000000002A", "read one"),
    ], subcommands: all.map { $0.command })

  /// The documents that words on the command line name.
  static let which = Argument("UUID", help: "The document, in full or as a terminal shows it")
}
