internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore
internal import TestSupport
internal import Testing

/// The store of a node, in its owner's hands.
@Suite(.timeLimit(.minutes(5))) struct OperatorCareTests {
  private static func backup(_ path: String) -> BackupRequest {
    var request = BackupRequest()
    request.path = path
    return request
  }

  @Test func `types are listed with how much there is`() async throws {
    let node = try await OperatorNode.phone()
    #expect(try await node.answer(OperatorMethods.listTypes, ListTypesRequest()).types.isEmpty)
    try await node.store.commit(OperatorNode.steps(0..<5))
    try await node.store.commit(
      .delete(Change.Deletion(.uuids([SampleUUID(base: 3, counter: 2)]))))
    let types = try await node.answer(OperatorMethods.listTypes, ListTypesRequest()).types
    #expect(types.map(\.type) == [ObjectType.stepCount.identifier])
    #expect(types.map(\.count) == [4])
  }

  @Test func `a store is verified and maintained while it is in use`() async throws {
    let node = try await OperatorNode.phone()
    try await node.store.commit(OperatorNode.steps(0..<5))
    _ = try await node.answer(OperatorMethods.maintainStore, MaintainStoreRequest())
    let told = try await node.withOwner { try await $0.verifyStore() }
    // How far it is, unless what was found overtook that.
    #expect(told.dropLast().allSatisfy { $0.checked == 5 } && told.count <= 2)
    let report = try #require(told.last)
    #expect(report.checked == nil)
    #expect(report.samples == 5)
    #expect(report.segments == 1)
    #expect(report.findings.isEmpty)
    #expect(!node.lines.events.contains("store.damaged"))
  }

  @Test func `verifying counts what the status counts, while deletions wait to be erased`()
    async throws
  {
    let node = try await OperatorNode.phone()
    try await node.store.commit(OperatorNode.steps(0..<5))
    try await node.store.commit(
      .delete(Change.Deletion(.uuids([SampleUUID(base: 3, counter: 2)]))))
    let report = try #require(try await node.withOwner { try await $0.verifyStore().last })
    #expect(report.samples == 4)
    #expect(node.store.sampleCount == 4)
    #expect(report.findings.isEmpty)
  }

  @Test func `a backup is a store, and is noted`() async throws {
    let node = try await OperatorNode.phone()
    try await node.store.commit(OperatorNode.steps(0..<5))
    let path = node.folder.file("backup")
    let answer = try await node.answer(OperatorMethods.backup, Self.backup(path))
    #expect(try answer.bytes == UInt64(node.folder.read("backup").count))
    #expect(try await node.audit() == ["store.backed-up"])
    let location = StoreLocation(folder: node.folder.file("other"))
    #expect(try await StoreBackup.restore(from: path, to: location) == 5)
  }

  @Test func `a backup goes to a whole path where nothing is`() async throws {
    let node = try await OperatorNode.phone()
    try node.folder.write([1], to: "taken")
    for (path, code) in [
      ("", StatusCode.invalidArgument), ("backup", .invalidArgument),
      ("./backup", .invalidArgument),
      ("/tmp/a\0b", .invalidArgument), (node.folder.file("none/backup"), .notFound),
      (node.folder.file("taken"), .failedPrecondition),
      (node.store.location.database + "-journal", .invalidArgument),
    ] {
      let error = try await node.refusal(OperatorMethods.backup, Self.backup(path))
      #expect(error.code == code, "\(path)")
    }
    #expect(try node.folder.read("taken") == [1])
    #expect(try await node.audit() == [])
  }

  @Test func `a store that is closed answers as such`() async throws {
    let node = try await OperatorNode.phone()
    try await node.store.close()
    var request = PreferUnitRequest()
    request.type = "bodyMass"
    request.unit = "lb"
    let error = try await node.refusal(OperatorMethods.preferUnit, request)
    #expect(error.code == .unavailable)
  }
}
