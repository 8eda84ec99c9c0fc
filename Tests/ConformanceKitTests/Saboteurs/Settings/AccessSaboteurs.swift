internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Watches that let their apps do something else than was decided.
enum AccessSaboteurs {
  static let all: [Saboteur] = table + others + leases

  private static let table =
    Catalogue.all.map(\.path).filter { $0.hasPrefix("settings/access/share-") }.map { path in
      Saboteur(path, "does otherwise than was decided") {
        $0.saying("settings") { settings in
          let shares = settings["accesses"]["shares"]["values"].items
          settings["accesses"]["shares"] = [
            "values": Value(shares.map { ($0.number + 1) % 3 })
          ]
        }
      }
    }

  private static let others = [
    Saboteur("settings/access/not-named-is-open", "lets all apps do what one may") {
      $0.saying("settings") {
        $0["accesses"]["apps"] = ["app.first", "app.third"]
      }
    },
    Saboteur("settings/access/left-out-is-open-again", "forgets nothing") {
      let first = Memory(Value.absent)
      $0.saying("settings") { settings in
        if first.value.isPresent {
          settings["accesses"] = first.value
        } else {
          first.value = settings["accesses"]
        }
      }
    },
    Saboteur("settings/access/revoked", "revokes nothing") {
      let first = Memory(Value.absent)
      $0.saying("settings") { settings in
        if first.value.isPresent {
          settings["accesses"] = first.value
        } else {
          first.value = settings["accesses"]
        }
      }
    },
    Saboteur("settings/access/lower-number-gives-nothing", "takes what comes last") {
      $0.saying("settings", after: 2) { $0["version"]["number"] = 9 }
    },
    Saboteur("settings/access/of-types-nobody-knows", "takes no record with a type of tomorrow") {
      $0.saying("settings") { $0["accesses"] = .absent }
    },
  ]

  private static let leases = [
    Saboteur("settings/lease/over-sharing-is-open", "lets its apps save for ever", endless),
    Saboteur("settings/lease/over-reading-is-open", "lets its apps read for ever", endless),
    Saboteur("settings/lease/over-status-is-open", "tells what held once", endless),
    Saboteur("settings/lease/not-over-yet", "ends the lease too soon") {
      $0.saying("settings") { $0["lease"] = 60 }
    },
    Saboteur("settings/lease/begins-anew-with-a-welcome", "ends a lease for good") {
      $0.ending("Store/Save", as: .undetermined)
    },
    Saboteur("settings/lease/begins-anew-with-an-acknowledgement", "looks at welcomes alone") {
      $0.saying("settings") { $0["lease"] = .double(3600 * 0.55) }
    },
  ]

  @Sendable private static func endless(_ interference: inout Interference) {
    interference.saying("settings") { $0["lease"] = 1e9 }
  }
}
