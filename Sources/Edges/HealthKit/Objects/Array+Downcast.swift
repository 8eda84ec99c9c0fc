extension [HKSample] {
  /// Those that are of a class, as objects of it.
  ///
  /// The classes of neighbours are alike, so that only where they change one is looked at: a dynamic cast of each
  /// object would cost several times what making it costs.
  func of<Sample: HKSample>(_: Sample.Type) -> [Sample] {
    var last: HKSample.Type?
    for object in self {
      let kind = type(of: object)
      guard kind != last else { continue }
      guard kind is Sample.Type else { return compactMap { $0 as? Sample } }
      last = kind
    }
    // All are, and an array of references is the same whatever their class.
    return unsafe unsafeBitCast(self, to: [Sample].self)
  }
}
