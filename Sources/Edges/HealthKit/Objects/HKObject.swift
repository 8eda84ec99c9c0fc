private import HealthCodec
internal import HealthModel

/// An object of a health store: it never changes.
///
/// Objects of a query are views of its columns: each knows its run and its row, and copies nothing before
/// somebody asks.
open class HKObject: NSObject, NSSecureCoding, InitializedByFactory, @unchecked Sendable {
  let rows: SampleRows
  private let rowNumber: Int32

  /// Where the object is in its rows.
  var row: Int { Int(rowNumber) }

  init(_ rows: SampleRows, row: Int) {
    self.rows = rows
    rowNumber = Int32(row)
  }

  /// The samples that it holds; only correlations do.
  var held: Set<HKSample> { [] }

  /// Whether rows of this type and value can be seen as objects of this class.
  class func canView(_ rows: SampleRows) -> Bool { HKObjectType.of(rows.type) is HKSampleType }

  /// The name of the object for ever, given when it is made.
  open var uuid: UUID { UUID(rows.uuid(row)) }

  /// Who saved the object.
  open var source: HKSource { HKSource(rows.source(row).source) }

  /// Who saved the object, at which version.
  open var sourceRevision: HKSourceRevision { HKSourceRevision(rows.source(row)) }

  /// The hardware that took the reading.
  open var device: HKDevice? { rows.device(row).map { HKDevice($0) } }

  /// What else there is to say of the object; numbers and Booleans are `NSNumber`s.
  open var metadata: [String: Any]? {
    let metadata = rows.metadata(row)
    return metadata.isEmpty ? nil : metadata.mapValues(\.foundation)
  }

  /// Objects are equal where their UUIDs are.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKObject else { return false }
    return self === other || rows.uuid(row) == other.rows.uuid(other.row)
  }

  open override var hash: Int { rows.uuid(row).hashValue }

  /// Objects are archived as what a store keeps of them.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    if let coder = coder as? RowCoder {
      rows = coder.rows
      rowNumber = Int32(coder.row)
    } else {
      guard let data = coder.decodeObject(of: NSData.self, forKey: "sample"),
        let sample = Sample(archived: Array(Data(referencing: data)))
      else { return nil }
      rows = SampleRows(sample)
      rowNumber = 0
    }
    super.init()
    guard Self.canView(rows) else { return nil }
  }

  /// Archives what a store keeps of the object.
  open func encode(with coder: NSCoder) {
    guard let bytes = rows.sample(row).archived else {
      stop("an object is too large for an archive")
    }
    coder.encode(Data(bytes) as NSData, forKey: "sample")
  }
}

/// Hands rows to an initialiser that subclasses inherit.
private final class RowCoder: NSCoder {
  let rows: SampleRows
  let row: Int

  init(_ rows: SampleRows, row: Int) {
    self.rows = rows
    self.row = row
  }

  override var allowsKeyedCoding: Bool { true }
  override func containsValue(forKey key: String) -> Bool { false }
  override func decodeObject(forKey key: String) -> Any? { nil }
}

extension InitializedByFactory where Self: HKObject {
  /// An object of this class, or of the subclass that its type asks for.
  init(viewing sample: Sample, document: [UInt8]? = nil) {
    let rows = SampleRows(sample, document: document)
    if let object = HKSample.view(rows, row: 0) as? Self {
      self = object
    } else if let object = Self(coder: RowCoder(rows, row: 0)) {
      // A class of a client.
      self = object
    } else {
      stop("\(rows.type.identifier) is no type of \(Self.self)")
    }
  }
}

extension Sample {
  private static let limits = DecodingLimits(
    maxBytes: 1 << 22, maxSamples: 1, allowsPositions: false, checksUUIDs: false)

  /// The bytes of an archive.
  fileprivate var archived: [UInt8]? { try? SampleRun(self).encoded() }

  /// What the bytes of an archive hold; `nil` for anything but one sample.
  fileprivate init?(archived bytes: [UInt8]) {
    guard let run = try? unsafe SampleRun(decoding: bytes.span.bytes, limits: Self.limits),
      run.count == 1
    else { return nil }
    self = run[0]
  }
}
