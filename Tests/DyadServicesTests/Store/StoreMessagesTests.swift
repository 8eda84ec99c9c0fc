internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import ProtobufWire
internal import RPCCore
internal import Testing

@Suite struct StoreMessagesTests {
  @Test(arguments: ModelError.Code.allCases) func `refusals come back as they were`(
    code: ModelError.Code
  ) {
    let error = ModelError(code, cannot: "delete the objects", "one: or two")
    let told = RPCError(error)
    #expect(told.metadata[text: "dyad-error"] == String(code.rawValue))
    #expect(ModelError(told) == error)
    #expect(!told.isStartOver)
  }

  @Test(arguments: [
    (ModelError.Code.invalidArgument, StatusCode.invalidArgument),
    (.authorizationDenied, .permissionDenied),
    (.authorizationNotDetermined, .failedPrecondition), (.databaseInaccessible, .unavailable),
  ]) func `refusals have the status that is promised`(code: ModelError.Code, status: StatusCode) {
    #expect(RPCError(ModelError(code, cannot: "save", "no")).code == status)
  }

  @Test func `other failures are no refusals`() {
    #expect(ModelError(RPCError(.unavailable, "cannot connect to it: no")) == nil)
    let strange: RPCCore.Metadata = ["dyad-error": .text("99")]
    #expect(ModelError(RPCError(.internal, "x", metadata: strange)) == nil)
    let words: RPCCore.Metadata = ["dyad-error": .text("3")]
    #expect(
      ModelError(RPCError(.invalidArgument, "no", metadata: words))
        == ModelError(.invalidArgument, cannot: "use the store", "no"))
  }

  @Test func `starting over is told apart`() {
    let error = RPCError.startOver("cannot read the changes: the anchor is too old")
    #expect(error.code == .outOfRange)
    #expect(error.isStartOver)
    #expect(ModelError(error) == nil)
    #expect(!RPCError(.outOfRange, "no").isStartOver)
  }

  @Test func `a bad message is an invalid argument`() {
    let error = RPCError(StoreWireError("predicate.terms", "no"))
    #expect(error.code == .invalidArgument)
    #expect(error.detail == "cannot read predicate.terms: no")
    #expect(ModelError(error)?.code == .invalidArgument)
  }

  @Test(arguments: [
    SortDescriptor(.start), SortDescriptor(.end, ascending: false),
    SortDescriptor(.workoutDuration), SortDescriptor(.workoutTotal(.energyBurned)),
    SortDescriptor(.workoutTotal(.distance), ascending: false),
    SortDescriptor(.workoutTotal(.swimmingStrokeCount)),
  ]) func `orders come back as they were said`(order: SortDescriptor) throws {
    let read = try SortDescriptor(SortKeyMessage(decoding: SortKeyMessage(order).encoded()))
    #expect(read == order)
  }

  @Test func `an order by nothing is refused`() {
    #expect(throws: StoreWireError.self) { try SortDescriptor(SortKeyMessage()) }
  }

  @Test func `deleted objects come back in their order`() throws {
    let objects = (0..<70_000).map { number in
      DeletedObject(
        uuid: SampleUUID(high: 1, low: UInt64(number)),
        type: number < 2 || number > 69_990 ? .heartRate : .stepCount)
    }
    let messages = DeletedObject.messages(of: objects)
    #expect(messages.count == 4)
    #expect(try DeletedObject.objects(messages) == objects)
  }

  @Test func `objects without a type are somebody's to find`() throws {
    let message = ObjectsOfTypeMessage([SampleUUID(high: 1, low: 2)], of: nil)
    #expect(try message.objectType() == nil)
    #expect(try message.sampleUUIDs() == [SampleUUID(high: 1, low: 2)])
    #expect(throws: StoreWireError.self) { try DeletedObject.objects([message]) }
  }

  @Test func `values of the model come back from their fields`() throws {
    let source = Source(bundleIdentifier: "a.b", name: "A")
    let device = Device([.name: "n", .model: "m"])
    let anchor = Anchor(incarnation: Incarnation(rawValue: 3), position: 9)
    let unit = try UnitPreference(of: .bodyMass, .gram())
    #expect(try Source(source.bytes(in: "sources"), in: "sources") == source)
    #expect(try Device(device.bytes(in: "devices"), in: "devices") == device)
    #expect(try Anchor(anchor.bytes(in: "anchor"), in: "anchor") == anchor)
    #expect(try Anchor([], in: "anchor") == .beginning)
    #expect(try UnitPreference(unit.bytes(in: "u"), in: "u") == unit)
    let sex = Characteristic.biologicalSex(2)
    #expect(try Characteristic(sex.bytes(in: "c"), in: "c") == sex)
    let error = try #require(throws: StoreWireError.self) { try Anchor([0xFF], in: "anchor") }
    #expect(error.field == "anchor")
  }
}
