package import RPCCore

/// The methods of dyad.v1.Operator.
package enum OperatorMethods {
  /// The full name of the service.
  package static let name = "dyad.v1.Operator"
  /// The method GetStatus.
  package static let getStatus = Method<GetStatusRequest, NodeStatusMessage>(
    name, "GetStatus", .serverStreaming)
  /// Ends when all of the peers hold the same, or with DEADLINE_EXCEEDED.
  package static let syncNow = Method<SyncNowRequest, SyncNowResponse>(name, "SyncNow", .unary)
  /// The method AnswerBrake.
  package static let answerBrake = Method<AnswerBrakeRequest, AnswerBrakeResponse>(
    name, "AnswerBrake", .unary)
  /// The method AddApp.
  package static let addApp = Method<AddAppRequest, AddAppResponse>(name, "AddApp", .unary)
  /// The method ListApps.
  package static let listApps = Method<ListAppsRequest, ListAppsResponse>(name, "ListApps", .unary)
  /// The method RemoveApp.
  package static let removeApp = Method<RemoveAppRequest, RemoveAppResponse>(
    name, "RemoveApp", .unary)
  /// The method ResetApp.
  package static let resetApp = Method<ResetAppRequest, ResetAppResponse>(name, "ResetApp", .unary)
  /// The method ListRequests.
  package static let listRequests = Method<ListRequestsRequest, ListRequestsResponse>(
    name, "ListRequests", .unary)
  /// The method Decide.
  package static let decide = Method<DecideRequest, DecideResponse>(name, "Decide", .unary)
  /// The method GetAudit.
  package static let getAudit = Method<GetAuditRequest, GetAuditResponse>(name, "GetAudit", .unary)
  /// The method SetCutoff.
  package static let setCutoff = Method<SetCutoffRequest, SetCutoffResponse>(
    name, "SetCutoff", .unary)
  /// The method GetProfile.
  package static let getProfile = Method<GetProfileRequest, ProfileMessage>(
    name, "GetProfile", .unary)
  /// The method SetProfile.
  package static let setProfile = Method<SetProfileRequest, ProfileMessage>(
    name, "SetProfile", .unary)
  /// The method PreferUnit.
  package static let preferUnit = Method<PreferUnitRequest, PreferUnitResponse>(
    name, "PreferUnit", .unary)
  /// The method OrderSources.
  package static let orderSources = Method<OrderSourcesRequest, OrderSourcesResponse>(
    name, "OrderSources", .unary)
  /// The method ListDeletedMarks.
  package static let listDeletedMarks = Method<ListDeletedMarksRequest, ListDeletedMarksResponse>(
    name, "ListDeletedMarks", .unary)
  /// The method NoteExport.
  package static let noteExport = Method<NoteExportRequest, NoteExportResponse>(
    name, "NoteExport", .unary)
  /// The method ListUndo.
  package static let listUndo = Method<ListUndoRequest, ListUndoResponse>(name, "ListUndo", .unary)
  /// The method NoteImport.
  package static let noteImport = Method<NoteImportRequest, NoteImportResponse>(
    name, "NoteImport", .unary)
  /// The method Undo.
  package static let undo = Method<UndoRequest, UndoResponse>(name, "Undo", .unary)
  /// The method SetScope.
  package static let setScope = Method<SetScopeRequest, SetScopeResponse>(name, "SetScope", .unary)
  /// The method GetScope.
  package static let getScope = Method<GetScopeRequest, GetScopeResponse>(name, "GetScope", .unary)
  /// The method ListTypes.
  package static let listTypes = Method<ListTypesRequest, ListTypesResponse>(
    name, "ListTypes", .unary)
  /// Tells how far it is, and at last what was found.
  package static let verifyStore = Method<VerifyStoreRequest, VerifyStoreResponse>(
    name, "VerifyStore", .serverStreaming)
  /// The method MaintainStore.
  package static let maintainStore = Method<MaintainStoreRequest, MaintainStoreResponse>(
    name, "MaintainStore", .unary)
  /// The method Backup.
  package static let backup = Method<BackupRequest, BackupResponse>(name, "Backup", .unary)
  /// The method AdvanceClock.
  package static let advanceClock = Method<AdvanceClockRequest, AdvanceClockResponse>(
    name, "AdvanceClock", .unary)
}
