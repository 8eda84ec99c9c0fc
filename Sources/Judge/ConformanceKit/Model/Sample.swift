package import ConformanceWire

/// A sample as one node tells it to another.
package struct Sample: Hashable, Sendable {
  /// What it carries beside its dates.
  package enum Payload: Hashable, Sendable {
    case quantity(Double, unit: String)
    case category(Int64)
    /// An ObjectBody.
    case body(Value)
  }

  /// Who saved it: a SourceRevision.
  package struct Source: Hashable, Sendable {
    package var bundle: String
    package var name: String
    package var version: String?

    package init(_ bundle: String, _ name: String, version: String? = nil) {
      self.bundle = bundle
      self.name = name
      self.version = version
    }

    package static let app = Self("app.conformance", "Conformance", version: "1")
  }

  /// One metadata value; a quantity has a unit.
  package struct Metadatum: Hashable, Sendable {
    package enum Kind: Int64, CaseIterable, Hashable, Sendable {
      case string = 0
      case integer = 1
      case double = 2
      case bool = 3
      case date = 4
      case quantity = 5
    }

    package let kind: Kind
    package let value: Value
    package let unit: String

    package init(_ kind: Kind, _ value: Value, unit: String = "") {
      self.kind = kind
      self.value = value
      self.unit = unit
    }
  }

  package var dot: Dot
  package var uuid: UUID
  package var start: Double
  package var end: Double
  package var payload: Payload
  package var source: Source
  /// Texts by the names of a Device's fields; `nil` is no device.
  package var device: [String: String]?
  package var metadata: [String: Metadatum]

  package init(
    _ dot: Dot, uuid: UUID, start: Double, end: Double, _ payload: Payload,
    source: Source = .app, device: [String: String]? = nil, metadata: [String: Metadatum] = [:]
  ) {
    self.dot = dot
    self.uuid = uuid
    self.start = start
    self.end = end
    self.payload = payload
    self.source = source
    self.device = device
    self.metadata = metadata
  }

  package var type: String { dot.type }

  /// The UTC day on which it ends, counted from 1970-01-01.
  package var day: Int64 { Day.number(of: end) }
}
