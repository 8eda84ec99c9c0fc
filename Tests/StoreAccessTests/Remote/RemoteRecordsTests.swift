internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import RPCCore
internal import StoreAccess
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct RemoteRecordsTests {
  @Test(arguments: [nil, "secret"]) func `an app shows its token`(token: String?) async throws {
    let shown = Recorder<String?>()
    try await FakeStore.run(
      token: token,
      { router in
        router.unary(StoreMethods.getCoverage) { _, call in
          shown.add(call.request.metadata[text: "authorization"])
          var response = GetCoverageResponse()
          response.coverage = FakeStore.coverage
          return response
        }
      },
      { store in
        let coverage = try await store.coverage()
        #expect(coverage == StoreCoverage(from: 10, until: 20, age: .seconds(5)))
      })
    #expect(shown.all == [token.map { "Bearer \($0)" }])
  }

  @Test(arguments: [Double.nan, .infinity, -1]) func `a coverage that cannot be is strange`(
    number: Double
  ) async throws {
    var answer = GetCoverageResponse()
    answer.coverage = FakeStore.coverage
    if number == -1 { answer.coverage?.age = number } else { answer.coverage?.until = number }
    let broken = answer
    let error = await #expect(throws: RPCError.self) {
      _ = try await FakeStore.asked(StoreMethods.getCoverage, answer: broken) {
        try await $0.coverage()
      }
    }
    #expect(error?.code == .internal)
  }

  @Test func `authorization is asked for and told`() async throws {
    let wanted = AccessRequest(share: [.heartRate], read: [.stepCount])
    var decided = RequestAuthorizationResponse()
    decided.isDecided = true
    let (request, isDecided) = try await FakeStore.asked(
      StoreMethods.requestAuthorization, answer: decided
    ) {
      try await $0.requestAuthorization(wanted, waits: false)
    }
    #expect(isDecided)
    #expect(request?.share == [ObjectType.heartRate.identifier])
    #expect(request?.read == [ObjectType.stepCount.identifier])
    #expect(request?.noWait == true)
    var status = GetAuthorizationResponse()
    status.statuses = [2, 0]
    status.shouldRequest = true
    let (_, statuses) = try await FakeStore.asked(
      StoreMethods.getAuthorization, answer: status
    ) {
      try await $0.authorizationStatuses(of: [.heartRate, .stepCount])
    }
    #expect(statuses == [.heartRate: .sharingAuthorized, .stepCount: .notDetermined])
    let (_, asks) = try await FakeStore.asked(StoreMethods.getAuthorization, answer: status) {
      try await $0.shouldRequest(wanted)
    }
    #expect(asks)
  }

  @Test(arguments: [[], [1, 1], [3]] as [[UInt32]]) func `statuses that cannot be are strange`(
    numbers: [UInt32]
  ) async throws {
    var status = GetAuthorizationResponse()
    status.statuses = numbers
    let broken = status
    await #expect(throws: RPCError.self) {
      _ = try await FakeStore.asked(StoreMethods.getAuthorization, answer: broken) {
        try await $0.authorizationStatuses(of: [.heartRate])
      }
    }
  }

  @Test func `characteristics are read, and others are strange`() async throws {
    var answer = GetCharacteristicResponse()
    answer.characteristic = try Characteristic.bloodType(3).bytes(in: "characteristic")
    let told = answer
    let (request, value) = try await FakeStore.asked(
      StoreMethods.getCharacteristic, answer: told
    ) {
      try await $0.characteristic(.bloodType)
    }
    #expect(value == .bloodType(3))
    #expect(request?.type == ObjectType.bloodType.identifier)
    await #expect(throws: RPCError.self) {
      _ = try await FakeStore.asked(StoreMethods.getCharacteristic, answer: told) {
        try await $0.characteristic(.biologicalSex)
      }
    }
  }

  @Test func `units that were chosen are read`() async throws {
    var answer = GetPreferredUnitsResponse()
    answer.preferences = [try UnitPreference(of: .bodyMass, .gram()).bytes(in: "preferences")]
    let (request, units) = try await FakeStore.asked(
      StoreMethods.getPreferredUnits, answer: answer
    ) {
      try await $0.preferredUnits(of: [.bodyMass, .heartRate])
    }
    #expect(units == [.bodyMass: .gram()])
    #expect(request?.types.count == 2)
  }
}
