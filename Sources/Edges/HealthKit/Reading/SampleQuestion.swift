internal import HealthModel

/// Which samples of one type are asked for.
///
/// Predicates never change, though Foundation does not say so.
struct SampleQuestion: @unchecked Sendable {
  let type: ObjectType
  let plan: PredicatePlan

  init(_ type: HKObjectType, _ predicate: NSPredicate?) {
    self.type = type.type
    plan = PredicatePlan(predicate)
  }
}

/// The order in which samples are asked for.
struct SampleOrder {
  /// The engine's keys, none for the order in which samples came; `nil` where objects must be compared.
  let engine: [EngineSortDescriptor]?
  /// How the first of two stands to the second; `nil` where any order will do.
  let compare: ((HKSample, HKSample) -> ComparisonResult)?

  /// The order of NSSortDescriptors, the first the most important one.
  init(_ descriptors: [NSSortDescriptor]) {
    engine = SortPlan(descriptors).engine
    compare =
      descriptors.isEmpty
      ? nil
      : { one, two in
        descriptors.lazy.map { $0.compare(one, to: two) }.first { $0 != .orderedSame }
          ?? .orderedSame
      }
  }

  /// The order of Foundation's sort descriptors, the first the most important one.
  init<Sample: HKSample>(_ descriptors: [Foundation.SortDescriptor<Sample>]) {
    engine = SortPlan(descriptors).engine
    compare =
      descriptors.isEmpty
      ? nil
      : { one, two in
        guard let one = one as? Sample, let two = two as? Sample else { return .orderedSame }
        return descriptors.lazy.map { $0.compare(one, two) }.first { $0 != .orderedSame }
          ?? .orderedSame
      }
  }

  /// The samples in order; those alike stay as they were.
  func sorted(_ samples: [HKSample]) -> [HKSample] {
    guard let compare else { return samples }
    return samples.enumerated().sorted { one, two in
      switch compare(one.element, two.element) {
      case .orderedAscending: true
      case .orderedDescending: false
      case .orderedSame: one.offset < two.offset
      }
    }.map(\.element)
  }
}
