/// What a search has found so far; however much is announced, it stays small.
struct FoundServices: Hashable, Sendable {
  /// Where one announcement was seen: a service may be on several networks, with IPv4 and IPv6.
  struct Sighting: Hashable, Sendable {
    var interface: Int32
    var family: Int32
    var name: String
    var type: String
    var domain: String
  }

  /// As many as a person could choose from.
  static let mostServices = 64

  private var services: [Sighting: FoundService] = [:]

  /// Each name and address once, sorted by them.
  var list: [FoundService] {
    // Where two say the same of themselves but for the text, the choice must not depend on chance.
    let sorted = services.values.sorted {
      ($0.name, $0.address, $0.text.joined(separator: "\n"))
        < ($1.name, $1.address, $1.text.joined(separator: "\n"))
    }
    return sorted.reduce(into: []) { list, service in
      let isKnown = list.last.map { $0.name == service.name && $0.address == service.address }
      if isKnown != true { list.append(service) }
    }
  }

  /// Takes note of a service, unless there are too many already.
  mutating func insert(_ service: FoundService, at sighting: Sighting) {
    guard services.count < Self.mostServices || services[sighting] != nil else { return }
    services[sighting] = service
  }

  /// Forgets a service that is offered no more.
  mutating func remove(_ sighting: Sighting) {
    services[sighting] = nil
  }
}
