package import HealthModel

/// What one line of input asks to save: an object, and the samples it brings with it.
package struct SaveEntry: Hashable, Sendable {
  /// Where it stands, for messages: "line 3" or "line 3 of FILE".
  package var place: String
  /// The samples, those of a correlation before the correlation.
  package var samples: [Sample] = []
  /// Whether the line gives a UUID to any of them.
  package var isNamed = false
  /// The bytes of a document.
  package var documents: [SampleUUID: [UInt8]] = [:]

  init(place: String) {
    self.place = place
  }

  /// How much the documents of the line hold.
  var documentBytes: Int { documents.values.reduce(0) { $0 + $1.count } }
}
