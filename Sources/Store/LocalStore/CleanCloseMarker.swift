internal import HealthModel
internal import HealthStorage
internal import SystemCore

/// The proof that a database is the very one that was closed, kept where no backup can hold it.
///
/// It lies in a file system in memory, is taken away at open and left at a clean close, and names
/// the last log position and who wrote it. Only with it may the last incarnation go on (R2);
/// anything that does not fit begins a new one, which is always right.
struct CleanCloseMarker {
  private let marker: RuntimeMarker

  /// The marker of the store at `location`; `nil` on a machine without such a place.
  init?(of location: StoreLocation) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in location.database.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    guard let marker = RuntimeMarker(name: "dyad-" + String(hash, radix: 16)) else { return nil }
    self.marker = marker
  }

  /// Takes the marker away; returns whether it fits the store.
  func take(fitting state: StoreState) -> Bool {
    // A marker that cannot be read proves nothing.
    guard let left = try? marker.take() else { return false }
    return left == Self.text(of: state)
  }

  /// Takes the marker away, whatever it says: another database comes into its place.
  ///
  /// - Throws: where it is still there, and would be believed.
  func remove() throws(SystemError) {
    _ = try marker.take()
  }

  /// Leaves the marker for the next open.
  func leave(for state: StoreState) throws(SystemError) {
    try marker.leave(Self.text(of: state))
  }

  private static func text(of state: StoreState) -> [UInt8] {
    let incarnation = state.epochs.last?.incarnation.rawValue ?? 0
    return Array("1 \(state.head) \(String(incarnation, radix: 16)) \(state.epochs.count)\n".utf8)
  }
}
