internal import Foundation
internal import HealthKit
internal import Testing

/// Prescriptions for lenses.
@Suite(.timeLimit(.minutes(5))) struct PrescriptionTests {
  private static let type: HKPrescriptionType = HKObjectType.visionPrescriptionType()
  private static let issued = StoreUnderTest.start

  private static func power(_ diopters: Double) -> HKQuantity {
    HKQuantity(unit: .diopter(), doubleValue: diopters)
  }

  private static func millimeters(_ length: Double) -> HKQuantity {
    HKQuantity(unit: .meterUnit(with: .milli), doubleValue: length)
  }

  private static func degrees(_ angle: Double) -> HKQuantity {
    HKQuantity(unit: .degreeAngle(), doubleValue: angle)
  }

  private static func prism(_ amount: Double) -> HKQuantity {
    HKQuantity(unit: .prismDiopter(), doubleValue: amount)
  }

  @Test(arguments: StoreKind.allCases)
  func `prescriptions are saved and come back as what they are of`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: [Self.type], read: [Self.type]) { store in
      let right = HKGlassesLensSpecification(
        sphere: Self.power(-2.25), cylinder: Self.power(-0.5), axis: Self.degrees(170),
        addPower: Self.power(1), vertexDistance: Self.millimeters(12),
        prism: HKVisionPrism(amount: Self.prism(2), angle: Self.degrees(90), eye: .right),
        farPupillaryDistance: Self.millimeters(32), nearPupillaryDistance: Self.millimeters(30))
      let glasses = HKGlassesPrescription(
        rightEyeSpecification: right, leftEyeSpecification: nil, dateIssued: Self.issued,
        expirationDate: Self.issued + 86_400, device: nil, metadata: ["note": "reading"])
      let left = HKContactsLensSpecification(
        sphere: Self.power(1.5), cylinder: nil, axis: nil, addPower: nil,
        baseCurve: Self.millimeters(8.6), diameter: Self.millimeters(14.2))
      let contacts = HKContactsPrescription(
        rightEyeSpecification: nil, leftEyeSpecification: left, brand: "Clear",
        dateIssued: Self.issued + 1, expirationDate: nil, device: nil, metadata: nil)
      let plain = HKVisionPrescription(
        type: .glasses, dateIssued: Self.issued + 2, expirationDate: nil, device: nil, metadata: nil
      )
      try await store.save([glasses, contacts, plain])

      let found = try await HKSampleQueryDescriptor(
        predicates: [.visionPrescription()], sortDescriptors: [SortDescriptor(\.startDate)]
      ).result(for: store)
      try #require(found.count == 3)
      let first = try #require(found[0] as? HKGlassesPrescription)
      #expect(first.prescriptionType == .glasses && first.dateIssued == Self.issued)
      #expect(first.expirationDate == Self.issued + 86_400 && first.leftEye == nil)
      #expect(first.rightEye == right && first.metadata?["note"] as? String == "reading")
      let lens: HKLensSpecification = try #require(first.rightEye)
      #expect(lens.sphere == Self.power(-2.25) && lens.cylinder == Self.power(-0.5))
      #expect(lens.axis == Self.degrees(170) && lens.addPower == Self.power(1))
      #expect(first.rightEye?.vertexDistance == Self.millimeters(12))
      #expect(first.rightEye?.farPupillaryDistance == Self.millimeters(32))
      #expect(first.rightEye?.nearPupillaryDistance == Self.millimeters(30))
      #expect(first.rightEye?.prism == right.prism && right.prism?.verticalBase == .up)
      let second = try #require(found[1] as? HKContactsPrescription)
      #expect(second.prescriptionType == .contacts && second.brand == "Clear")
      #expect(second.rightEye == nil && second.leftEye == left)
      #expect(second.leftEye?.baseCurve == Self.millimeters(8.6))
      #expect(second.leftEye?.diameter == Self.millimeters(14.2))
      #expect(second.expirationDate == nil)
      let third = try #require(found[2] as? HKGlassesPrescription)
      #expect(third.rightEye == nil && third.leftEye == nil && third.sampleType == Self.type)
      #expect(
        HKObjectType.visionPrescriptionType().identifier == HKVisionPrescriptionTypeIdentifier)
    }
  }

  @Test func `a prism is told by amount and angle, or by bases`() throws {
    // Base in of the right eye is on the right as others see the face, of the left eye on the left.
    for (eye, base, angle) in [
      (HKVisionEye.right, HKPrismBase.in, 0.0), (.right, .out, 180), (.left, .in, 180),
      (.left, .out, 0),
    ] {
      let prism = HKVisionPrism(
        verticalAmount: Self.prism(0), verticalBase: .none, horizontalAmount: Self.prism(3),
        horizontalBase: base, eye: eye)
      #expect(prism.amount == Self.prism(3) && prism.angle == Self.degrees(angle))
      #expect(prism.horizontalBase == base && prism.verticalBase == .none)
      #expect(prism.horizontalAmount == Self.prism(3) && prism.verticalAmount == Self.prism(0))
    }
    let both = HKVisionPrism(
      verticalAmount: Self.prism(3), verticalBase: .down, horizontalAmount: Self.prism(4),
      horizontalBase: .out, eye: .left)
    #expect(both.amount == Self.prism(5) && both.eye == .left)
    #expect(both.verticalBase == .down && both.horizontalBase == .out)
    #expect(both.verticalAmount == Self.prism(3) && both.horizontalAmount == Self.prism(4))
  }

  @Test func `the user lets an app see what others prescribed`() async throws {
    let store = HKHealthStore(.inMemory)
    let clinic = HKHealthStore(
      sharing: store, as: HKSource(bundleIdentifier: "com.example.clinic", name: "Clinic"))
    try await clinic.requestAuthorization(toShare: [Self.type], read: [])
    try await clinic.save(
      HKVisionPrescription(
        type: .contacts, dateIssued: Self.issued, expirationDate: nil, device: nil, metadata: nil))
    #expect(Self.type.requiresPerObjectAuthorization())
    await #expect(throws: HKError.self) { try await store.samples(Self.type) }
    try await store.requestPerObjectReadAuthorization(for: Self.type, predicate: nil)
    #expect(try await store.samples(Self.type).count == 1)
    let isAsked = await withCheckedContinuation { continuation in
      store.requestPerObjectReadAuthorization(for: Self.type, predicate: nil) { isAsked, error in
        continuation.resume(returning: isAsked && error == nil)
      }
    }
    #expect(isAsked)
  }
}
