internal import CalendarEdges
internal import ClinicalDocuments
internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import XMLCore

/// `dyad documents show`: one document, to be read.
struct DocumentsShowCommand: Subcommand {
  static let html = Option(
    "html", help: "Write a page of HTML, in which nothing is executed or fetched")
  static let raw = Option("raw", help: "Write the document's own bytes")

  static let command = Command(
    "show", summary: "Read a document",
    discussion: """
      Shows who and what the document is about, and its sections as text. What is in it for machines is \
      left out: --raw has it.
      """,
    examples: [
      .init("dyad documents show 490E..00000000002A", "read one"),
      .init("dyad documents show --html 490E..00000000002A", "a page for a browser"),
    ], options: [html, raw, .timeZone], arguments: [DocumentsCommands.which])

  private let arguments: ParsedArguments
  private let zone: TimeZoneRules

  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    zone = try ZoneChoice.zone(arguments)
    if arguments.has(Self.html), arguments.has(Self.raw) {
      throw arguments.unusable(Self.raw, "--html asks for something else")
    }
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    let entry = try await StoredDocuments(data: data).entry(arguments)
    let bytes = try await data.wholeDocument(entry.uuid)
    var output = BufferedOutput(Descriptor.standardOutput)
    if arguments.has(Self.raw) {
      try Descriptor.standardOutput.write(bytes)
    } else {
      let (document, body) = try Self.read(bytes)
      if arguments.has(Self.html) {
        try output.write(DocumentPage(document, body).text)
      } else {
        let width = Descriptor.standardOutput.isTerminal ? Descriptor.standardOutput.columns : nil
        let text = DocumentText(
          document, body, width: width ?? 80, palette: Palette(for: Descriptor.standardOutput))
        for line in text.lines(date: LocalDateText(zone: zone).day(of: entry.start)) {
          try output.writeLine(line)
        }
      }
    }
    try output.flush()
    return .success
  }

  private static func read(_ bytes: [UInt8]) throws -> (ClinicalDocument, DocumentBody) {
    do throws(MarkupError) {
      return (try ClinicalDocument(checking: bytes), try DocumentBody(reading: bytes))
    } catch {
      throw ProgramFailure(
        .invalidInput, "\(error)", advice: "It was saved unchecked; --raw writes it as it is.")
    }
  }
}
