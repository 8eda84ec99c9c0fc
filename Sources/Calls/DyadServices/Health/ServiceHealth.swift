/// How the services of a server are, by full name; the empty name stands for the server as a whole.
package struct ServiceHealth: Hashable, Sendable {
  /// The most services that a list may hold: what the service's description says.
  package static let maximumListCount = 100

  private var statuses: [String: ServingStatus]
  private var isShuttingDown = false

  /// Starts with the server and each of `services` as `status`.
  package init(services: some Sequence<String>, status: ServingStatus = .notServing) {
    statuses = ["": status]
    for service in services { statuses[service] = status }
  }

  /// Sets how one service is, or the server for the empty name; makes a service known.
  package mutating func set(_ status: ServingStatus, for service: String) {
    guard !isShuttingDown else { return }
    statuses[service] = status
  }

  /// Sets how the server and all its services are.
  package mutating func setAll(_ status: ServingStatus) {
    guard !isShuttingDown else { return }
    for service in statuses.keys { statuses[service] = status }
  }

  /// Says that nothing takes calls any more, and holds to that.
  package mutating func beginShutdown() {
    setAll(.notServing)
    isShuttingDown = true
  }

  /// How a service is, or `nil` where it is unknown, which fails the call.
  package func status(of service: String) -> ServingStatus? { statuses[service] }

  /// How all are, or `nil` where there are more than one answer may hold.
  package var list: HealthListResponse? {
    statuses.count <= Self.maximumListCount ? HealthListResponse(statuses: statuses) : nil
  }
}

/// What one call that watches a service has been told.
package struct HealthWatch: Hashable, Sendable {
  /// The name that is watched.
  package let service: String
  private var told: ServingStatus?

  /// Starts to watch.
  package init(service: String) {
    self.service = service
  }

  /// What to say now: how the service is, the first time and after each change; else `nil`.
  package mutating func next(on health: ServiceHealth) -> HealthCheckResponse? {
    let status = health.status(of: service) ?? .serviceUnknown
    guard status != told else { return nil }
    told = status
    return HealthCheckResponse(status: status)
  }
}
