internal import ConformanceKit
internal import ConformanceWire

/// Nodes that serve the wrong things.
enum ServiceSaboteurs {
  static let all: [Saboteur] = missing + more + others

  private static let missing: [Saboteur] = [
    GRPCSaboteurs.ending(
      "connection/service/nodes/trust-confirm-served", "has no such service"
    ) { _ in
      CallEnd(code: 12)
    },
    Saboteur("connection/service/nodes/sync-session-served", "has no such service") {
      $0.ends = { $0 == "dyad.v1.Sync/Session" ? CallEnd(code: 12) : $1 }
    },
    Saboteur("connection/service/nodes/pairing-pair-served", "has no such service") {
      $0.ends = { $0 == PairingCall.method && $1.code == 9 ? CallEnd(code: 12) : $1 }
    },
    Saboteur("connection/service/apps/store-served", "has no such service") {
      $0.ends = { $0.hasPrefix("dyad.v1.Store/") ? CallEnd(code: 12) : $1 }
    },
  ]

  private static let more: [Saboteur] =
    [
      ("nodes/store", "Store"), ("nodes/operator", "Operator"),
      ("nodes/pairing-control", "PairingControl"), ("apps/sync", "Sync"), ("apps/trust", "Trust"),
      ("apps/pairing", "Pairing"), ("apps/operator", "Operator"),
      ("apps/pairing-control", "PairingControl"),
    ].map { path, service in
      Saboteur("connection/service/\(path)-not-served", "serves it there too") {
        $0.ends = {
          $0.hasPrefix("dyad.v1.\(service)/") && $1.code == 12 ? CallEnd(code: 0) : $1
        }
      }
    }

  private static let others: [Saboteur] =
    ["on-the-port", "on-the-socket"].map {
      Saboteur("connection/service/health/\($0)", "says that it does not serve") {
        $0.hears = { $0.hasPrefix("grpc.health.v1.") ? [[8, 2]] : [$1] }
      }
    } + [
      Saboteur("connection/service/health/check-unknown", "knows every service") {
        $0.ends = { $0.hasPrefix("grpc.health.v1.") ? CallEnd(code: 0) : $1 }
      },
      Saboteur("connection/service/health/watch-unknown", "knows every service") {
        $0.hears = { $0.hasPrefix("grpc.health.v1.") ? [[8, 1]] : [$1] }
      },
      Saboteur("connection/service/reflection/lists-trust", "lists nothing") {
        $0.hears = { $0.hasPrefix("grpc.reflection.") ? [[]] : [$1] }
      },
    ]
}
