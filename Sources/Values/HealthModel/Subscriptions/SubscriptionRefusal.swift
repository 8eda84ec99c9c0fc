/// Why something cannot be done with a subscription, beside what is wrong with its words.
package enum SubscriptionRefusal: Error, Hashable {
  /// The caller has none of that name.
  case unknown
  /// There are as many as one caller may have, or they take as many bytes as there may be.
  case full(String)
}

extension SubscriptionRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown: "cannot find the subscription: the caller has none of that name"
    case .full(let reason): "cannot subscribe: \(reason)"
    }
  }
}
