private import CXML2

/// Reads a whole document that has to be well-formed, and tells what is in it.
///
/// Nothing is fetched, and there is no document type: no entity means anything but the five of XML itself. What it
/// keeps meanwhile does not grow with the document.
@safe package final class StrictReader {
  /// As deep as elements may lie in each other.
  package static let mostDepth = 256
  private static let pieceBytes = 64 << 10
  /// As many names as are kept: documents of one kind have a few hundred.
  private static let mostNames = 4_096

  private let listener: any StrictListener
  private var context: xmlParserCtxtPtr?
  /// Names by where libxml2 keeps them: a name stays where it is as long as the parser does.
  private var names: [UInt: [UInt: ElementName]] = [:]
  private var nameCount = 0
  private var depth = 0
  private var fault: MarkupError?

  private init(_ listener: any StrictListener) {
    self.listener = listener
  }

  deinit {
    unsafe xmlFreeParserCtxt(context)
  }

  /// Reads a document.
  ///
  /// - Throws: `MarkupError` with the first line that is wrong, or what the listener throws.
  package static func read(
    _ bytes: [UInt8], to listener: any StrictListener
  ) throws(MarkupError) {
    guard !bytes.isEmpty else { throw MarkupError(line: 1, detail: "there is nothing in it") }
    try DocumentEncoding.check(bytes)
    try StrictReader(listener).read(bytes)
  }

  private func read(_ bytes: [UInt8]) throws(MarkupError) {
    guard start() else { throw MarkupError(line: 1, detail: "there is no memory to read it") }
    var place = 0
    while place < bytes.count, fault == nil {
      let end = min(bytes.count, place + Self.pieceBytes)
      let isLast = end == bytes.count
      let code = unsafe bytes[place..<end].withUnsafeBytes { piece in
        unsafe xmlParseChunk(
          context, piece.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(piece.count),
          isLast ? 1 : 0)
      }
      // A prefix that nothing declares is no mistake of XML alone, and has no code at the end.
      if fault == nil, let context = unsafe context, unsafe context.pointee.nsWellFormed == 0 {
        refuse(Self.words(for: CInt(XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue)))
      }
      if code != 0, fault == nil { fault = MarkupError(line: line, detail: Self.words(for: code)) }
      place = end
    }
    if let fault { throw fault }
  }

  private func start() -> Bool {
    xmlInitParser()
    // What cannot be converted is said apart from the parser, and would be printed; this is the thread's own.
    unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = XML_SAX2_MAGIC
    unsafe handler.startElementNs = { user, name, _, space, _, _, count, _, values in
      guard let user = unsafe user, let name = unsafe name else { return }
      unsafe StrictReader.from(user).start(name, space, Int(count), values)
    }
    unsafe handler.endElementNs = { user, _, _, _ in
      guard let user = unsafe user else { return }
      unsafe StrictReader.from(user).end()
    }
    unsafe handler.characters = { user, text, count in
      guard let user = unsafe user, let text = unsafe text else { return }
      unsafe StrictReader.from(user).tell(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    unsafe handler.cdataBlock = unsafe handler.characters
    unsafe handler.ignorableWhitespace = unsafe handler.characters
    unsafe handler.internalSubset = { user, _, _, _ in
      guard let user = unsafe user else { return }
      unsafe StrictReader.from(user).refuse("a document type is declared, which is not taken")
    }
    // What is wrong is said by the code of what failed; without a handler libxml2 would print it.
    unsafe handler.serror = { _, _ in }
    guard let context = unsafe xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else {
      return false
    }
    unsafe self.context = context
    // Unretained is sound: `deinit` frees the context, so no callback can outlive `self`.
    unsafe context.pointee.userData = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe xmlCtxtUseOptions(
      context, CInt(XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue))
    return true
  }

  private static func from(_ user: UnsafeMutableRawPointer) -> StrictReader {
    unsafe Unmanaged<StrictReader>.fromOpaque(user).takeUnretainedValue()
  }

  private var line: Int {
    guard let context = unsafe context, let input = unsafe context.pointee.input else { return 1 }
    return max(1, Int(unsafe input.pointee.line))
  }

  private func refuse(_ detail: String) { fail(MarkupError(line: line, detail: detail)) }

  private func fail(_ error: MarkupError) {
    if fault == nil { fault = error }
    unsafe xmlStopParser(context)
  }

  private func start(
    _ name: UnsafePointer<xmlChar>, _ space: UnsafePointer<xmlChar>?, _ count: Int,
    _ values: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    guard fault == nil else { return }
    depth += 1
    guard depth <= Self.mostDepth else {
      return refuse("more than \(Self.mostDepth) elements lie in each other")
    }
    var attributes: [String: String] = [:]
    if listener.wantsContent, let values = unsafe values {
      // Five pointers each: the name, its prefix and namespace, the beginning and the end of the value.
      for index in 0..<count {
        guard let key = unsafe values[index * 5], unsafe values[index * 5 + 2] == nil,
          let from = unsafe values[index * 5 + 3], let to = unsafe values[index * 5 + 4]
        else { continue }
        unsafe attributes[Self.text(key)] = unsafe String(
          decoding: UnsafeBufferPointer(start: from, count: to - from), as: UTF8.self)
      }
    }
    do {
      try listener.start(unsafe elementName(name, space), attributes, line: line)
    } catch { fail(error) }
  }

  private func end() {
    guard fault == nil else { return }
    depth -= 1
    do { try listener.end(line: line) } catch { fail(error) }
  }

  private func tell(_ text: UnsafeBufferPointer<xmlChar>) {
    guard fault == nil, listener.wantsContent else { return }
    do {
      try listener.text(unsafe String(decoding: text, as: UTF8.self), line: line)
    } catch { fail(error) }
  }

  private func elementName(
    _ name: UnsafePointer<xmlChar>, _ space: UnsafePointer<xmlChar>?
  ) -> ElementName {
    let (place, home) = (UInt(bitPattern: name), UInt(bitPattern: space))
    if let known = names[home]?[place] { return known }
    let new = unsafe ElementName(Self.text(name), in: space.map { unsafe Self.text($0) } ?? "")
    if nameCount < Self.mostNames {
      names[home, default: [:]][place] = new
      nameCount += 1
    }
    return new
  }

  private static func text(_ name: UnsafePointer<xmlChar>) -> String {
    unsafe String(
      decoding: UnsafeBufferPointer(start: name, count: Int(xmlStrlen(name))), as: UTF8.self)
  }

  /// What a code of libxml2 means; its own words may quote the document.
  private static func words(for code: CInt) -> String {
    switch xmlParserErrors(UInt32(bitPattern: code)) {
    case XML_ERR_DOCUMENT_EMPTY, XML_ERR_DOCUMENT_START:
      "there is no element where the first belongs"
    case XML_ERR_DOCUMENT_END: "something stands after the end, or the end is missing"
    case XML_ERR_TAG_NAME_MISMATCH: "an element ends under another name than it began"
    case XML_ERR_TAG_NOT_FINISHED: "it ends in the middle of an element"
    case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY:
      "an entity is used that XML does not know"
    case XML_ERR_ENTITYREF_SEMICOL_MISSING, XML_ERR_ENTITYREF_NO_NAME, XML_ERR_NAME_REQUIRED:
      "an ampersand stands alone: write &amp;"
    case XML_ERR_INVALID_CHAR, XML_ERR_INVALID_CHARREF:
      "there is a character that XML does not permit, or bytes of another encoding"
    case XML_ERR_INVALID_ENCODING, XML_I18N_CONV_FAILED: "its bytes are not what its encoding says"
    case XML_ERR_ATTRIBUTE_REDEFINED: "an element has an attribute twice"
    case XML_ERR_ATTRIBUTE_NOT_STARTED, XML_ERR_ATTRIBUTE_NOT_FINISHED, XML_ERR_LT_IN_ATTRIBUTE:
      "an attribute is not written as one"
    case XML_NS_ERR_UNDEFINED_NAMESPACE: "a prefix is used that nothing declares"
    case XML_ERR_NO_MEMORY: "there is no memory to read it"
    default: "it is not well-formed XML"
    }
  }
}
