/// What names of declarations may be made of.
///
/// Descriptors come from peers, and their names reach terminals and are put together into longer ones.
enum DescriptorName {
  /// The longest full name: far longer than any in use, and short enough that many stay small.
  static let maximumByteCount = 1024

  /// Throws unless `name` is an identifier.
  static func check(_ name: String) throws(WireError) {
    guard isIdentifier(name.utf8) else { throw WireError(.badName, "the name is no identifier") }
  }

  /// Throws unless `name` is identifiers with dots between them, or nothing.
  static func checkPackage(_ name: String) throws(WireError) {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard name.isEmpty || parts.allSatisfy(isIdentifier), name.utf8.count <= maximumByteCount else {
      throw WireError(.badName, "the package's name is none")
    }
  }

  /// Throws unless `name` can be that of a file, and be shown.
  static func checkFile(_ name: String) throws(WireError) {
    let isShown = name.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
    }
    guard !name.isEmpty, name.utf8.count <= maximumByteCount, isShown else {
      throw WireError(.badName, "the name of a file is empty, too long or cannot be shown")
    }
  }

  /// The full name of `name` inside `scope`.
  static func qualify(_ name: String, in scope: String) throws(WireError) -> String {
    try check(name)
    let fullName = scope.isEmpty ? name : "\(scope).\(name)"
    guard fullName.utf8.count <= maximumByteCount else {
      throw WireError(.tooLarge, "a name is longer than \(maximumByteCount) bytes")
    }
    return fullName
  }

  /// The scope that `name` stands in, or `nil` where it is the outermost.
  static func scope(of name: String) -> String? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return String(name[..<dot])
  }

  private static func isIdentifier(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first, !isDigit(first), name.count <= maximumByteCount else {
      return false
    }
    return name.allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "_") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
