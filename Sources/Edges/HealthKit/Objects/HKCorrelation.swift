internal import HealthModel

/// A sample that holds others, such as a blood pressure.
open class HKCorrelation: HKSample, @unchecked Sendable {
  private let members: Set<HKSample>

  override init(_ rows: SampleRows, row: Int) {
    members = []
    super.init(rows, row: row)
  }

  init(_ rows: SampleRows, row: Int, members: Set<HKSample>) {
    self.members = members
    super.init(rows, row: row)
  }

  override class func canView(_ rows: SampleRows) -> Bool {
    guard rows.type.isCorrelation, case .object(.correlation) = rows.value(0) else { return false }
    return true
  }

  override var held: Set<HKSample> { members }

  /// The type of the correlation.
  open var correlationType: HKCorrelationType {
    guard let type = sampleType as? HKCorrelationType else {
      preconditionFailure("a correlation of a type of correlations")
    }
    return type
  }

  /// The samples that it holds, as far as the app may see them.
  open var objects: Set<HKSample> { members }

  /// Those of one type.
  open func objects(for objectType: HKObjectType) -> Set<HKSample> {
    members.filter { $0.sampleType == objectType }
  }

  override var valueDescription: String { "\(sampleType) of \(members.count) objects" }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    let classes = [NSArray.self, HKSample.self]
    let archived = coder.decodeObject(of: classes, forKey: "objects") as? [Any] ?? []
    members = Set(archived.compactMap { $0 as? HKSample })
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(Array(members) as NSArray, forKey: "objects")
  }

  /// A correlation of data from outside.
  ///
  /// - Throws: `errorInvalidArgument` where the initialiser stops.
  public static func checked(
    type: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>,
    device: HKDevice? = nil, metadata: [String: Any]? = nil
  ) throws -> HKCorrelation {
    try make(type, start: start, end: end, objects, device, metadata)
  }

  fileprivate static func make(
    _ type: HKCorrelationType, start: Date, end: Date, _ objects: Set<HKSample>,
    _ device: HKDevice?, _ metadata: [String: Any]?
  ) throws(HKError) -> HKCorrelation {
    guard objects.allSatisfy({ $0 is HKQuantitySample || $0 is HKCategorySample }) else {
      throw .invalid("\(type.identifier) holds quantity and category samples only")
    }
    var members = Members()
    for object in objects.sorted(by: { $0.rows.uuid($0.row) < $1.rows.uuid($1.row) }) {
      members.append(object.rows.uuid(object.row), of: object.rows.type)
    }
    let sample = try Sample(
      checking: type.type, value: .object(.correlation(members)), start: start, end: end,
      device: device, metadata: metadata)
    return HKCorrelation(SampleRows(sample), row: 0, members: objects)
  }
}

extension InitializedByFactory where Self: HKCorrelation {
  /// A correlation; stops for objects, dates or metadata that it cannot have.
  public init(
    type correlationType: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>
  ) {
    self.init(type: correlationType, start: start, end: end, objects: objects, metadata: nil)
  }

  /// A correlation; stops for objects, dates or metadata that it cannot have.
  public init(
    type correlationType: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>,
    metadata: [String: Any]?
  ) {
    self.init(
      type: correlationType, start: start, end: end, objects: objects, device: nil,
      metadata: metadata)
  }

  /// A correlation; stops for objects, dates or metadata that it cannot have.
  public init(
    type correlationType: HKCorrelationType, start: Date, end: Date, objects: Set<HKSample>,
    device: HKDevice?, metadata: [String: Any]?
  ) {
    let correlation = made { () throws(HKError) in
      try HKCorrelation.make(
        correlationType, start: start, end: end, objects, device, metadata)
    }
    guard let correlation = correlation as? Self else {
      stop("HKCorrelation is not to be subclassed")
    }
    self = correlation
  }
}
