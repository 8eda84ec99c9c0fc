private import CAvahi

/// Announces a service in the local network, and again whenever the daemon for that begins anew.
///
/// Not `Sendable`: all of it, the callbacks included, happens on that thread.
@safe final class Announcer {
  /// A network on which each of so many names is taken does not want us.
  private static let mostNames = 16
  /// A daemon that comes and goes as often is of no use.
  private static let mostReturns = 16

  private let service: Announcement
  private let loop: DaemonLoop
  private var name: String
  private var namesTried = 1
  private var group: OpaquePointer?
  private var isReady = false
  private var isLost = false
  private var failure: DiscoveryError?

  init(_ service: Announcement, on loop: DaemonLoop) {
    self.service = service
    self.loop = loop
    name = service.name
  }

  /// Announces until the loop's end is asked for; the service is withdrawn when it returns.
  func run(_ handle: DaemonLoop.Handle) throws(DiscoveryError) {
    // At first the daemon has to be there. Later on we wait until it is back.
    guard try !connect(handle, AvahiClientFlags(0)) else { return }
    for _ in 0..<Self.mostReturns {
      guard try !connect(handle, AVAHI_CLIENT_NO_FAIL) else { return }
    }
  }

  /// Announces until the end is asked for, which returns true, or the daemon is lost.
  private func connect(
    _ handle: DaemonLoop.Handle, _ flags: AvahiClientFlags
  ) throws(DiscoveryError) -> Bool {
    isLost = false
    // Unretained is sound: the client, which has all that calls back, is freed before we return.
    let user = unsafe Unmanaged.passUnretained(self).toOpaque()
    var number: Int32 = 0
    let client = unsafe avahi_client_new(
      avahi_simple_poll_get(handle.poll), flags,
      { client, state, user in
        guard let client = unsafe client, let user = unsafe user else { return }
        unsafe Unmanaged<Announcer>.fromOpaque(user).takeUnretainedValue()
          .clientChanged(client, to: state)
      }, user, &number)
    guard let client = unsafe client else {
      throw DiscoveryError(cannot: Announcement.operation, number: number)
    }
    defer {
      unsafe avahi_client_free(client)
      unsafe group = nil
    }
    let isEnding = try loop.iterate(handle) { failure == nil && !isLost }
    if let failure { throw failure }
    return isEnding
  }

  private func clientChanged(_ client: OpaquePointer, to state: AvahiClientState) {
    switch state {
    case AVAHI_CLIENT_S_RUNNING: unsafe announce(client)
    case AVAHI_CLIENT_S_REGISTERING, AVAHI_CLIENT_S_COLLISION: withdraw()
    case AVAHI_CLIENT_FAILURE:
      let number = unsafe avahi_client_errno(client)
      fail(number)
    default: break  // Still connecting.
    }
  }

  // The machine's own name changes, and the records that lead to it with it.
  private func withdraw() {
    guard let group = unsafe group else { return }
    // A daemon that is gone has withdrawn it, too.
    _ = unsafe avahi_entry_group_reset(group)
  }

  private func announce(_ client: OpaquePointer) {
    if unsafe group == nil {
      unsafe group = avahi_entry_group_new(
        client,
        { group, state, user in
          guard let group = unsafe group, let user = unsafe user else { return }
          unsafe Unmanaged<Announcer>.fromOpaque(user).takeUnretainedValue()
            .groupChanged(group, to: state)
        }, Unmanaged.passUnretained(self).toOpaque())
    }
    guard let group = unsafe group else { return fail(unsafe avahi_client_errno(client)) }
    unsafe fill(group)
  }

  private func groupChanged(_ group: OpaquePointer, to state: AvahiEntryGroupState) {
    switch state {
    case AVAHI_ENTRY_GROUP_ESTABLISHED: becomeReady()
    case AVAHI_ENTRY_GROUP_COLLISION:
      guard takeAlternative() else { return }
      unsafe fill(group)
    case AVAHI_ENTRY_GROUP_FAILURE:
      fail(unsafe avahi_client_errno(avahi_entry_group_get_client(group)))
    default: break  // On the way.
    }
  }

  private func becomeReady() {
    guard !isReady else { return }
    isReady = true
    loop.becomeReady()
  }

  private func fill(_ group: OpaquePointer) {
    var text: UnsafeMutablePointer<AvahiStringList>?
    defer { unsafe avahi_string_list_free(text) }
    // The list grows at its head, and is sent from its tail.
    for entry in service.text {
      guard let longer = unsafe avahi_string_list_add(text, entry) else {
        return fail(Int32(AVAHI_ERR_NO_MEMORY))
      }
      unsafe text = longer
    }
    repeat {
      // Of an earlier name nothing may be left.
      _ = unsafe avahi_entry_group_reset(group)
      let status = unsafe avahi_entry_group_add_service_strlst(
        group, Int32(AVAHI_IF_UNSPEC), Int32(AVAHI_PROTO_UNSPEC), AvahiPublishFlags(0), name,
        service.type, nil, nil, service.port, text)
      if Int(status) == AVAHI_ERR_COLLISION { continue }
      guard Int(status) == AVAHI_OK else { return fail(status) }
      let committed = unsafe avahi_entry_group_commit(group)
      guard Int(committed) == AVAHI_OK else { return fail(committed) }
      return
    } while takeAlternative()
  }

  /// Goes on with another name; false, and the end, where there were too many.
  private func takeAlternative() -> Bool {
    guard namesTried < Self.mostNames, let other = unsafe avahi_alternative_service_name(name)
    else {
      fail(Int32(AVAHI_ERR_COLLISION))
      return false
    }
    defer { unsafe avahi_free(other) }
    name = unsafe String(cString: other)
    namesTried += 1
    return true
  }

  private func fail(_ number: Int32) {
    // The client can do nothing more, but another one may.
    if number == Int32(AVAHI_ERR_DISCONNECTED) {
      isLost = true
      return
    }
    failure = DiscoveryError(cannot: Announcement.operation, number: number)
  }
}
