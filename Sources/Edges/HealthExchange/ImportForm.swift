package import CalendarEdges
package import HealthModel
package import StoreAccess

/// The forms that an import knows, told by what files begin with.
package enum ImportForm {
  case apple, autoExport
  case columns(ColumnMap)
  case database, fhir, gadgetbridge, healthConnect
  case recordings([RecordingFile])

  /// Finds the form of what is at a path.
  ///
  /// - Parameters:
  ///   - path: A file, a folder or an archive.
  ///   - map: What the columns of a table are, where it is one.
  /// - Throws: What opening it throws.
  package init(of path: String, columns map: ColumnMap?) throws {
    if let map {
      self = .columns(map)
    } else if try HealthConnectImporter.takes(path) {
      self = .healthConnect
    } else if try AutoExportImporter.takes(path) {
      self = .autoExport
    } else if try FHIRImporter.takes(path) {
      self = .fhir
    } else if try DatabaseImporter.takes(path) {
      self = .database
    } else if try GadgetbridgeImporter.takes(path) {
      self = .gadgetbridge
    } else if let files = try RecordingFile.found(at: path) {
      self = .recordings(files)
    } else {
      // It says what is wrong with what is nothing.
      self = .apple
    }
  }

  /// What is counted while it is read.
  package var things: String {
    if case .recordings = self { "files" } else { "records" }
  }

  /// Opens it.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - data: Where the samples go.
  ///   - uuids: Names for them.
  ///   - zone: The clocks of dates without a time.
  ///   - options: How it is taken.
  /// - Returns: What reads it.
  /// - Throws: What opening it throws, and what the store throws.
  package func open(
    _ path: String, into data: any OwnerAccess, uuids: UUIDSequence, by zone: TimeZoneRules,
    _ options: Importer.Options
  ) async throws -> any FormImporter {
    switch self {
    case .apple: try await Importer(path, into: data, uuids: uuids, options)
    case .autoExport: try await AutoExportImporter(path, into: data, uuids: uuids, options)
    case .columns(let map):
      try await CSVImporter(path, as: map, into: data, uuids: uuids, options)
    case .database: try await DatabaseImporter(path, into: data, uuids: uuids, options)
    case .fhir: try await FHIRImporter(path, into: data, uuids: uuids, by: zone, options)
    case .gadgetbridge: try await GadgetbridgeImporter(path, into: data, uuids: uuids, options)
    case .healthConnect: try await HealthConnectImporter(path, into: data, uuids: uuids, options)
    case .recordings(let files):
      try await RecordingImporter(files, into: data, uuids: uuids, options)
    }
  }
}
