internal import HealthModel
internal import TextFormats

/// Sources and devices in JSON.
enum OriginJSON {
  static func value(of revision: SourceRevision) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("bundle", .string(revision.source.bundleIdentifier)),
      .init("name", .string(revision.source.name)),
    ]
    if let version = revision.version { members.append(.init("version", .string(version))) }
    return .object(members)
  }

  static func revision(from value: JSONValue, at path: String) throws(FieldError) -> SourceRevision
  {
    var fields = try ObjectFields(value, at: path)
    guard let bundle = try fields.text("bundle") else {
      throw FieldError(
        fields.path(of: "bundle"), "it is missing",
        advice: "Write it like {\"bundle\":\"com.example.scale\",\"name\":\"Scale\"}.")
    }
    let source = Source(bundleIdentifier: bundle, name: try fields.text("name") ?? bundle)
    let revision = SourceRevision(source: source, version: try fields.text("version"))
    try fields.finish("bundle, name, version")
    return revision
  }

  static func value(of device: Device) -> JSONValue {
    .object(
      Device.Property.allCases.compactMap { property in
        device[property].map { .init(property.fieldName, .string($0)) }
      })
  }

  static func device(from value: JSONValue, at path: String) throws(FieldError) -> Device {
    var fields = try ObjectFields(value, at: path)
    var device = Device()
    for property in Device.Property.allCases {
      device[property] = try fields.text(property.fieldName)
    }
    try fields.finish(Device.Property.allCases.map(\.fieldName).joined(separator: ", "))
    return device
  }
}

extension Device.Property {
  fileprivate var fieldName: String {
    switch self {
    case .name: "name"
    case .manufacturer: "manufacturer"
    case .model: "model"
    case .hardwareVersion: "hardwareVersion"
    case .firmwareVersion: "firmwareVersion"
    case .softwareVersion: "softwareVersion"
    case .localIdentifier: "localIdentifier"
    case .udiDeviceIdentifier: "udiDeviceIdentifier"
    }
  }
}
