/// One file in an archive, as a directory of it tells.
package struct ZipMember: Hashable, Sendable {
  /// How the bytes are stored.
  enum Method: Hashable, Sendable {
    case stored
    case deflated
    case other(Int)

    init(_ number: Int) {
      self = number == 0 ? .stored : number == 8 ? .deflated : .other(number)
    }
  }

  /// What it is called, with the folders that it is in.
  ///
  /// Old archives do not say in which alphabet.
  package var name: String
  /// How many bytes it has once expanded; `nil` where only its end tells.
  package var byteCount: Int?
  /// How many bytes it takes in the archive; `nil` where only its end tells.
  package var storedByteCount: Int?
  var method: Method
  /// `nil` where only its end tells.
  var checksum: UInt32?
  var isEncrypted: Bool
  /// Whether sizes of eight bytes stand behind its data, if any do.
  var isLarge: Bool
  /// Where its own header stands.
  var place: Int
  /// Where its bytes begin; `nil` until its own header is read.
  var dataPlace: Int?

  /// Whether it is a folder.
  package var isFolder: Bool { name.hasSuffix("/") }

  /// The name without its folders.
  package var lastName: Substring {
    name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
  }

  /// Whether the path leads out of where an archive would be unpacked.
  package var isOutside: Bool {
    name.hasPrefix("/") || name.split(separator: "/").contains("..")
  }
}
