internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Watches that do otherwise with what is wanted of workouts, and phones that do with what they hear of them.
enum WorkoutSaboteurs {
  static let all: [Saboteur] = doing + answering + telling + ordering + shown

  private static let doing = [
    Saboteur("settings/workouts/begins", "answers, and begins nothing") {
      $0.hearing("questions") { $0["workouts"]["session"] = .absent }
    },
    Saboteur("settings/workouts/changes", "pauses nothing") {
      $0.hearing("questions") { $0["workouts"]["session"]["moments"][1] = .absent }
    },
    Saboteur("settings/workouts/once", "begins again whenever it is told") {
      $0.hearing("questions", after: 1) {
        $0["workouts"]["session"]["uuid"] = .bytes(Array(repeating: 1, count: 16))
      }
    },
    Saboteur("settings/workouts/for-another", "does what is for others") {
      $0.hearing("questions") {
        $0["workouts"]["answers"] = .list(
          [["id": 3, "outcome": 1]] + $0["workouts"]["answers"].items)
      }
    },
    answering("companion", 2, "knows no companions"),
  ]

  private static let answering = [
    answering("app-is-not-there", 1, "takes an app for another"),
    answering("app-has-no-command", 4, "starts nothing, and says that it could not"),
    answering("app-does-not-start", 1, "does not see whether an app starts"),
    answering("cannot-happen", 1, "says yes to everything"),
    Saboteur("settings/workouts/answered-while-it-is-told", "answers once") {
      $0.hearing("hello") { $0["workouts"]["answers"] = .absent }
    },
  ]

  private static let telling = [
    Saboteur("settings/workouts/told-at-once", "tells how it began alone") {
      $0.hearing("questions") { $0["workouts"]["session"]["moments"][0]["kind"] = 1 }
    },
    Saboteur("settings/workouts/told-in-hello", "tells workouts only while it is in touch") {
      $0.hearing("hello") { $0["workouts"] = .absent }
    },
  ]

  private static let ordering = [
    Saboteur("settings/workouts/order-is-told", "says nothing of the location") {
      $0.hearingOrders { $0[0]["plan"]["location"] = 1 }
    },
    Saboteur("settings/workouts/order-is-taken-back", "goes on ordering") {
      let orders = Memory(Value.absent)
      $0.hearing("settings", after: 1) { settings in
        if orders.value.isPresent { settings["records"] = orders.value }
        orders.value = settings["records"]
      }
    },
    Saboteur("settings/workouts/change-is-ordered", "stops where it is to pause") {
      $0.hearingOrders { $0[0]["kind"] = 8 }
    },
    Saboteur("settings/workouts/followed", "tells the first alone") {
      let passed = Count()
      $0.hears = { method, bytes in
        method == "dyad.v1.Store/FollowWorkout" && passed.next() > 0 ? [] : [bytes]
      }
    },
    Saboteur("settings/workouts/refused/app-is-not-there", "blames the connection") {
      $0.ending("Store/StartWatchWorkout", as: .unavailable)
    },
    Saboteur("settings/workouts/refused/app-has-no-command", "blames the app") {
      $0.ending("Store/StartWatchWorkout", as: .notFound)
    },
    Saboteur("settings/workouts/refused/app-does-not-start", "blames the owner") {
      $0.ending("Store/StartWatchWorkout", as: .precondition)
    },
    Saboteur("settings/workouts/refused/no-such-watch", "blames the caller") {
      $0.ending("Store/StartWatchWorkout", as: .invalid)
    },
    Saboteur("settings/workouts/refused/by-a-watch", "looks for watches of a watch") {
      $0.ending("Store/StartWatchWorkout", as: .notFound)
    },
  ]

  private static let shown = [
    Saboteur("settings/workouts/shown-to-the-owner", "leaves sessions where they are") {
      $0.saying("questions") { $0["workouts"] = .absent }
    },
    Saboteur("settings/workouts/of-a-hello-is-shown", "looks at no session of a hello") {
      $0.saying("hello") { $0["workouts"] = .absent }
    },
    Saboteur("settings/workouts/shown-to-its-companion", "tells all apps of all sessions") {
      let told = Memory(Value.absent)
      $0.answering("Store/ListWorkoutSessions") { message in
        if message["watches"].items.isEmpty { message["watches"] = told.value }
        told.value = message["watches"]
      }
    },
  ]

  /// A watch that answers an order otherwise.
  private static func answering(_ path: String, _ outcome: Int64, _ name: String) -> Saboteur {
    Saboteur("settings/workouts/\(path)", name) {
      $0.hearing("questions") {
        guard !$0["workouts"]["answers"].items.isEmpty else { return }
        $0["workouts"]["answers"][0]["outcome"] = .integer(outcome)
      }
    }
  }
}

extension Interference {
  /// Changes the orders that a phone tells.
  fileprivate mutating func hearingOrders(_ change: @escaping (inout Value) -> Void) {
    hearing("settings") { settings in
      let place = settings["records"].items.firstIndex {
        $0["key"].string.hasPrefix("workout-orders/")
      }
      guard let place,
        var orders = try? Message(
          "WorkoutOrders", decoding: settings["records"][place]["value"].data)
      else { return }
      change(&orders["orders"])
      settings["records"][place]["value"] = .bytes(orders.encoded())
    }
  }
}
