internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeTrust
internal import Pairing
internal import RPCCore
internal import SystemCore

/// Makes the anchors of apps tell nothing: a position counts what happens to all types, those that are
/// hidden from the app among them.
///
/// An app gets each anchor sealed with a key of this node, in a text that is always as long and never the
/// same twice. So anchors cannot be compared either: whether one has moved would tell whether anything
/// happened at all. They move all the same, over what is hidden too; one that stayed where something was
/// last to be seen would fall behind what the log remembers of deletions, and its reader would have to
/// start over because of what it may not see.
///
/// The key is in the store, and goes into backups with it: an anchor fits wherever its position does. The
/// owner gets anchors as they are.
package struct AnchorSeal: Sendable {
  /// The node record that the key is kept under.
  static let recordKey = "anchor-key"

  /// What a sealed anchor begins with; no message of protobuf does, as its fields begin with number 1.
  private static let version: UInt8 = 1
  /// As long as any anchor is made: the longest has 41 bytes, and one says how many there are.
  private static let paddedBytes = 48
  private static let byteCount = 1 + paddedBytes + SealingKey.overhead

  private let key: SealingKey

  /// Reads the key, or makes one at the first start.
  ///
  /// - Throws: `StateFailure` where what is stored is no key, or that the disk failed.
  static func open(_ store: LocalStore) async throws -> AnchorSeal {
    if let stored = try await store.nodeRecord(recordKey) {
      guard let key = SealingKey(stored) else {
        throw StateFailure(
          .damaged, "cannot read the key of anchors: it has \(stored.count) bytes",
          advice: "'dyad verify' lists what is damaged; put the store back from a backup.")
      }
      return AnchorSeal(key: key)
    }
    var entropy = Entropy()
    let bytes = entropy.bytes(SealingKey.byteCount)
    guard let key = SealingKey(bytes) else { preconditionFailure("a key has as many bytes") }
    try await store.commitTogether([.setNodeRecord(key: recordKey, body: bytes)])
    return AnchorSeal(key: key)
  }

  /// An anchor as a caller gets it.
  func bytes(of anchor: Anchor, for caller: StoreCaller) throws(StoreWireError) -> [UInt8] {
    let message = try anchor.bytes(in: "anchor")
    guard case .app(let app) = caller else { return message }
    precondition(message.count < Self.paddedBytes, "an anchor has at most 41 bytes")
    let padding = [UInt8](repeating: 0, count: Self.paddedBytes - 1 - message.count)
    let padded = [UInt8(message.count)] + message + padding
    return [Self.version] + key.seal(padded, in: Self.context(of: app))
  }

  /// The anchor that a caller gives back; no bytes are the beginning.
  ///
  /// - Throws: `StoreWireError` for what never was an anchor; `startOver` for one of another node, of another
  ///   app, that was changed, or from before anchors were sealed.
  func anchor(
    _ bytes: [UInt8], of caller: StoreCaller, in field: String = "anchor"
  ) throws -> Anchor {
    guard case .app(let app) = caller else { return try Anchor(bytes, in: field) }
    guard bytes.first == Self.version else {
      let anchor = try Anchor(bytes, in: field)
      // Positions that an app may choose would tell how far the log goes.
      guard anchor == .beginning else { throw Self.foreign }
      return anchor
    }
    guard bytes.count == Self.byteCount else {
      throw StoreWireError(field, "it is cut short or too long")
    }
    guard let padded = key.open(Array(bytes.dropFirst()), in: Self.context(of: app)),
      let count = padded.first, count < Self.paddedBytes
    else { throw Self.foreign }
    return try Anchor(Array(padded.dropFirst().prefix(Int(count))), in: field)
  }

  private static func context(of app: RegisteredApp) -> [UInt8] {
    Array("dyad anchor 1 of \(app.bundleIdentifier)".utf8)
  }

  private static let foreign = StorageError(
    .startOver, cannot: "follow the anchor",
    "this store's log has no such position; start over without an anchor")
}
