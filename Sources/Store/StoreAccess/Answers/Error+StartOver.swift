private import DyadServices
private import HealthStorage
private import RPCCore

extension Error {
  /// Whether it says that an anchor is of no use: the reader forgets what it knows and begins without one.
  package var meansStartOver: Bool {
    switch self {
    case let error as RPCError: error.isStartOver
    case let error as StorageError: error.code == .startOver
    default: false
    }
  }
}
