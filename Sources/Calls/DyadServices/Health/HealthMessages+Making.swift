/// Whether a service takes calls.
package typealias ServingStatus = HealthCheckResponse.ServingStatus

extension HealthCheckRequest {
  /// Makes the question about one service.
  package init(service: String) {
    self.init()
    self.service = service
  }
}

extension HealthCheckResponse {
  /// Makes an answer.
  package init(status: ServingStatus) {
    self.init()
    self.status = status
  }
}

extension HealthListResponse {
  /// Makes an answer.
  package init(statuses: [String: ServingStatus]) {
    self.init()
    self.statuses = statuses.mapValues(HealthCheckResponse.init(status:))
  }
}
