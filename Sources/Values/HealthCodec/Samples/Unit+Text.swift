internal import HealthModel

extension Unpacking {
  /// The unit that a text names.
  func unit(_ text: String) throws(CodecError) -> Unit {
    guard let unit = Unit.remembered(text) else {
      throw CodecError(.badUnit, "a text is no unit")
    }
    return unit
  }

  /// The units that texts name.
  func units(
    _ count: Int, _ pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) throws(CodecError) -> [Unit] {
    var units: [Unit] = []
    for text in try unsafe texts(count, pointers) { units.append(try unit(text)) }
    return units
  }
}
