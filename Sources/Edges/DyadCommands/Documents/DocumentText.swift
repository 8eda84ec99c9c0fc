internal import ClinicalDocuments
internal import CommandLineCore

/// A clinical document as lines for a terminal.
struct DocumentText {
  private let document: ClinicalDocument
  private let body: DocumentBody
  private let width: Int
  private let palette: Palette

  init(_ document: ClinicalDocument, _ body: DocumentBody, width: Int, palette: Palette) {
    self.document = document
    self.body = body
    self.width = max(20, width)
    self.palette = palette
  }

  func lines(date: String) -> [String] {
    var lines = wrapped(document.title.isEmpty ? "A document without a title" : document.title).map
    {
      palette.paint($0, .bold)
    }
    let facts = [
      ("Date", date), ("Patient", document.patientName), ("Author", document.authorName),
      ("Custodian", document.custodianName),
    ]
    for (name, value) in facts where !value.isEmpty {
      lines += wrapped("\(name): \(value)", indent: 2, hanging: true)
    }
    if let kind = body.foreignKind {
      lines +=
        [""]
        + wrapped("It is of the kind \(kind), which is not shown here: --raw writes all of it.")
    }
    for section in body.sections {
      lines.append("")
      if !section.title.isEmpty {
        let title = wrapped(section.title, indent: 2 * min(4, section.level))
        lines += title.map { palette.paint($0, .bold) }
      }
      for block in section.blocks { lines += self.lines(of: block) }
    }
    if body.isCut { lines += ["", "There is more than is shown here: --raw writes all of it."] }
    return lines
  }

  private func lines(of block: DocumentBody.Block) -> [String] {
    switch block {
    case .paragraph(let words): return wrapped(words, indent: 2)
    case .item(let mark, let level, let words):
      let margin = String(repeating: " ", count: 2 + 2 * min(8, level))
      let indent = margin.count + mark.count + 1
      let lines = TerminalText.wrap(clean(words), to: width, indent: indent)
      guard let first = lines.first else { return [] }
      return [margin + mark + " " + first.dropFirst(indent)] + lines.dropFirst()
    case .table(let table): return lines(of: table)
    }
  }

  /// A table as one where it fits, else each row as a paragraph that names its columns.
  private func lines(of table: DocumentBody.Table) -> [String] {
    var lines = table.caption.isEmpty ? [] : wrapped(table.caption, indent: 2)
    let count = max(table.header.count, table.rows.map(\.count).max() ?? 0)
    guard count > 0 else { return lines }
    func full(_ row: [String]) -> [String] {
      row.map(clean) + Array(repeating: "", count: count - row.count)
    }
    var drawn = Table(full(table.header).map { Table.Column($0) })
    for row in table.rows { drawn.append(full(row)) }
    if drawn.width() + 2 <= width {
      let plain = drawn.lines(width: nil, palette: palette).map { "  " + $0 }
      return lines + (table.header.isEmpty ? Array(plain.dropFirst()) : plain)
    }
    let names = full(table.header)
    for row in table.rows {
      let cells = zip(names, full(row)).filter { !$0.1.isEmpty }.map { name, cell in
        name.isEmpty ? cell : "\(name): \(cell)"
      }
      lines += wrapped("- " + cells.joined(separator: "; "), indent: 4, hanging: false, first: 2)
    }
    return lines
  }

  private func wrapped(
    _ text: String, indent: Int = 0, hanging: Bool = false, first: Int? = nil
  ) -> [String] {
    var lines = TerminalText.wrap(clean(text), to: width, indent: indent, hanging: hanging)
    if let first, let line = lines.first { lines[0] = String(line.dropFirst(indent - first)) }
    return lines
  }

  private func clean(_ text: String) -> String { TerminalText.clean(text) }
}
