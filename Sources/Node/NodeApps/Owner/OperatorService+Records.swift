internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeSync
internal import Pairing
internal import RPCCore
internal import SystemCore
internal import TextFormats

// What the user says of themselves and prefers: records that the phone owns.
extension OperatorService {
  func getProfile(_ request: GetProfileRequest) async throws -> ProfileMessage {
    var profile = ProfileMessage()
    for kind in Characteristic.Kind.allCases {
      profile.characteristics.append(try await store.characteristic(kind).encoded())
    }
    return profile
  }

  func setProfile(_ request: SetProfileRequest) async throws -> ProfileMessage {
    let operation = "set the profile"
    try await checkIsPhone(to: operation)
    guard let bytes = request.characteristic else {
      throw RPCError(.invalidArgument, "cannot \(operation): no characteristic is given")
    }
    let characteristic: Characteristic
    do throws(CodecError) {
      characteristic = try Characteristic(decoding: bytes, limits: .wire)
    } catch {
      // It names the field, never its value.
      throw RPCError(.invalidArgument, "cannot \(operation): \(error.field): \(error.detail)")
    }
    if case .dateOfBirth(let date?) = characteristic, isYetToCome(date) {
      throw RPCError(.invalidArgument, "cannot \(operation): the date of birth is yet to come")
    }
    try await store.setCharacteristic(characteristic)
    try await engine.shareDecisions()
    try await note("profile.set", characteristic.kind.type.name)
    return try await getProfile(GetProfileRequest())
  }

  /// Whether a day begins more than a day from now: somewhere it is tomorrow already.
  private func isYetToCome(_ date: DateOfBirth) -> Bool {
    guard date.era == 1 else { return false }
    let day = CivilDate(date.year, date.month, date.day).dayNumber
    return Double(day) * Instant.secondsPerDay > store.clock.now + Instant.secondsPerDay
  }

  func preferUnit(_ request: PreferUnitRequest) async throws -> PreferUnitResponse {
    let operation = "prefer the unit"
    if request.clear {
      guard request.unit.isEmpty else {
        throw RPCError(
          .invalidArgument, "cannot \(operation): one is chosen and taken back with the same call")
      }
      try await checkIsPhone(to: operation)
      let type = try NamedTypes.read(request.type, cannot: operation)
      // Taking back what is not there changes nothing that anybody would have to be told.
      if try await store.preferredUnit(of: type) != nil {
        try await store.clearPreferredUnit(of: type)
        try await engine.shareDecisions()
        try await note("unit.cleared", type.name)
      }
      return try await preferences(of: [type])
    }
    guard !request.unit.isEmpty else {
      let types =
        try request.type.isEmpty
        ? ObjectType.all : [NamedTypes.read(request.type, cannot: operation)]
      return try await preferences(of: types)
    }
    try await checkIsPhone(to: operation)
    let type = try NamedTypes.read(request.type, cannot: operation)
    let preference = try UnitPreference(of: type, Unit(parsing: request.unit))
    try await store.setPreferredUnit(preference)
    try await engine.shareDecisions()
    try await note("unit.preferred", type.name, preference.unit.unitString)
    return try await preferences(of: [type])
  }

  private func preferences(of types: [ObjectType]) async throws -> PreferUnitResponse {
    var response = PreferUnitResponse()
    for type in types {
      guard let unit = try await store.preferredUnit(of: type) else { continue }
      response.preferences.append(try UnitPreference(of: type, unit).encoded())
    }
    return response
  }

  func orderSources(_ request: OrderSourcesRequest) async throws -> OrderSourcesResponse {
    let operation = "order the sources"
    let type = try NamedTypes.read(request.type, cannot: operation)
    if !request.bundleIdentifiers.isEmpty {
      try await checkIsPhone(to: operation)
      try await store.setSourceOrder(SourceOrder(of: type, request.bundleIdentifiers))
      try await engine.shareDecisions()
      try await note("sources.ordered", type.name)
    }
    var response = OrderSourcesResponse()
    response.bundleIdentifiers = try await store.sourceOrder(of: type).bundleIdentifiers
    return response
  }

  // What imports go by.

  func listDeletedMarks(
    _ request: ListDeletedMarksRequest
  ) async throws -> ListDeletedMarksResponse {
    let page = try await store.deletedMarks(after: Int64(clamping: request.after))
    var response = ListDeletedMarksResponse()
    response.marks = page.marks.map(\.rawValue)
    response.next = page.next.map { UInt64($0) }
    return response
  }

  func noteExport(_ request: NoteExportRequest) async throws -> NoteExportResponse {
    let sum = Int64(bitPattern: request.sum)
    if let samples = request.samples {
      try await store.commit(
        .noteExport(
          TakenExport(sum: sum, count: Int(clamping: samples), form: Int(request.form))))
    }
    var response = NoteExportResponse()
    if let known = try await store.takenExport(sum) {
      response.takenAt = known.takenAt
      response.samples = UInt64(clamping: known.count)
      response.form = UInt32(clamping: known.form)
    }
    return response
  }
}
