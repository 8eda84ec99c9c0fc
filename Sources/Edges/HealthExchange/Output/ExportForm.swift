package import HealthModel

/// What hangs on samples and is kept elsewhere.
package struct ExportParts {
  /// What correlations hold, as far as it is there.
  package var members: [SampleUUID: Sample] = [:]
  /// Those of them that are exported on their own as well.
  package var standing: Set<SampleUUID> = []
  /// The bytes of documents.
  package var documents: [SampleUUID: [UInt8]] = [:]
  /// The routes of workouts, where these have files of their own.
  package var routes: [SampleUUID: [SampleUUID]] = [:]

  package init() {}
}

/// A form that samples are exported in: it gets them type by type, and writes as it gets them.
package protocol ExportForm: AnyObject {
  /// Whether it has a place for the bytes of documents.
  var takesDocuments: Bool { get }

  /// The types in the order in which they come.
  func order(_ types: [ObjectType]) -> [ObjectType]
  /// Whether it has a place for samples of a type.
  func takes(_ type: ObjectType) -> Bool
  /// Begins with a type that it takes.
  func begin(_ type: ObjectType) throws
  /// Writes samples of the type that has begun.
  func write(_ run: SampleRun, _ parts: ExportParts) throws
  /// Ends; nothing follows but files.
  func finish() throws
  /// The types of which each sample is a file of its own, behind all others.
  var fileTypes: [ObjectType] { get }
  /// Writes such a file.
  func writeFile(of sample: Sample) throws
}

extension ExportForm {
  package var takesDocuments: Bool { false }

  package var fileTypes: [ObjectType] { [] }

  package func writeFile(of sample: Sample) throws {
    preconditionFailure("a form without files")
  }

  package func order(_ types: [ObjectType]) -> [ObjectType] {
    // What correlations hold comes before them, so that it can be pointed at.
    let place = { (type: ObjectType) in
      switch type.description?.kind {
      case .correlation: 1
      case .workout: 2
      default: 0
      }
    }
    return types.sorted { (place($0), $0.name, $0) < (place($1), $1.name, $1) }
  }

  package func takes(_ type: ObjectType) -> Bool { type.description?.isSample ?? false }

  package func begin(_ type: ObjectType) throws {}
}
