/// The hardware that took a reading, by the eight properties of HKDevice.
package struct Device: Hashable, Sendable {
  /// One of the eight properties; the raw value is its number in messages.
  package enum Property: Int, CaseIterable, Hashable, Sendable {
    case name = 1
    case manufacturer
    case model
    case hardwareVersion
    case firmwareVersion
    case softwareVersion
    case localIdentifier
    case udiDeviceIdentifier
  }

  private var values: [Property: String]

  /// A device of the given properties; those left out are unset.
  package init(_ values: [Property: String] = [:]) {
    self.values = values
  }

  package subscript(property: Property) -> String? {
    get { values[property] }
    set { values[property] = newValue }
  }
}
