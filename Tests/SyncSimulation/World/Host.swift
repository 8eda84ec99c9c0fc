internal import HealthModel
internal import SyncCore

/// One node of a simulated world: a store, the rules beside it, and what the world knows of both.
final class Host<Store: SimulatedStore> {
  let index: Int
  let device: DeviceID
  let isPhone: Bool
  var store: Store
  var phone: PhoneNode<Store>?
  var watch: WatchNode<Store>?
  /// The session that a watch has open.
  var session: Int?
  /// Whether a side of the session has ended it.
  var isEnding = false
  /// What is on its way, of a watch.
  var toPhone: [Posted] = []
  var toWatch: [Posted] = []
  /// What carries it, where that is more than the values.
  var wire: (any SessionWire<SyncMessage>)?
  /// Whether something was done that is not durable yet.
  var isDirty = false
  /// Days that its clock is ahead.
  var skew = 0
  var backups: [(day: Int, copy: Store.Backup)] = []

  struct Posted {
    var message: SyncMessage
    var session: Int
  }

  init(index: Int, device: DeviceID, isPhone: Bool, store: consuming Store) {
    self.index = index
    self.device = device
    self.isPhone = isPhone
    self.store = store
  }

  /// Forgets what is on its way to a side that listens no more.
  func dropPosted(to side: WireSide) {
    if side == .phone { toPhone = [] } else { toWatch = [] }
    while let wire, wire.receive(at: side) != nil {}
  }

  /// For messages: who a reader of a schedule takes it for.
  var name: String { isPhone ? "the phone" : "watch \(index)" }
}
