private import CAvahi

/// Why a service cannot be announced or looked for.
package struct DiscoveryError: Error, Hashable {
  /// What a caller may react to; everything else is for the reader.
  package enum Code: Hashable, Sendable {
    /// Nobody does it here: avahi-daemon or D-Bus does not run, or does not answer.
    case noDaemon
    /// Others have the name, and each of the alternatives that were tried.
    case collision
    /// A name, type, port or text cannot be announced or looked for.
    case invalid
    /// The daemon said no.
    case other
  }

  /// What a caller may react to.
  package var code: Code
  /// What was being attempted, as a verb phrase: "announce the service".
  package var operation: String
  /// Why it could not be done.
  package var detail: String

  /// States one.
  init(_ code: Code, cannot operation: String, _ detail: String) {
    self.code = code
    self.operation = operation
    self.detail = detail
  }

  /// Reads one of the library's numbers.
  init(cannot operation: String, number: Int32) {
    self.operation = operation
    let reason = unsafe avahi_strerror(number).map { unsafe String(cString: $0) }
    switch Int(number) {
    case AVAHI_ERR_NO_DAEMON, AVAHI_ERR_DISCONNECTED, AVAHI_ERR_DBUS_ERROR, AVAHI_ERR_TIMEOUT:
      code = .noDaemon
      detail = "avahi-daemon does not answer (\(reason ?? "error \(number)"))"
    case AVAHI_ERR_COLLISION:
      code = .collision
      detail = "others have the name"
    default:
      code = .other
      detail = "avahi-daemon says no (\(reason ?? "error \(number)"))"
    }
  }
}

extension DiscoveryError: CustomStringConvertible {
  /// The message: "cannot VERB OBJECT: REASON".
  package var description: String { "cannot \(operation): \(detail)" }
}
