internal import DyadServices
package import HealthModel

/// Changes that wait for a reader until it has acknowledged them.
package struct Subscription: Hashable, Sendable {
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
  package var anchor = RemoteAnchor.beginning
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

  init(_ message: SubscriptionMessage) {
    let starting: Starting =
      if !message.unit.isEmpty {
        .unit(message.unit)
      } else if !message.command.isEmpty {
        .command(message.command)
      } else {
        .nothing
      }
    self.init(
      message.name, types: message.types.map { ObjectType($0) },
      frequency: UpdateFrequency(message.frequency), starting: starting)
    anchor = RemoteAnchor(message.anchor)
    failures = Int(message.failures)
  }

  /// What a daemon is asked.
  var message: SubscriptionMessage {
    var message = SubscriptionMessage()
    message.name = name
    message.types = types.map(\.identifier)
    message.frequency = FrequencyMessage(frequency)
    switch starting {
    case .nothing: break
    case .command(let words): message.command = words
    case .unit(let unit): message.unit = unit
    }
    return message
  }
}

extension UpdateFrequency {
  fileprivate init(_ message: FrequencyMessage) {
    switch message {
    case .immediate: self = .immediate
    case .hourly: self = .hourly
    case .daily: self = .daily
    case .weekly: self = .weekly
    }
  }
}

extension FrequencyMessage {
  fileprivate init(_ frequency: UpdateFrequency) {
    switch frequency {
    case .immediate: self = .immediate
    case .hourly: self = .hourly
    case .daily: self = .daily
    case .weekly: self = .weekly
    }
  }
}
