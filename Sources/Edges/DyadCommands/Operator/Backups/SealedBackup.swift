internal import CommandLineCore
internal import CommandSupport
internal import Pairing
internal import SystemCore

/// A backup with the device's keys in it, sealed under a passphrase.
///
/// What is sealed: the length of `device.pem` in four bytes, least first, and its text; the same of the next
/// key; then a copy of the store. It is cut into pieces of 64 KiB, of which the last is shorter.
actor SealedBackup {
  private static let pieceBytes = 64 * 1_024

  private let executor = ThreadExecutor(label: "dyad.sealing")
  private let path: String

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.unowned
  }

  /// The backup at a path.
  init(_ path: String) {
    self.path = path
  }

  /// Whether the file is a sealed backup, and no plain one.
  nonisolated var isSealed: Bool {
    get throws {
      var reader = try PieceReader(path)
      return SealedStream.isBeginning(try reader.next(SealedStream.headCount))
    }
  }

  /// Writes the backup, which must not be there yet.
  ///
  /// - Parameters:
  ///   - store: The path of a copy of the store.
  ///   - keys: What goes with it.
  ///   - passphrase: What opens it again.
  ///   - cost: What a guess of that costs.
  /// - Returns: How many bytes it has.
  /// - Throws: `SealedStream.Failure`, and where a file cannot be read or written; no backup is there then.
  func seal(
    _ store: String, _ keys: DeviceKeys, under passphrase: SecretBytes, cost: SealedStream.Cost
  ) throws -> Int {
    var writer = try SealedStream.Writer(passphrase, cost: cost)
    var source = try PieceReader(store)
    var front = Self.field(keys.current) + Self.field(keys.next)
    var (isBegun, isOver) = (false, false)
    try FileSystem.createFile(path) {
      guard isBegun else {
        isBegun = true
        return writer.head
      }
      guard !isOver else { return nil }
      let piece = front + (try source.next(Self.pieceBytes - front.count))
      front = []
      isOver = piece.count < Self.pieceBytes
      return writer.seal(piece, isLast: isOver)
    }
    return try FileSystem.size(of: path)
  }

  /// Opens the backup.
  ///
  /// - Parameters:
  ///   - store: Where the copy of the store is written, which must not be there yet.
  ///   - passphrase: What it was sealed under.
  /// - Returns: The keys.
  /// - Throws: `SealedStream.Failure` where the passphrase does not open it, `ProgramFailure` where it is not whole
  ///   or was changed, and where a file cannot be read or written; no copy is there then.
  func open(into store: String, with passphrase: SecretBytes) throws -> DeviceKeys {
    var source = try PieceReader(path)
    var reader = try SealedStream.Reader(
      passphrase, head: try source.next(SealedStream.headCount))
    var keys: DeviceKeys?
    var isOver = false
    try FileSystem.createFile(store) {
      guard !isOver else { return nil }
      let sealed = try source.next(Self.pieceBytes + SealedStream.overhead)
      let piece: [UInt8]
      do throws(SealedStream.Failure) {
        (piece, isOver) = try reader.open(sealed)
      } catch {
        throw keys == nil ? error : damage
      }
      // The last is the only one that is shorter, so that nothing can follow it.
      guard isOver == (piece.count < Self.pieceBytes) else { throw damage }
      guard keys == nil else { return piece }
      var rest = piece[...]
      guard let current = Self.takeField(&rest), let next = Self.takeField(&rest) else {
        throw damage
      }
      keys = DeviceKeys(current: current, next: next)
      return Array(rest)
    }
    guard let keys else { throw damage }
    return keys
  }

  private var damage: ProgramFailure {
    ProgramFailure(
      .damaged, "cannot restore \(path): it is not whole, or was changed",
      advice: "Use another copy of the file; the store is as it was.")
  }

  private static func field(_ bytes: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
  }

  private static func takeField(_ bytes: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.count >= 4 else { return nil }
    let count = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard count <= DeviceKeys.mostBytes, bytes.count - 4 >= count else { return nil }
    let field = Array(bytes.dropFirst(4).prefix(count))
    bytes = bytes.dropFirst(4 + count)
    return field
  }
}
