private import CXML2

/// Reads a whole document that has to be well-formed, and tells what is in it.
///
/// Nothing is fetched, and there is no document type: no entity means anything but the five of XML itself. What it
/// keeps meanwhile does not grow with the document, and no byte costs more than a few others (`ReadingBounds`).
@safe package final class StrictReader {
  private static let pieceBytes = 64 << 10
  /// As many names as are kept, a power of two: documents of one kind have a few hundred.
  fileprivate static let nameSlots = 1_024

  /// In one piece: what hears of each element touches it once.
  private var reading: Reading
  private let bytes: [UInt8]
  private let encoding: DocumentEncoding
  /// All before it was read.
  private var place: Int
  private var bounds: BoundsScanner

  /// Begins a document, of which nothing is read yet.
  ///
  /// - Throws: `MarkupError` where it is none by its first bytes.
  package init(_ bytes: [UInt8], to listener: any StrictListener) throws(MarkupError) {
    guard !bytes.isEmpty else { throw MarkupError(line: 1, detail: "there is nothing in it") }
    (encoding, place) = try DocumentEncoding.found(in: bytes)
    self.bytes = bytes
    bounds = BoundsScanner(encoding, at: place)
    reading = Reading(listener)
    guard start() else { throw MarkupError(line: 1, detail: "there is no memory to read it") }
  }

  deinit {
    unsafe xmlFreeParserCtxt(reading.context)
  }

  /// Reads a document.
  ///
  /// - Throws: `MarkupError` with the first line that is wrong, or what the listener throws.
  package static func read(
    _ bytes: [UInt8], to listener: any StrictListener
  ) throws(MarkupError) {
    let reader = try StrictReader(bytes, to: listener)
    while try reader.readPiece() {}
  }

  /// Reads the next 64 KiB, some milliseconds of work.
  ///
  /// - Returns: Whether there are more.
  /// - Throws: `MarkupError` with the first line that is wrong, or what the listener throws.
  package func readPiece() throws(MarkupError) -> Bool {
    let bytes = self.bytes
    let end = min(bytes.count, place + Self.pieceBytes)
    if let excess = bounds.scan(bytes.span, to: end) {
      let line = 1 + TagScanner.lines(bytes[..<excess.byte])
      throw MarkupError(line: line, detail: excess.detail)
    }
    // What cannot be converted is said apart from the parser, and would be printed; this is the thread's own.
    unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
    let isLast = end == bytes.count
    let code = unsafe bytes[place..<end].withUnsafeBytes { piece in
      unsafe xmlParseChunk(
        reading.context, piece.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(piece.count),
        isLast ? 1 : 0)
    }
    place = end
    // A prefix that nothing declares is no mistake of XML alone, and has no code at the end.
    if let context = unsafe reading.context, unsafe context.pointee.nsWellFormed == 0 {
      reading.refuse(Self.words(for: CInt(XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue)))
    }
    if code != 0 { reading.refuse(Self.words(for: code)) }
    reading.checkNames()
    if let fault = reading.fault { throw fault }
    return !isLast
  }

  private func start() -> Bool {
    xmlInitParser()
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = XML_SAX2_MAGIC
    unsafe handler.startElementNs = { user, name, _, space, _, _, count, _, values in
      guard let user = unsafe user, let name = unsafe name else { return }
      unsafe StrictReader.from(user).reading.start(name, space, Int(count), values)
    }
    unsafe handler.endElementNs = { user, _, _, _ in
      guard let user = unsafe user else { return }
      unsafe StrictReader.from(user).reading.end()
    }
    unsafe handler.characters = Self.characters
    unsafe handler.cdataBlock = unsafe handler.characters
    unsafe handler.ignorableWhitespace = unsafe handler.characters
    // What is wrong is said by the code of what failed; without a handler libxml2 would print it.
    unsafe handler.serror = { _, _ in }
    guard let context = unsafe xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else {
      return false
    }
    unsafe reading.context = context
    // Unretained is sound: `deinit` frees the context, so no callback can outlive `self`.
    unsafe context.pointee.userData = unsafe Unmanaged.passUnretained(self).toOpaque()
    // It answers with the options that it does not know, and it knows these.
    _ = unsafe xmlCtxtUseOptions(
      context,
      CInt(
        XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
    return unsafe setEncoding(of: context)
  }

  /// Says how the bytes are encoded: libxml2 is not to decide it otherwise than who looked at their bounds.
  private func setEncoding(of context: xmlParserCtxtPtr) -> Bool {
    switch encoding {
    case .utf8: return unsafe xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8) == 0
    case .wide(let isBigEndian):
      return unsafe xmlSwitchEncoding(
        context, isBigEndian ? XML_CHAR_ENCODING_UTF16BE : XML_CHAR_ENCODING_UTF16LE) == 0
    case .named(let name):
      guard let handler = unsafe xmlFindCharEncodingHandler(name) else { return false }
      return unsafe xmlSwitchToEncoding(context, handler) == 0
    }
  }

  private static func from(_ user: UnsafeMutableRawPointer) -> StrictReader {
    unsafe Unmanaged<StrictReader>.fromOpaque(user).takeUnretainedValue()
  }

  fileprivate static let characters: charactersSAXFunc = { user, text, count in
    guard let user = unsafe user, let text = unsafe text else { return }
    unsafe StrictReader.from(user).reading.tell(UnsafeBufferPointer(start: text, count: Int(count)))
  }

  fileprivate static func text(_ name: UnsafePointer<xmlChar>) -> String {
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

/// What is read of a document, and how far it is.
@safe private struct Reading {
  let listener: any StrictListener
  var context: xmlParserCtxtPtr?
  /// Names by where libxml2 keeps them: a name stays where it is as long as the parser does.
  private var names = [(place: UInt, home: UInt, name: ElementName)](
    repeating: (0, 0, ElementName("")), count: StrictReader.nameSlots)
  /// Whether the listener wants attributes and text; where it does not, libxml2 tells of none.
  private var wantsContent = true
  private(set) var fault: MarkupError?

  init(_ listener: any StrictListener) {
    self.listener = listener
  }

  var line: Int {
    guard let context = unsafe context, let input = unsafe context.pointee.input else { return 1 }
    return max(1, Int(unsafe input.pointee.line))
  }

  mutating func refuse(_ detail: String) { fail(MarkupError(line: line, detail: detail)) }

  mutating func fail(_ error: MarkupError) {
    if fault == nil { fault = error }
    unsafe xmlStopParser(context)
  }

  mutating func start(
    _ name: UnsafePointer<xmlChar>, _ space: UnsafePointer<xmlChar>?, _ count: Int,
    _ values: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    guard fault == nil, let context = unsafe context else { return }
    // It keeps two pointers of each.
    guard unsafe Int(context.pointee.nsNr) <= 2 * ReadingBounds.namespaces else {
      return refuse("more than \(ReadingBounds.namespaces) namespaces are declared at once")
    }
    var attributes: [String: String] = [:]
    if wantsContent, let values = unsafe values {
      // Five pointers each: the name, its prefix and namespace, the beginning and the end of the value.
      for index in 0..<count {
        guard let key = unsafe values[index * 5], unsafe values[index * 5 + 2] == nil,
          let from = unsafe values[index * 5 + 3], let to = unsafe values[index * 5 + 4]
        else { continue }
        unsafe attributes[StrictReader.text(key)] = unsafe String(
          decoding: UnsafeBufferPointer(start: from, count: to - from), as: UTF8.self)
      }
    }
    do {
      try listener.start(try unsafe elementName(name, space), attributes, line: line)
      chooseContent()
    } catch { fail(error) }
  }

  /// Sees that only texts are told that are wanted.
  mutating func chooseContent() {
    let wants = listener.wantsContent
    guard wants != wantsContent, let handler = unsafe context?.pointee.sax else { return }
    wantsContent = wants
    unsafe handler.pointee.characters = unsafe wants ? StrictReader.characters : { _, _, _ in }
    unsafe handler.pointee.cdataBlock = unsafe handler.pointee.characters
    unsafe handler.pointee.ignorableWhitespace = unsafe handler.pointee.characters
  }

  mutating func end() {
    guard fault == nil else { return }
    do {
      try listener.end(line: line)
      chooseContent()
    } catch { fail(error) }
  }

  mutating func tell(_ text: UnsafeBufferPointer<xmlChar>) {
    guard fault == nil else { return }
    do {
      try listener.text(unsafe String(decoding: text, as: UTF8.self), line: line)
    } catch { fail(error) }
  }

  /// Sees that the library's table of names stays short: the longer it is, the more each look into it costs.
  mutating func checkNames() {
    guard let context = unsafe context, let names = unsafe context.pointee.dict,
      unsafe xmlDictSize(names) > ReadingBounds.names
    else { return }
    refuse("it has more than \(ReadingBounds.names) different names")
  }

  mutating func elementName(
    _ name: UnsafePointer<xmlChar>, _ space: UnsafePointer<xmlChar>?
  ) throws(MarkupError) -> ElementName {
    let (place, home) = (UInt(bitPattern: name), UInt(bitPattern: space))
    let slot = Int((place >> 2 ^ home >> 4) & UInt(StrictReader.nameSlots - 1))
    if names[slot].place == place, names[slot].home == home { return names[slot].name }
    // It is copied wherever its place was taken by another one.
    if let space = unsafe space, unsafe xmlStrlen(space) > ReadingBounds.namespaceBytes {
      throw MarkupError(
        line: line,
        detail: "the name of a namespace has more than \(ReadingBounds.namespaceBytes) bytes")
    }
    let new = unsafe ElementName(
      StrictReader.text(name), in: space.map { unsafe StrictReader.text($0) } ?? "")
    names[slot] = (place, home, new)
    return new
  }
}
