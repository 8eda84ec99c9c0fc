internal import HealthModel
internal import StoreAccess

extension HKHealthStore {
  /// What the app may know of its permission for a type: whether it may save.
  ///
  /// Reading never shows. Where the store cannot be asked, nothing is determined.
  public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
    let (handle, type) = (handle, type.type)
    let status = try? BackgroundExecutor.wait {
      try await handle.access().authorizationStatuses(of: [type])[type]
    }
    return switch status {
    case .sharingAuthorized: .sharingAuthorized
    case .sharingDenied: .sharingDenied
    case .notDetermined, nil: .notDetermined
    }
  }

  /// Asks the user for what is not decided yet.
  ///
  /// Stops where nothing is asked for, and for types that nobody can permit.
  ///
  /// - Parameters:
  ///   - typesToShare: What the app wants to save.
  ///   - typesToRead: What it wants to read.
  ///   - completion: Hears whether the user answered, whatever the answer was.
  @preconcurrency
  public func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let request = checked(typesToShare, typesToRead)
    let handle = handle
    BackgroundExecutor.run {
      try await handle.requestAuthorization(request)
    } then: { result in
      switch result {
      case .success(let isAnswered): completion(isAnswered, nil)
      case .failure(let error): completion(false, error)
      }
    }
  }

  /// Asks the user for what is not decided yet, and returns when it is.
  ///
  /// - Throws: `errorUserCanceled` where the user put the question away.
  public func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
  ) async throws {
    let request = checked(typesToShare, typesToRead)
    guard try await thrownAsHKError({ try await handle.requestAuthorization(request) }) else {
      throw HKError(
        .errorUserCanceled,
        userInfo: [NSLocalizedDescriptionKey: "the request for permission was not answered"])
    }
  }

  /// Asks the user for objects that others saved, of a type of which they decide by itself: prescriptions, of which they
  /// let the app see all or none, and documents, of which they choose.
  ///
  /// Stops for any other type.
  @preconcurrency
  public func requestPerObjectReadAuthorization(
    for objectType: HKObjectType, predicate: NSPredicate?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let handle = handle
    let type = Self.decidedByObject(objectType)
    BackgroundExecutor.report(to: completion) { try await handle.requestObjects(of: type) }
  }

  /// Asks the user for objects that others saved, of a type of which they decide by itself, and returns when they have
  /// answered.
  public func requestPerObjectReadAuthorization(
    for objectType: HKObjectType, predicate: NSPredicate?
  ) async throws {
    let type = Self.decidedByObject(objectType)
    try await thrownAsHKError { try await handle.requestObjects(of: type) }
  }

  private static func decidedByObject(_ type: HKObjectType) -> ObjectType {
    guard type.requiresPerObjectAuthorization() || type is HKDocumentType else {
      HealthKit.stop("\(type.identifier) is permitted as a whole: use requestAuthorization")
    }
    return type.type
  }

  /// Whether the user would be asked.
  @preconcurrency
  public func getRequestStatusForAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
    completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
  ) {
    let request = checked(typesToShare, typesToRead)
    ask {
      try await $0.shouldRequest(request)
    } then: { should, error in
      completion(should.map { $0 ? .shouldRequest : .unnecessary } ?? .unknown, error)
    }
  }

  /// Whether the user would be asked.
  public func statusForAuthorizationRequest(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
  ) async throws -> HKAuthorizationRequestStatus {
    let request = checked(typesToShare, typesToRead)
    return try await ask { try await $0.shouldRequest(request) } ? .shouldRequest : .unnecessary
  }

  /// Waits until the user has answered what companions of the app on their watches ask for.
  ///
  /// Companions have the app's bundle identifier, or one that begins with it and a dot. Where nothing is open it is over
  /// at once.
  ///
  /// - Parameter completion: Is called once the user has answered, with true whatever they answered.
  @preconcurrency
  public func handleAuthorizationForExtension(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let handle = handle
    BackgroundExecutor.report(to: completion) { try await handle.access().handleAuthorization() }
  }

  /// Waits until the user has answered what companions of the app on their watches ask for.
  ///
  /// Where nothing is open it returns at once.
  public func handleAuthorizationForExtension() async throws {
    try await ask { try await $0.handleAuthorization() }
  }

  private func checked(
    _ share: Set<HKSampleType>?, _ read: Set<HKObjectType>?
  ) -> AccessRequest {
    let request = AccessRequest(
      share: Set((share ?? []).map(\.type)), read: Set((read ?? []).map(\.type)))
    do throws(ModelError) {
      try request.check()
    } catch {
      HealthKit.stop(error.detail)
    }
    return request
  }
}

extension StoreHandle {
  /// Asks for objects of a type of which the user decides by itself.
  fileprivate func requestObjects(of type: ObjectType) async throws {
    guard type != .cda else { return try await access().requestDocuments(waits: true) }
    guard try await requestAuthorization(AccessRequest(read: [type])) else {
      throw HKError(.errorUserCanceled)
    }
  }
}
