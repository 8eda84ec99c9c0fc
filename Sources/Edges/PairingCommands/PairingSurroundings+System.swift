internal import ServiceDiscovery
internal import SystemCore

extension PairingSurroundings {
  private static let serviceType = "_dyad._tcp"

  /// The machine itself.
  package static var system: PairingSurroundings {
    PairingSurroundings(
      clock: .system, sleep: { try await Task.sleep(for: $0) },
      announce: { name, port, text, body in
        try await LocalNetwork.withAnnouncement(
          name: name, type: serviceType, port: port, text: text, body)
      },
      browse: { try await LocalNetwork.browse(type: serviceType, for: $0) },
      interrupts: { TerminationSignals().arrivals })
  }
}
