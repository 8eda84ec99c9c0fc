package import HealthModel

/// Changes that wait for a reader until it has acknowledged them.
package struct StoreSubscription: Hashable, Sendable {
  /// What the node does when there are changes.
  package enum Starting: Hashable, Sendable {
    /// Nothing: the reader comes by itself.
    case nothing
    /// A program by its whole path, and its words.
    case command([String])
    /// A unit of the user's systemd.
    case unit(String)
  }

  /// At most 128 bytes; each app has its own names.
  package var name: String
  package var types: [ObjectType]
  /// How often the reader is started at most.
  package var frequency: UpdateFrequency
  /// What is started.
  package var starting: Starting
  /// Where the reader stands; the daemon decides it.
  package var anchor = StoreAnchor.beginning
  /// How often it was started in vain since it last acknowledged something; the daemon counts.
  package var failures = 0

  /// Asks for one.
  package init(
    _ name: String, types: [ObjectType], frequency: UpdateFrequency = .immediate,
    starting: Starting = .nothing
  ) {
    self.name = name
    self.types = types
    self.frequency = frequency
    self.starting = starting
  }
}
