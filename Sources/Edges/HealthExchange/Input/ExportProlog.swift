/// What stands before the root of an export: the definition of the document's type, which is broken in some.
struct ExportProlog {
  /// Many times as long as any of Apple's.
  private static let mostBytes = 1 << 20
  private static let root = Array("<HealthData".utf8)

  private var bytes: [UInt8] = []
  /// What the definition says of itself.
  private(set) var version: Int?
  /// In which line the root stands.
  private(set) var line = 1

  /// Takes the next bytes.
  ///
  /// - Returns: What is left of them from the root on; `nil` until it comes.
  /// - Throws: `ExportError` for a document that defines entities, or has no such root.
  mutating func take(_ chunk: [UInt8]) throws -> [UInt8]? {
    let from = max(0, bytes.count - Self.root.count)
    bytes += chunk
    guard let start = findRoot(from) else {
      guard bytes.count <= Self.mostBytes else {
        throw ExportError("it has no element HealthData")
      }
      return nil
    }
    let prolog = String(decoding: bytes[..<start], as: UTF8.self)
    guard !prolog.contains("<!ENTITY") else {
      throw ExportError(
        "its document type defines entities, which no export does",
        advice: "Look where this file comes from.")
    }
    line += bytes[..<start].count { $0 == UInt8(ascii: "\n") }
    if let range = prolog.firstRange(of: "HealthKit Export Version: ") {
      version = Int(prolog[range.upperBound...].prefix { $0.isNumber })
    }
    defer { bytes = [] }
    return Array(bytes[start...])
  }

  private func findRoot(_ from: Int) -> Int? {
    var index = from
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      let end = start + Self.root.count
      if end < bytes.count, bytes[start...].starts(with: Self.root),
        [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ">")].contains(bytes[end])
      {
        return start
      }
      index = start + 1
    }
    return nil
  }
}
