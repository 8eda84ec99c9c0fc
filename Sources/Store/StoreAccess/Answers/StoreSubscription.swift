package import HealthModel

/// Changes that wait for a reader until it has acknowledged them.
package struct StoreSubscription: Hashable, Sendable {
  /// At most 128 bytes; each app has its own names.
  package var name: String
  package var types: [ObjectType]
  /// How often the reader is started at most.
  package var frequency: UpdateFrequency
  /// What a daemon starts; who uses a store of its own process is running.
  package var starting: Subscription.Target
  /// Where the reader stands.
  ///
  /// Who subscribes says where to begin, or leaves it at the beginning to begin with what comes.
  package var anchor = StoreAnchor.beginning
  /// How often it was started in vain since it last acknowledged something; a daemon counts.
  package var failures = 0

  /// Asks for one.
  package init(
    _ name: String, types: [ObjectType], frequency: UpdateFrequency = .immediate,
    starting: Subscription.Target = .nothing
  ) {
    self.name = name
    self.types = types
    self.frequency = frequency
    self.starting = starting
  }
}
