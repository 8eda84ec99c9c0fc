private import CXML2

/// libxml2's push parser, as long as what it is given is well-formed.
@safe final class LibraryParser {
  /// Once a process.
  private static let isReady: Bool = {
    xmlInitParser()
    return true
  }()

  private let context: xmlParserCtxtPtr
  private let collector: MarkupCollector
  /// How many lines stand before what this parser saw first.
  private let lineOffset: Int
  private var places = NamePlaces()
  /// Elements that are opened again, and were told before.
  private var silentStarts = 0

  /// Begins within the elements that the collector has open; `nil` where there is no memory.
  init?(_ collector: MarkupCollector, line: Int) {
    guard Self.isReady else { return nil }
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = XML_SAX2_MAGIC
    unsafe handler.startElementNs = { user, name, _, _, _, _, count, _, values in
      guard let user = unsafe user, let name = unsafe name else { return }
      unsafe LibraryParser.from(user).start(name, count, values)
    }
    unsafe handler.endElementNs = { user, _, _, _ in
      guard let user = unsafe user else { return }
      unsafe LibraryParser.from(user).end()
    }
    // What is wrong is found out again by the scanner; without a handler libxml2 would print it.
    unsafe handler.serror = { _, _ in }
    guard let context = unsafe xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else {
      return nil
    }
    unsafe self.context = context
    self.collector = collector
    lineOffset = line - 1
    // Unretained is sound: `deinit` frees the context, so no callback can outlive `self`.
    unsafe context.pointee.userData = unsafe Unmanaged.passUnretained(self).toOpaque()
    // Nothing is defined but the five entities of XML itself, and without the first option an ampersand would come
    // as a reference. It answers with the options that it does not know, and it knows these.
    _ = unsafe xmlCtxtUseOptions(
      context, CInt(XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue))
    // It would guess from the first bytes, and print those that it cannot convert. Nothing is converted to UTF-8.
    guard unsafe xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8) == 0 else { return nil }
    silentStarts = collector.open.count
    guard silentStarts > 0 else { return }
    let prefix = collector.open.map { "<\(collector.table.names[Int($0)])>" }.joined()
    guard parse(Array(prefix.utf8)[...]) else { return nil }
  }

  deinit {
    unsafe xmlFreeParserCtxt(context)
  }

  private static func from(_ user: UnsafeMutableRawPointer) -> LibraryParser {
    unsafe Unmanaged<LibraryParser>.fromOpaque(user).takeUnretainedValue()
  }

  /// Reads whole tags; whether they are well-formed.
  ///
  /// After those that are not it is of no use.
  func parse(_ piece: ArraySlice<UInt8>) -> Bool {
    unsafe piece.withUnsafeBytes { bytes in
      unsafe xmlParseChunk(
        context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(bytes.count), 0) == 0
    }
  }

  /// Whether it keeps so many names that another parser would be faster.
  var hasManyNames: Bool {
    guard let names = unsafe context.pointee.dict else { return false }
    return unsafe xmlDictSize(names) > ReadingBounds.names
  }

  private var line: Int {
    guard let input = unsafe context.pointee.input else { return 0 }
    return lineOffset + Int(unsafe input.pointee.line)
  }

  private func start(
    _ name: UnsafePointer<xmlChar>, _ count: CInt,
    _ values: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    if silentStarts > 0 {
      silentStarts -= 1
      return
    }
    // Each of these is told once that it is being changed, and not for each attribute.
    collector.start(line: line) { batch, table, dropped in
      unsafe places.add(name, Int(count), values, to: &batch, &table, dropped)
    }
  }

  private func end() {
    collector.end(line: line)
  }
}

/// Numbers of names by where libxml2 keeps them: a name stays where it is as long as the parser does.
@safe private struct NamePlaces {
  private static let count = 256

  private var places = [UInt](repeating: 0, count: count)
  private var numbers = [UInt16](repeating: 0, count: count)

  /// Adds attributes to a batch.
  ///
  /// - Returns: The number of the element's name.
  mutating func add(
    _ name: UnsafePointer<xmlChar>, _ count: Int,
    _ values: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, to batch: inout MarkupBatch,
    _ table: inout NameTable, _ dropped: Set<UInt16>
  ) -> UInt16 {
    if let values = unsafe values {
      // Five pointers each: the name, its prefix and namespace, the beginning and the end of the value.
      for index in 0..<count {
        guard let key = unsafe values[index * 5], let from = unsafe values[index * 5 + 3],
          let to = unsafe values[index * 5 + 4]
        else { continue }
        let number = unsafe number(of: key, &table)
        if dropped.contains(number) { continue }
        let start = Int32(batch.bytes.count)
        unsafe batch.bytes.append(contentsOf: UnsafeBufferPointer(start: from, count: to - from))
        batch.attributes.append(
          MarkupBatch.Attribute(name: number, value: start..<Int32(batch.bytes.count)))
      }
    }
    return unsafe number(of: name, &table)
  }

  private mutating func number(
    of name: UnsafePointer<xmlChar>, _ table: inout NameTable
  ) -> UInt16 {
    let place = UInt(bitPattern: name)
    let slot = Int(place >> 2 & UInt(Self.count - 1))
    if places[slot] == place { return numbers[slot] }
    let bytes = unsafe Array(UnsafeBufferPointer(start: name, count: Int(xmlStrlen(name))))
    let number = table.number(of: bytes)
    places[slot] = place
    numbers[slot] = number
    return number
  }
}
