internal import DyadServices
internal import HealthModel
package import HealthStorage
package import NodeLog
internal import RPCCore

extension RPCError {
  /// Does something for a call of `Store` or `Operator`; what it throws becomes the status of the call,
  /// the one place where that is decided.
  ///
  /// - Parameters:
  ///   - log: Where it is told what callers are not.
  ///   - body: What is done.
  /// - Returns: What the body returns.
  /// - Throws: `RPCError`, and `CancellationError` as it is.
  package static func translating<Value>(
    _ log: Log, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as RPCError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch let error as ModelError {
      throw RPCError(error)
    } catch let error as StoreWireError {
      throw RPCError(error)
    } catch let error as SubscriptionRefusal {
      switch error {
      case .unknown: throw RPCError(.notFound, "\(error)")
      case .full: throw RPCError(.resourceExhausted, "\(error)")
      }
    } catch let error as StorageError {
      if error.code != .startOver {
        log.writeOften(.error, "store.failed", .text("reason", "\(error)"))
      }
      throw RPCError(error)
    } catch {
      log.writeOften(.error, "store.failed", .text("reason", "\(error)"))
      if let fault = StorageError.naming(error) as? StorageError { throw RPCError(fault) }
      throw RPCError(.internal, "cannot answer: the reason is in the node's log")
    }
  }

  /// What a fault of the store is as the status of a call; what the disk says is for the owner's log.
  package init(_ error: StorageError) {
    switch error.code {
    case .startOver:
      // Why it is of no use would tell whether deletions were forgotten since, be they of what is hidden.
      self.init(
        .outOfRange, "cannot \(error.operation): start over without an anchor",
        metadata: [StoreTrailers.startOver: .text("1")])
    case .full: self = .diskFull(error.description)
    case .busy, .unavailable:
      self.init(
        ModelError(
          .databaseInaccessible, cannot: "use the store", "the reason is in the node's log"))
    case .damaged:
      self.init(
        .dataLoss,
        "cannot read the store: what is stored is damaged, and the node's log says where")
    case .unsupported:
      self.init(.internal, "cannot use the store: the reason is in the node's log")
    }
  }
}
