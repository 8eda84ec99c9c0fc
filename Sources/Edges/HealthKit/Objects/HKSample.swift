internal import HealthModel
internal import StoreAccess

/// An object that lasted from one date to another.
open class HKSample: HKObject, @unchecked Sendable {
  /// The type of the sample.
  open var sampleType: HKSampleType {
    guard let type = HKObjectType.of(rows.type) as? HKSampleType else {
      preconditionFailure("a row of a type that has samples")
    }
    return type
  }

  /// When it began.
  open var startDate: Date { Date(timeIntervalSinceReferenceDate: rows.start(row)) }

  /// When it ended.
  open var endDate: Date { Date(timeIntervalSinceReferenceDate: rows.end(row)) }

  /// Whether nobody knows when it ended: its end is the distant future.
  open var hasUndeterminedDuration: Bool { endDate == .distantFuture }

  /// What the sample says, for its description.
  var valueDescription: String { "" }

  open override var description: String {
    var parts = [valueDescription, uuid.uuidString, source.description]
    if let device = rows.device(row) { parts.append(HKDevice(device).description) }
    if let metadata { parts.append("metadata: \(metadata)") }
    parts.append("(\(startDate) - \(endDate))")
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension HKSample {
  /// What makes the objects that see rows of a type, of the class that it asks for; `nil` for types that
  /// have no samples.
  private static func maker(of type: ObjectType) -> ((SampleRows, Int) -> HKSample)? {
    guard let description = type.description else { return nil }
    return switch description.kind {
    case .quantity where description.aggregation == .cumulative:
      { HKCumulativeQuantitySample($0, row: $1) }
    case .quantity: { HKDiscreteQuantitySample($0, row: $1) }
    case .category: { HKCategorySample($0, row: $1) }
    case .correlation: { HKCorrelation($0, row: $1) }
    case .workout: { HKWorkout($0, row: $1) }
    case .document: { HKCDADocumentSample($0, row: $1) }
    // Of what an import keeps not all is a sample here.
    case .details: HKObjectType.of(type) is HKSampleType ? detailed(type) : nil
    case .characteristic: nil
    }
  }

  private static func detailed(_ type: ObjectType) -> (SampleRows, Int) -> HKSample {
    switch type {
    case .workoutRoute: { HKWorkoutRoute($0, row: $1) }
    case .heartbeatSeries: { HKHeartbeatSeriesSample($0, row: $1) }
    case .electrocardiogram: { HKElectrocardiogram($0, row: $1) }
    case .audiogram: { HKAudiogramSample($0, row: $1) }
    case .visionPrescription: { $0.visionPrescription($1) }
    case .stateOfMind: { HKStateOfMind($0, row: $1) }
    case .gad7Assessment: { HKGAD7Assessment($0, row: $1) }
    case .phq9Assessment: { HKPHQ9Assessment($0, row: $1) }
    default: { HKClinicalRecord($0, row: $1) }
    }
  }

  /// The object of a row; `nil` for rows that are no samples.
  static func view(_ rows: SampleRows, row: Int) -> HKSample? { maker(of: rows.type)?(rows, row) }

  /// The objects of a run, in its order; nothing of it is copied.
  static func views(of run: SampleRun, from access: (any AppAccess)? = nil) -> [HKSample] {
    let rows = SampleRows(run, from: access)
    guard let make = maker(of: run.type) else { return [] }
    return (0..<run.count).map { make(rows, $0) }
  }
}

extension Sample {
  /// A new object of an app, with all that can be checked of it without a store.
  ///
  /// - Throws: What Apple's framework raises as an exception.
  init(
    checking type: ObjectType, value: Value, start: Date, end: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) throws(HKError) {
    guard start <= end else {
      throw .invalid("a sample of \(type.identifier) ends before it starts")
    }
    let metadata = try Metadata(checking: metadata)
    guard
      (metadata[HKMetadataKeySyncIdentifier] == nil) == (metadata[HKMetadataKeySyncVersion] == nil)
    else {
      throw .invalid(
        "\(HKMetadataKeySyncIdentifier) and \(HKMetadataKeySyncVersion) come together")
    }
    if let missing = type.description?.requiredMetadata.first(where: { metadata[$0] == nil }) {
      throw .invalid("Type \(type.identifier) does not have required metadata \(missing)")
    }
    self.init(
      uuid: .next(for: type), type: type, start: start.timeIntervalSinceReferenceDate,
      end: end.timeIntervalSinceReferenceDate, value: value, source: Self.ownRevision,
      device: device?.device, metadata: metadata)
  }

  private static let ownRevision = HKSource.default().ownRevision
}

/// The object that `make` makes; stops for a mistake.
func made<Made>(_ make: () throws(HKError) -> Made) -> Made {
  do {
    return try make()
  } catch {
    stop(error.localizedDescription)
  }
}
