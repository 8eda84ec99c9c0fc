internal import HealthModel
internal import SystemCore

extension SyncEngine {
  /// Somebody who waits until this node and some peers hold the same.
  struct SettleWaiter {
    var peers: Set<DeviceID>
    /// Those whose answer counts: they were asked since, in the session that is open.
    var asked: Set<DeviceID> = []
    /// Whether a turn has begun since.
    var isSeen = false
    /// Given when they do, or with why they will not.
    let end = Notice<SettleFailure?>()
  }
}
