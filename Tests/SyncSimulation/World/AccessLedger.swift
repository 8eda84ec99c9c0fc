internal import HealthModel

/// What the phone's owner last allowed, and when: what no app may see more than, and no longer.
struct AccessLedger {
  struct Key: Hashable {
    var device: DeviceID
    var app: String
    var type: ObjectType
  }

  /// The last day on which each access was allowed on the phone.
  private var lastAllowed: [Key: Int] = [:]

  static let apps = ["app0", "app1"]

  /// Notes what is allowed on the phone today.
  mutating func note(_ allowed: [WatchSettings.Access], of device: DeviceID, on day: Int) {
    for access in allowed where access.grant.seesForeign {
      lastAllowed[Key(device: device, app: access.app, type: access.type)] = day
    }
  }

  /// Notes that a watch hears today what the phone said when it still allowed so much.
  ///
  /// A lease begins when something of the session arrives; that a session delivers nothing days late is the
  /// connection's business, which ends where nobody answers.
  mutating func noteLate(to device: DeviceID, on day: Int) {
    for key in lastAllowed.keys where key.device == device { lastAllowed[key] = day }
  }

  /// Whether an app that sees a type today was allowed to, so late that the lease is not over.
  func permits(
    _ app: String, _ type: ObjectType, on device: DeviceID, day: Int, leaseDays: Int
  ) -> Bool {
    guard let last = lastAllowed[Key(device: device, app: app, type: type)] else { return false }
    return day - last <= leaseDays
  }
}
