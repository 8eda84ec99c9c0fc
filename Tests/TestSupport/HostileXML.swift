/// Documents that cost a careless reader far more than their length, by what there is too much of.
package enum HostileXML: String, CaseIterable, Sendable {
  case attributes, attributesWithoutEnd, sameAttributes, valuesWithoutQuotes
  case namespaces, attributesWithPrefix, namespacesInDepth, namespaceAddresses
  case depth, names, longNames, targets, ids
  case longName, longAttributeName, longValue, valueWithoutEnd, spacesInTag, spacesInEndTag
  case text, ampersands, references, brackets, elements, elementsWithText
  case comments, commentWithoutEnd, instructions, instructionWithoutEnd
  case data, dataWithoutEnd, emptyData
  case documentType, entities, spacesBefore, spacesAfter

  package static let root = "<ClinicalDocument xmlns='urn:hl7-org:v3'>"

  /// A document of about so many bytes.
  package func text(byteCount: Int) -> String {
    /// Pieces, of which each has its number, until there are as many bytes.
    func pieces(_ make: (Int) -> String) -> String {
      var text = ""
      var number = 0
      while text.utf8.count < byteCount {
        text += make(number)
        number += 1
      }
      return text
    }
    func filled(_ text: String) -> String {
      String(repeating: text, count: byteCount / text.utf8.count)
    }
    let root = Self.root
    return switch self {
    case .attributes: "\(root)<a\(pieces { " a\($0)=''" })/>"
    case .attributesWithoutEnd: "\(root)<a\(pieces { " a\($0)=''" })"
    case .sameAttributes: "\(root)<a\(filled(" a=''"))/>"
    case .valuesWithoutQuotes: root + filled("<a b=x ")
    case .namespaces: "\(root)<a\(pieces { " xmlns:a\($0)='u'" })/>"
    case .attributesWithPrefix: "\(root)<a xmlns:p='u'\(pieces { " p:a\($0)=''" })/>"
    case .namespacesInDepth:
      root
        + (0..<200).map { depth in
          "<a\((0..<20).map { " xmlns:p\(depth)x\($0)='u'" }.joined())>"
        }.joined() + filled("<p0x0:b/>")
    case .namespaceAddresses: root + pieces { "<a xmlns='u\($0)'/>" }
    case .depth: root + filled("<a>")
    case .names: root + pieces { "<a\($0)/>" }
    case .longNames: root + pieces { "<a\($0)\(String(repeating: "x", count: 200))/>" }
    case .targets: root + pieces { "<?a\($0)?>" }
    case .ids: root + pieces { "<a xml:id='i\($0)'/>" }
    case .longName: "\(root)<\(filled("a"))/>"
    case .longAttributeName: "\(root)<a \(filled("a"))=''/>"
    case .longValue: "\(root)<a b='\(filled("x"))'/>"
    case .valueWithoutEnd: "\(root)<a b='\(filled(">=\""))"
    case .spacesInTag: "\(root)<a\(filled(" "))/>"
    case .spacesInEndTag: "\(root)<a></a\(filled(" "))>"
    case .text: root + filled("x")
    case .ampersands: root + filled("&")
    case .references: root + filled("x&amp;y&#65;")
    case .brackets: root + filled("]")
    case .elements: root + filled("<a/>")
    case .elementsWithText: root + filled("<a>x</a>")
    case .comments: root + filled("<!---->")
    case .commentWithoutEnd: "\(root)<!--\(filled("- "))"
    case .instructions: root + filled("<?a?>")
    case .instructionWithoutEnd: "\(root)<?a \(filled("?"))"
    case .data: root + filled("<![CDATA[<a b='' b=''>]]>")
    case .dataWithoutEnd: "\(root)<![CDATA[\(filled("]"))"
    case .emptyData: root + filled("<![CDATA[]]>")
    case .documentType: "<!DOCTYPE \(filled("x"))"
    case .entities: "<!DOCTYPE a [\(pieces { "<!ENTITY a\($0) 'b'>" })"
    case .spacesBefore: "\(filled(" "))<a/>"
    case .spacesAfter: "\(root)</ClinicalDocument>\(filled(" "))"
    }
  }

  package func bytes(byteCount: Int) -> [UInt8] { Array(text(byteCount: byteCount).utf8) }
}
