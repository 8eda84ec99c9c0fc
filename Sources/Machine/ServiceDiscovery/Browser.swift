private import CAvahi

/// Looks for services, on a daemon loop's thread, and asks each where it is.
///
/// Not `Sendable`: all of it, the callbacks included, happens on that thread.
@safe final class Browser {
  private typealias Sighting = FoundServices.Sighting

  static let operation = "look for services"

  /// At the daemon each question is an object, of which it has no end.
  private static let mostQuestionsAtOnce = 64
  /// Whoever announces more is no help to anybody.
  private static let mostQuestions = 512

  private let type: String
  private let loop: DaemonLoop
  private let results: SearchResults
  private var questions: [Sighting: OpaquePointer] = unsafe [:]
  private var waiting: [Sighting] = []
  private var questionsAsked = 0
  private var failure: DiscoveryError?

  init(_ type: String, on loop: DaemonLoop, results: SearchResults) {
    self.type = type
    self.loop = loop
    self.results = results
  }

  /// Looks until the loop's end is asked for.
  func run(_ handle: DaemonLoop.Handle) throws(DiscoveryError) {
    // Unretained is sound: the client, which has all that calls back, is freed before we return.
    let user = unsafe Unmanaged.passUnretained(self).toOpaque()
    var number: Int32 = 0
    let client = unsafe avahi_client_new(
      avahi_simple_poll_get(handle.poll), AvahiClientFlags(0),
      { client, state, user in
        guard let client = unsafe client, let user = unsafe user else { return }
        unsafe Unmanaged<Browser>.fromOpaque(user).takeUnretainedValue()
          .clientChanged(client, to: state)
      }, user, &number)
    guard let client = unsafe client else {
      throw DiscoveryError(cannot: Self.operation, number: number)
    }
    defer {
      unsafe avahi_client_free(client)
      unsafe questions = [:]
    }
    let browser = unsafe avahi_service_browser_new(
      client, Int32(AVAHI_IF_UNSPEC), Int32(AVAHI_PROTO_UNSPEC), type, nil, AvahiLookupFlags(0),
      { browser, interface, family, event, name, type, domain, _, user in
        guard let browser = unsafe browser, let user = unsafe user else { return }
        let sighting = unsafe Browser.sighting(interface, family, name, type, domain)
        unsafe Unmanaged<Browser>.fromOpaque(user).takeUnretainedValue()
          .saw(event, sighting, by: browser)
      }, user)
    guard unsafe browser != nil else {
      throw DiscoveryError(cannot: Self.operation, number: unsafe avahi_client_errno(client))
    }
    loop.becomeReady()
    _ = try loop.iterate(handle) { failure == nil }
    if let failure { throw failure }
  }

  /// What the library says of an announcement; `nil` where that is not text.
  private static func sighting(
    _ interface: Int32, _ family: Int32, _ name: UnsafePointer<CChar>?,
    _ type: UnsafePointer<CChar>?, _ domain: UnsafePointer<CChar>?
  ) -> Sighting? {
    guard let name = unsafe name, let type = unsafe type, let domain = unsafe domain,
      let name = unsafe String(validatingCString: name),
      let type = unsafe String(validatingCString: type),
      let domain = unsafe String(validatingCString: domain)
    else { return nil }
    return Sighting(interface: interface, family: family, name: name, type: type, domain: domain)
  }

  private func clientChanged(_ client: OpaquePointer, to state: AvahiClientState) {
    if state == AVAHI_CLIENT_FAILURE { fail(unsafe avahi_client_errno(client)) }
  }

  private func saw(_ event: AvahiBrowserEvent, _ sighting: Sighting?, by browser: OpaquePointer) {
    let client = unsafe avahi_service_browser_get_client(browser)
    switch event {
    case AVAHI_BROWSER_NEW:
      guard let sighting, questionsAsked < Self.mostQuestions else { return }
      questionsAsked += 1
      waiting.append(sighting)
      unsafe ask(client)
    case AVAHI_BROWSER_REMOVE:
      guard let sighting else { return }
      results.remove(sighting)
      waiting.removeAll { $0 == sighting }
      close(sighting)
      unsafe ask(client)
    case AVAHI_BROWSER_FAILURE: fail(unsafe avahi_client_errno(client))
    default: break  // What the daemon had heard before is all told.
    }
  }

  private func ask(_ client: OpaquePointer?) {
    while unsafe questions.count < Self.mostQuestionsAtOnce, !waiting.isEmpty {
      let sighting = waiting.removeFirst()
      guard unsafe questions[sighting] == nil else { continue }
      let question = unsafe avahi_service_resolver_new(
        client, sighting.interface, sighting.family, sighting.name, sighting.type, sighting.domain,
        Int32(AVAHI_PROTO_UNSPEC), AvahiLookupFlags(0),
        { question, interface, family, event, name, type, domain, _, address, port, text, _, user in
          guard let question = unsafe question, let user = unsafe user else { return }
          let sighting = unsafe Browser.sighting(interface, family, name, type, domain)
          let answer =
            event == AVAHI_RESOLVER_FOUND
            ? unsafe Browser.service(sighting, address, port, text) : nil
          unsafe Unmanaged<Browser>.fromOpaque(user).takeUnretainedValue()
            .heard(answer, for: sighting, to: question)
        }, Unmanaged.passUnretained(self).toOpaque())
      // What the daemon does not want to ask is not there for us.
      if let question = unsafe question { unsafe questions[sighting] = question }
    }
  }

  private func heard(_ answer: FoundService?, for sighting: Sighting?, to question: OpaquePointer) {
    let client = unsafe avahi_service_resolver_get_client(question)
    if let sighting, let answer { results.insert(answer, at: sighting) }
    // The first answer is enough. The names in it may differ in case from those that were asked for.
    let asked = unsafe questions.filter { unsafe $0.value == question }.map { unsafe $0.key }
    for sighting in asked { close(sighting) }
    unsafe ask(client)
  }

  private func close(_ sighting: Sighting) {
    guard let question = unsafe questions.removeValue(forKey: sighting) else { return }
    // Whatever the daemon says to that, the question is gone on our side.
    _ = unsafe avahi_service_resolver_free(question)
  }

  /// What was announced, as far as it can be used.
  private static func service(
    _ sighting: Sighting?, _ address: UnsafePointer<AvahiAddress>?, _ port: UInt16,
    _ text: UnsafeMutablePointer<AvahiStringList>?
  ) -> FoundService? {
    guard let sighting, let address = unsafe address?.pointee else { return nil }
    let bytes: [UInt8]
    switch Int(address.proto) {
    case AVAHI_PROTO_INET:
      bytes = unsafe withUnsafeBytes(of: address.data.ipv4.address) { unsafe Array($0) }
    case AVAHI_PROTO_INET6:
      bytes = unsafe withUnsafeBytes(of: address.data.ipv6.address) { unsafe Array($0) }
    default: return nil
    }
    guard let place = ServiceAddress(bytes, port: port) else { return nil }
    return FoundService(announced: sighting.name, address: place, text: unsafe entries(text))
  }

  /// The entries of a list that are text.
  private static func entries(_ list: UnsafeMutablePointer<AvahiStringList>?) -> [String] {
    var entries: [String] = []
    var next = unsafe list
    while let entry = unsafe next, entries.count < FoundService.mostEntries {
      unsafe next = avahi_string_list_get_next(entry)
      let bytes = unsafe UnsafeBufferPointer(
        start: avahi_string_list_get_text(entry), count: avahi_string_list_get_size(entry))
      if let text = unsafe String(validating: bytes, as: UTF8.self) { entries.append(text) }
    }
    return entries
  }

  private func fail(_ number: Int32) {
    failure = DiscoveryError(cannot: Self.operation, number: number)
  }
}
