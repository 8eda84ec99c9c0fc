extension SampleRun {
  /// The same rows with other objects in them, one for each.
  package func replacingObjects(by bodies: [ObjectBody]) -> Self {
    precondition(bodies.count == count, "an object for every row")
    return replacing(.objects(bodies), devices: devices)
  }

  /// The same rows taken by no device.
  package func withoutDevices() -> Self {
    replacing(payload, devices: DictionaryColumn(repeating: nil, count: count))
  }

  private func replacing(_ payload: Payload, devices: DictionaryColumn<Device?>) -> Self {
    guard
      let run = Self(
        type: type, uuids: uuids, starts: starts, ends: ends, payload: payload, sources: sources,
        devices: devices, metadata: metadata, dots: dots, positions: positions)
    else { preconditionFailure("columns as long as those they replace") }
    return run
  }
}
