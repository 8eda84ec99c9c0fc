internal import HealthModel

/// What a lens has to be like for one eye.
open class HKLensSpecification: NSObject, @unchecked Sendable {
  let values: LensValues

  init(_ values: LensValues) {
    self.values = values
  }

  /// The power of the lens, in diopters.
  open var sphere: HKQuantity {
    guard let sphere = values["Sphere"] else { preconditionFailure("a lens has a power") }
    return sphere
  }
  /// The power by which it differs across its axis, in diopters.
  open var cylinder: HKQuantity? { values["Cylinder"] }
  /// The angle at which it does not, in degrees.
  open var axis: HKQuantity? { values["Axis"] }
  /// The power that is added for reading, in diopters.
  open var addPower: HKQuantity? { values["Addition"] }

  open override var description: String { "\(sphere)" }

  /// Lenses are equal where all that is measured is.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKLensSpecification)?.values == values
  }

  open override var hash: Int { values.hashValue }
}

/// What the lens of glasses has to be like for one eye.
open class HKGlassesLensSpecification: HKLensSpecification, @unchecked Sendable {
  /// How far the lens is from the eye.
  open var vertexDistance: HKQuantity? { values["VertexDistance"] }
  /// How far the pupil is from the middle of the face when it looks far away.
  open var farPupillaryDistance: HKQuantity? { values["FarPupillaryDistance"] }
  /// The same when it looks at something near.
  open var nearPupillaryDistance: HKQuantity? { values["NearPupillaryDistance"] }
  /// How much it turns the light aside.
  open var prism: HKVisionPrism? {
    guard let amount = values["PrismAmount"], let angle = values["PrismAngle"] else { return nil }
    return HKVisionPrism(amount: amount, angle: angle, eye: values.isLeft ? .left : .right)
  }

  override init(_ values: LensValues) { super.init(values) }

  /// A lens; stops for units that do not fit.
  public init(
    sphere: HKQuantity, cylinder: HKQuantity?, axis: HKQuantity?, addPower: HKQuantity?,
    vertexDistance: HKQuantity?, prism: HKVisionPrism?, farPupillaryDistance: HKQuantity?,
    nearPupillaryDistance: HKQuantity?
  ) {
    super.init(
      LensValues(
        isLeft: prism?.eye == .left,
        [
          "Sphere": sphere, "Cylinder": cylinder, "Axis": axis, "Addition": addPower,
          "VertexDistance": vertexDistance, "FarPupillaryDistance": farPupillaryDistance,
          "NearPupillaryDistance": nearPupillaryDistance, "PrismAmount": prism?.amount,
          "PrismAngle": prism?.angle,
        ]))
  }
}

/// What a contact lens has to be like for one eye.
open class HKContactsLensSpecification: HKLensSpecification, @unchecked Sendable {
  /// The radius of its back.
  open var baseCurve: HKQuantity? { values["BaseCurve"] }
  /// How wide it is.
  open var diameter: HKQuantity? { values["Diameter"] }

  override init(_ values: LensValues) { super.init(values) }

  /// A lens; stops for units that do not fit.
  public init(
    sphere: HKQuantity, cylinder: HKQuantity?, axis: HKQuantity?, addPower: HKQuantity?,
    baseCurve: HKQuantity?, diameter: HKQuantity?
  ) {
    super.init(
      LensValues(
        [
          "Sphere": sphere, "Cylinder": cylinder, "Axis": axis, "Addition": addPower,
          "BaseCurve": baseCurve, "Diameter": diameter,
        ]))
  }
}

/// What is measured for one eye, by the names that the details of a prescription have for it.
struct LensValues: Hashable, Sendable {
  /// Whether its prism is one of the left eye.
  private(set) var isLeft = false
  private var quantities: [String: Quantity] = [:]

  /// Checked values; stops for a unit that does not fit.
  init(isLeft: Bool = false, _ quantities: [String: HKQuantity?]) {
    self.isLeft = isLeft
    self.quantities = quantities.compactMapValues { $0?.quantity }
    for value in DetailsForm.of(.visionPrescription)?.values ?? [] {
      guard value.name.hasPrefix("left"),
        let quantity = self.quantities[String(value.name.dropFirst("left".count))],
        !value.takes(.quantity(quantity)), case .signedQuantity(let unit) = value.kind
      else { continue }
      stop("\(value.name.dropFirst("left".count)) of a lens requires \(unit.unitString)")
    }
  }

  /// What the details of a prescription have for one eye; `nil` where that is nothing.
  init?(_ details: Details, isLeft: Bool) {
    let side = isLeft ? "left" : "right"
    // What another node brought need not be what an app may save.
    for rule in DetailsForm.of(.visionPrescription)?.values ?? [] {
      guard rule.name.hasPrefix(side), let value = details.values[rule.name], rule.takes(value),
        case .quantity(let quantity) = value
      else { continue }
      quantities[String(rule.name.dropFirst(side.count))] = quantity
    }
    if quantities["Sphere"] == nil { return nil }
    self.isLeft = isLeft && quantities["PrismAmount"] != nil
  }

  subscript(name: String) -> HKQuantity? { quantities[name].map { HKQuantity($0) } }

  /// As values of a prescription.
  func details(isLeft: Bool) -> Metadata {
    let side = isLeft ? "left" : "right"
    return Metadata(
      uniqueKeysWithValues: quantities.map { (side + $0.key, MetadataValue.quantity($0.value)) })
  }
}
