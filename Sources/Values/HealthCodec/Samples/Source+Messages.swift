internal import CDyadMessages
internal import HealthModel

extension Packing {
  func source(_ source: Source) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Source> {
    let message = unsafe make(dyad__v1__source__init)
    unsafe message.pointee.bundle_identifier = try text(source.bundleIdentifier)
    unsafe message.pointee.name = try text(source.name)
    return unsafe message
  }

  func revision(
    _ revision: SourceRevision
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__SourceRevision> {
    let message = unsafe make(dyad__v1__source_revision__init)
    unsafe message.pointee.bundle_identifier = try text(revision.source.bundleIdentifier)
    unsafe message.pointee.name = try text(revision.source.name)
    unsafe message.pointee.version = try optional(revision.version)
    return unsafe message
  }

  func device(_ device: Device) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Device> {
    let message = unsafe make(dyad__v1__device__init)
    unsafe message.pointee.name = try optional(device[.name])
    unsafe message.pointee.manufacturer = try optional(device[.manufacturer])
    unsafe message.pointee.model = try optional(device[.model])
    unsafe message.pointee.hardware_version = try optional(device[.hardwareVersion])
    unsafe message.pointee.firmware_version = try optional(device[.firmwareVersion])
    unsafe message.pointee.software_version = try optional(device[.softwareVersion])
    unsafe message.pointee.local_identifier = try optional(device[.localIdentifier])
    unsafe message.pointee.udi_device_identifier = try optional(device[.udiDeviceIdentifier])
    return unsafe message
  }
}

extension Unpacking {
  func source(_ message: UnsafeMutablePointer<Dyad__V1__Source>) throws(CodecError) -> Source {
    Source(
      bundleIdentifier: try unsafe text(message.pointee.bundle_identifier),
      name: try unsafe text(message.pointee.name))
  }

  func revision(
    _ message: UnsafeMutablePointer<Dyad__V1__SourceRevision>
  ) throws(CodecError) -> SourceRevision {
    SourceRevision(
      source: Source(
        bundleIdentifier: try unsafe text(message.pointee.bundle_identifier),
        name: try unsafe text(message.pointee.name)),
      version: try unsafe optional(message.pointee.version))
  }

  func device(_ message: UnsafeMutablePointer<Dyad__V1__Device>) throws(CodecError) -> Device {
    var device = Device()
    device[.name] = try unsafe optional(message.pointee.name)
    device[.manufacturer] = try unsafe optional(message.pointee.manufacturer)
    device[.model] = try unsafe optional(message.pointee.model)
    device[.hardwareVersion] = try unsafe optional(message.pointee.hardware_version)
    device[.firmwareVersion] = try unsafe optional(message.pointee.firmware_version)
    device[.softwareVersion] = try unsafe optional(message.pointee.software_version)
    device[.localIdentifier] = try unsafe optional(message.pointee.local_identifier)
    device[.udiDeviceIdentifier] = try unsafe optional(message.pointee.udi_device_identifier)
    return device
  }
}
