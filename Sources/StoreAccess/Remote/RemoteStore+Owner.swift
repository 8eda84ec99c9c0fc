internal import DyadServices
package import HealthModel
package import HealthStorage
internal import RPCCore

// What the owner's socket alone answers.
extension RemoteStore: OwnerAccess {
  package var isExclusive: Bool { false }

  /// How many samples there are of each type that has any.
  package func counts() async throws -> [ObjectType: Int] {
    try await call(OperatorMethods.listTypes, ListTypesRequest()) { answer in
      var counts: [ObjectType: Int] = [:]
      for type in answer.types { counts[ObjectType(type.type)] = Int(clamping: type.count) }
      return counts
    }
  }

  /// Whose samples of a type come first: bundle identifiers, the first of them first.
  package func sourceOrder(of type: ObjectType) async throws -> [String] {
    var request = OrderSourcesRequest()
    request.type = type.identifier
    return try await call(OperatorMethods.orderSources, request) { $0.bundleIdentifiers }
  }

  /// Lets the daemon read everything; it does not say how far it is.
  package func verify(
    _ progress: @Sendable (Int, Int) -> Void
  ) async throws -> VerificationReport {
    try await call(OperatorMethods.verifyStore, VerifyStoreRequest()) { answer in
      VerificationReport(
        segments: Int(clamping: answer.segments), blocks: Int(clamping: answer.blocks),
        samples: Int(clamping: answer.samples), tombstones: Int(clamping: answer.tombstones),
        findings: answer.findings, unlisted: Int(clamping: answer.unlisted))
    }
  }

  /// Erases what is deleted from the disk.
  package func maintain() async throws {
    try await call(OperatorMethods.maintainStore, MaintainStoreRequest())
  }
}
