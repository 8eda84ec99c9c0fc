/// A document as a page of HTML, in which nothing is executed and nothing is fetched.
package struct DocumentPage {
  private let document: ClinicalDocument
  private let body: DocumentBody

  package init(_ document: ClinicalDocument, _ body: DocumentBody) {
    self.document = document
    self.body = body
  }

  package var text: String {
    var lines = [
      "<!doctype html>", "<html lang=\"\(Self.escaped(document.language))\">", "<head>",
      "<meta charset=\"utf-8\">",
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
      "<title>\(Self.escaped(document.title))</title>",
      "<style>body{font:16px/1.5 sans-serif;max-width:50em;margin:2em auto;padding:0 1em}"
        + "table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2em .6em;text-align:left}"
        + "dt{font-weight:bold}</style>",
      "</head>", "<body>", "<h1>\(Self.escaped(document.title))</h1>", "<dl>",
    ]
    let facts = [
      ("Patient", document.patientName), ("Author", document.authorName),
      ("Custodian", document.custodianName),
    ]
    for (name, value) in facts where !value.isEmpty {
      lines.append("<dt>\(name)</dt><dd>\(Self.escaped(value))</dd>")
    }
    lines.append("</dl>")
    if let kind = body.foreignKind {
      lines.append(
        "<p>The document is of the kind \(Self.escaped(kind)), which is not shown here.</p>")
    }
    for section in body.sections {
      let level = min(6, section.level + 2)
      if !section.title.isEmpty {
        lines.append("<h\(level)>\(Self.escaped(section.title))</h\(level)>")
      }
      lines += section.blocks.map(Self.markup)
    }
    if body.isCut { lines.append("<p>There is more than is shown here.</p>") }
    return (lines + ["</body>", "</html>", ""]).joined(separator: "\n")
  }

  private static func markup(_ block: DocumentBody.Block) -> String {
    switch block {
    case .paragraph(let words): "<p>\(escaped(words))</p>"
    case .item(let mark, let level, let words):
      "<p style=\"margin-left:\(2 * (level + 1))em\">\(escaped(mark)) \(escaped(words))</p>"
    case .table(let table): markup(table)
    }
  }

  private static func markup(_ table: DocumentBody.Table) -> String {
    func cells(_ row: [String], _ name: String) -> String {
      "<tr>" + row.map { "<\(name)>\(escaped($0))</\(name)>" }.joined() + "</tr>"
    }
    let caption = table.caption.isEmpty ? "" : "<caption>\(escaped(table.caption))</caption>"
    let header = table.header.isEmpty ? "" : "<thead>\(cells(table.header, "th"))</thead>"
    let rows = table.rows.map { cells($0, "td") }.joined(separator: "\n")
    return "<table>\(caption)\(header)<tbody>\(rows)</tbody></table>"
  }

  /// A text that is no markup, in attributes too.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
