private import CXML2
internal import SystemCore

/// What the same library takes to go through a file when nobody wants anything of it but the number of elements.
enum BareParse {
  private static let pieceBytes = 256 << 10

  private final class Count {
    var elements = 0
  }

  /// How many elements there are.
  static func elements(of path: String) throws -> Int {
    let count = Count()
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = XML_SAX2_MAGIC
    unsafe handler.startElementNs = { user, _, _, _, _, _, _, _, _ in
      guard let user = unsafe user else { return }
      unsafe Unmanaged<Count>.fromOpaque(user).takeUnretainedValue().elements += 1
    }
    // Unretained is sound: the context goes before the count does.
    let user = unsafe Unmanaged.passUnretained(count).toOpaque()
    guard let context = unsafe xmlCreatePushParserCtxt(&handler, user, nil, 0, nil) else {
      throw BenchError("libxml2 does not start")
    }
    defer { unsafe xmlFreeParserCtxt(context) }
    let file = try PlacedReader(path)
    var place = 0
    while case let piece = try file.read(pieceBytes, at: place), !piece.isEmpty {
      place += piece.count
      let status = unsafe piece.withUnsafeBytes { bytes in
        unsafe xmlParseChunk(
          context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(bytes.count), 0)
      }
      guard status == 0 else { throw BenchError("the generated export is not well-formed") }
    }
    guard count.elements > 0 else { throw BenchError("the generated export is empty") }
    return count.elements
  }
}
