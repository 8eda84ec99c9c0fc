internal import HealthModel

/// The hardware that took a reading.
open class HKDevice: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  let device: EngineDevice

  init(_ device: EngineDevice) {
    self.device = device
  }

  /// A device of the given properties.
  public convenience init(
    name: String?, manufacturer: String?, model: String?, hardwareVersion: String?,
    firmwareVersion: String?, softwareVersion: String?, localIdentifier: String?,
    udiDeviceIdentifier: String?
  ) {
    var device = EngineDevice()
    device[.name] = name
    device[.manufacturer] = manufacturer
    device[.model] = model
    device[.hardwareVersion] = hardwareVersion
    device[.firmwareVersion] = firmwareVersion
    device[.softwareVersion] = softwareVersion
    device[.localIdentifier] = localIdentifier
    device[.udiDeviceIdentifier] = udiDeviceIdentifier
    self.init(device)
  }

  /// This machine: its name and its operating system.
  public class func local() -> HKDevice { machine }

  private static let machine = HKDevice(
    name: ProcessInfo.processInfo.hostName, manufacturer: nil, model: "Linux",
    hardwareVersion: nil, firmwareVersion: nil,
    softwareVersion: ProcessInfo.processInfo.operatingSystemVersionString, localIdentifier: nil,
    udiDeviceIdentifier: nil)

  /// What the user calls the device.
  open var name: String? { device[.name] }
  /// Who made it.
  open var manufacturer: String? { device[.manufacturer] }
  /// Its model.
  open var model: String? { device[.model] }
  /// The version of its hardware.
  open var hardwareVersion: String? { device[.hardwareVersion] }
  /// The version of its firmware.
  open var firmwareVersion: String? { device[.firmwareVersion] }
  /// The version of its software.
  open var softwareVersion: String? { device[.softwareVersion] }
  /// What tells it from others on this machine.
  open var localIdentifier: String? { device[.localIdentifier] }
  /// The device part of its unique device identifier.
  open var udiDeviceIdentifier: String? { device[.udiDeviceIdentifier] }

  open override var description: String {
    let parts = EngineDevice.Property.allCases.compactMap { property in
      device[property].map { "\(property): \($0)" }
    }
    return "<HKDevice \(parts.joined(separator: ", "))>"
  }

  /// Devices are equal where all eight properties are.
  open override func isEqual(_ object: Any?) -> Bool { (object as? HKDevice)?.device == device }

  open override var hash: Int { device.hashValue }

  /// Devices are archived with their eight properties.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    var device = EngineDevice()
    for property in EngineDevice.Property.allCases {
      device[property] =
        coder.decodeObject(of: NSString.self, forKey: "\(property)") as String?
    }
    self.device = device
  }

  /// Archives the properties that are set.
  open func encode(with coder: NSCoder) {
    for property in EngineDevice.Property.allCases {
      coder.encode(device[property] as NSString?, forKey: "\(property)")
    }
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
