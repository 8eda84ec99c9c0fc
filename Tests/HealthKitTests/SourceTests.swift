internal import HealthKit
internal import Testing

@Suite struct SourceTests {
  @Test func `this app is a source`() {
    let own = HKSource.default()
    #expect(own === HKSource.default() && !own.name.isEmpty)
    #expect(own.bundleIdentifier == Bundle.main.bundleIdentifier ?? "local.\(own.name)")
    #expect(own.description == "\"\(own.name)\" (\(own.bundleIdentifier))")
  }

  @Test func `a revision of a source and a version is any product's`() {
    let revision = HKSourceRevision(source: .default(), version: "2.1")
    #expect(revision.source == .default() && revision.version == "2.1")
    #expect(revision.productType == HKSourceRevisionAnyProductType)
    #expect(
      revision.operatingSystemVersion.majorVersion
        == HKSourceRevisionAnyOperatingSystem.majorVersion)
    let other = HKSourceRevision(
      source: .default(), version: "2.1", productType: "Phone1,1",
      operatingSystemVersion: OperatingSystemVersion(
        majorVersion: 10, minorVersion: 3, patchVersion: 1))
    #expect(other.productType == "Phone1,1" && other.operatingSystemVersion.minorVersion == 3)
    #expect(other == revision)
    #expect(HKSourceRevision(source: .default(), version: nil) != revision)
  }

  @Test func `a device has its eight properties`() {
    let device = HKDevice(
      name: "1", manufacturer: "2", model: "3", hardwareVersion: "4", firmwareVersion: "5",
      softwareVersion: "6", localIdentifier: "7", udiDeviceIdentifier: "8")
    let properties = [
      device.name, device.manufacturer, device.model, device.hardwareVersion,
      device.firmwareVersion, device.softwareVersion, device.localIdentifier,
      device.udiDeviceIdentifier,
    ]
    #expect(properties == (1...8).map { "\($0)" })
    #expect(device != .local() && HKDevice.local().name == ProcessInfo.processInfo.hostName)
    #expect(device.description.contains("udiDeviceIdentifier: 8"))
  }
}
