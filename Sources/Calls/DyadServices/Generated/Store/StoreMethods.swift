package import RPCCore

/// The methods of dyad.v1.Store.
package enum StoreMethods {
  /// The full name of the service.
  package static let name = "dyad.v1.Store"
  /// The method Save.
  package static let save = Method<SaveRequest, SaveResponse>(name, "Save", .unary)
  /// All of the document or nothing.
  ///
  /// Each caller saves one at a time: a second one gets RESOURCE_EXHAUSTED, as does any app while
  /// others save as much as the node takes at once. The same for more than one message has.
  package static let saveMany = Method<SaveRequest, SaveResponse>(
    name, "SaveMany", .clientStreaming)
  /// The method SaveDocument.
  package static let saveDocument = Method<SaveDocumentRequest, SaveResponse>(
    name, "SaveDocument", .clientStreaming)
  /// The method Delete.
  package static let delete = Method<DeleteRequest, DeleteResponse>(name, "Delete", .unary)
  /// The method Query.
  package static let query = Method<QueryRequest, QueryResponse>(name, "Query", .serverStreaming)
  /// The method Statistics.
  package static let statistics = Method<StatisticsRequest, StatisticsResponse>(
    name, "Statistics", .serverStreaming)
  /// What samples come to, and then, whenever that changes, the buckets that changed, until the
  /// caller ends it.
  ///
  /// Where an app comes to see more or less, that is a change like another; while it is as if it
  /// had never asked for the type, nothing is told.
  package static let followStatistics = Method<StatisticsRequest, StatisticsResponse>(
    name, "FollowStatistics", .serverStreaming)
  /// One page.
  package static let changes = Method<ChangesRequest, ChangesResponse>(name, "Changes", .unary)
  /// What happened since an anchor, and then what happens, until the caller ends it.
  package static let follow = Method<ChangesRequest, ChangesResponse>(
    name, "Follow", .serverStreaming)
  /// The method Observe.
  package static let observe = Method<ObserveRequest, ObserveResponse>(
    name, "Observe", .serverStreaming)
  /// The method Subscribe.
  package static let subscribe = Method<SubscribeRequest, SubscribeResponse>(
    name, "Subscribe", .unary)
  /// The method Acknowledge.
  package static let acknowledge = Method<AcknowledgeRequest, AcknowledgeResponse>(
    name, "Acknowledge", .unary)
  /// The method Unsubscribe.
  package static let unsubscribe = Method<UnsubscribeRequest, UnsubscribeResponse>(
    name, "Unsubscribe", .unary)
  /// The method ListSubscriptions.
  package static let listSubscriptions = Method<
    ListSubscriptionsRequest, ListSubscriptionsResponse
  >(
    name, "ListSubscriptions", .unary)
  /// The method RequestAuthorization.
  package static let requestAuthorization = Method<
    RequestAuthorizationRequest, RequestAuthorizationResponse
  >(
    name, "RequestAuthorization", .unary)
  /// The method HandleAuthorization.
  package static let handleAuthorization = Method<
    HandleAuthorizationRequest, HandleAuthorizationResponse
  >(
    name, "HandleAuthorization", .unary)
  /// The method RequestDocuments.
  package static let requestDocuments = Method<RequestDocumentsRequest, RequestDocumentsResponse>(
    name, "RequestDocuments", .unary)
  /// The method GetAuthorization.
  package static let getAuthorization = Method<GetAuthorizationRequest, GetAuthorizationResponse>(
    name, "GetAuthorization", .unary)
  /// The method ReadDocument.
  package static let readDocument = Method<ReadDocumentRequest, ReadDocumentResponse>(
    name, "ReadDocument", .serverStreaming)
  /// The method ListSources.
  package static let listSources = Method<ListSourcesRequest, ListSourcesResponse>(
    name, "ListSources", .unary)
  /// The method GetCharacteristic.
  package static let getCharacteristic = Method<
    GetCharacteristicRequest, GetCharacteristicResponse
  >(
    name, "GetCharacteristic", .unary)
  /// The method GetPreferredUnits.
  package static let getPreferredUnits = Method<
    GetPreferredUnitsRequest, GetPreferredUnitsResponse
  >(
    name, "GetPreferredUnits", .unary)
  /// The method FollowPreferredUnits.
  package static let followPreferredUnits = Method<
    GetPreferredUnitsRequest, GetPreferredUnitsResponse
  >(
    name, "FollowPreferredUnits", .serverStreaming)
  /// The method GetCoverage.
  package static let getCoverage = Method<GetCoverageRequest, GetCoverageResponse>(
    name, "GetCoverage", .unary)
  /// The method AddToWorkout.
  package static let addToWorkout = Method<AddToWorkoutRequest, AddToWorkoutResponse>(
    name, "AddToWorkout", .unary)
  /// The method FollowActivity.
  package static let followActivity = Method<FollowActivityRequest, FollowActivityResponse>(
    name, "FollowActivity", .serverStreaming)
  /// Begins a workout session, or says what happens to one.
  package static let changeWorkout = Method<ChangeWorkoutRequest, ChangeWorkoutResponse>(
    name, "ChangeWorkout", .unary)
  /// The method ListWorkoutSessions.
  package static let listWorkoutSessions = Method<
    ListWorkoutSessionsRequest, ListWorkoutSessionsResponse
  >(
    name, "ListWorkoutSessions", .unary)
  /// The method FollowWorkout.
  package static let followWorkout = Method<FollowWorkoutRequest, FollowWorkoutResponse>(
    name, "FollowWorkout", .serverStreaming)
  /// The method StartWatchWorkout.
  package static let startWatchWorkout = Method<
    StartWatchWorkoutRequest, StartWatchWorkoutResponse
  >(
    name, "StartWatchWorkout", .unary)
}
