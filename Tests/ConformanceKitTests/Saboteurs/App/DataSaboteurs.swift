internal import ConformanceKit
internal import ConformanceWire

/// Nodes that keep, tell and add up otherwise than they should.
enum DataSaboteurs {
  static let all: [Saboteur] = saving + plain + queries + documents + workouts + activity

  private static let saving = [
    Saboteur("app/save/source-is-the-app", "believes the run") {
      $0.answering("Store/Query") { message in
        guard message["runs"].isPresent else { return }
        message["runs"][0]["sources"][0]["bundle_identifier"] = "app.other"
      }
    },
    Saboteur("app/save/source-without-a-version", "believes the version of the run") {
      $0.answering("Store/Query") { message in
        guard message["runs"].isPresent else { return }
        message["runs"][0]["sources"][0]["version"]["value"] = "1"
      }
    },
    Saboteur("app/save/all-or-none", "saves what it can") {
      let passed = Count()
      $0.hears = { method, bytes in
        guard method == "dyad.v1.Store/Query", passed.next() == 0 else { return [bytes] }
        return [
          bytes, Message("QueryResponse", ["runs": .list(Run.savable([.nap()]))]).encoded(),
        ]
      }
    },
    Saboteur("app/save/later-version", "keeps the earlier one as well", adds),
    Saboteur("app/save/earlier-version", "saves it beside the later one", adds),
    Saboteur("app/save/replaced", "keeps what was to go", adds),
    Saboteur("app/save/durable", "forgets what it had not written yet", empty),
    Saboteur("app/delete/durable", "brings back what was deleted", adds),
    Saboteur("app/save/base-of-another-app", "says which counters are free") {
      $0.refusing("Store/Save", after: 1) { $0.message = "cannot save the objects: it is free" }
    },
    Saboteur("app/save/uuid-that-is-hidden", "tells the UUID that it keeps") {
      $0.answering("Store/Query") { message in
        guard message["runs"].isPresent else { return }
        message["runs"] = .list(Run.savable([.news()]))
      }
    },
    Saboteur("app/delete/own", "deletes nothing") {
      $0.answering("Store/Delete") { $0["count"] = 0 }
    },
    Saboteur("app/delete/of-another-app", "says that it is another's") {
      $0.refusing("Store/Delete", after: 1) { $0.message = "cannot delete: it is another's" }
    },
    Saboteur("app/delete/meant-are-own", "deletes what others saved") {
      $0.answering("Store/Delete") { $0["count"] = 3 }
    },
    Saboteur("app/delete/counted", "does not count") {
      $0.answering("Store/Delete") { $0["count"] = 1 }
    },
    Saboteur("app/save/correlation-by-members", "wants permission for correlations") {
      $0.ending("Store/Save", as: .undetermined)
    },
    Saboteur("app/save/correlation-without-a-member", "looks at no member") {
      $0.excusing("Store/Save")
    },
  ]

  private static let plain = [
    Saboteur("app/plain/query", "leaves the unit out") {
      $0.answering("Store/Query") { message in
        guard message["samples"].isPresent else { return }
        message["samples"][0]["unit"] = ""
      }
    },
    Saboteur("app/plain/changes", "tells runs as well") {
      $0.answering("Store/Changes") { $0["added"] = .list(Run.savable([.news()])) }
    },
    Saboteur("app/plain/follow", "tells runs as well") {
      $0.answering("Store/Follow") { message in
        guard message["samples"].isPresent else { return }
        message["added"] = .list(Run.savable([.news()]))
      }
    },
    Saboteur("app/plain/objects", "leaves a member out") {
      $0.answering("Store/Query") { message in
        let members = message["samples"][0]["correlation"]["members"]
        guard members.isPresent else { return }
        message["samples"][0]["correlation"]["members"] = [members[0]]
      }
    },
    Saboteur("app/plain/add-to-workout", "tells a UUID that the sample has not") {
      $0.answering("Store/AddToWorkout") {
        $0["uuids"][0] = "00000000-0000-4000-8000-000000000000"
      }
    },
    Saboteur("app/plain/save", "tells a UUID that the sample has not") {
      $0.answering("Store/Save") { $0["uuids"][0] = "00000000-0000-4000-8000-000000000000" }
    },
    Saboteur("app/plain/left-out", "saves the first row alone") {
      $0.answering("Store/Query") { message in
        guard message["samples"].isPresent else { return }
        message["samples"] = [message["samples"][0]]
      }
    },
    Saboteur("app/plain/short-name", "takes the short name for another type") {
      $0.answering("Store/Query") { $0["samples"] = .absent }
    },
  ]

  private static let queries = [
    Saboteur("app/query/unit-of-statistics", "tells the unit that people read") {
      $0.answering("Store/Statistics") { $0["unit"] = "count/min" }
    },
    Saboteur("app/query/coverage-first", "puts a run into its first message") {
      $0.answering("Store/Query") { message in
        guard message["coverage"].isPresent else { return }
        message["runs"] = .list(Run.savable([.news()]))
      }
    },
    Saboteur("app/query/coverage-of-nothing", "says nothing of nothing") {
      $0.hears = { $0 == "dyad.v1.Store/Query" ? [] : [$1] }
    },
    Saboteur("app/query/order-saved", "sorts unasked") {
      $0.asking("Store/Query") { $0["order"] = [["key": 1]] }
    },
    Saboteur("app/query/order-by-start", "does not sort") {
      $0.asking("Store/Query") { $0["order"] = .absent }
    },
    Saboteur("app/query/order-descending", "sorts in one direction") {
      $0.asking("Store/Query") { $0["order"] = [["key": 2]] }
    },
    Saboteur("app/query/limit", "tells all") {
      $0.asking("Store/Query") { $0["limit"] = 0 }
    },
    Saboteur("app/query/no-limit", "tells one") {
      $0.asking("Store/Query") { $0["limit"] = 1 }
    },
    Saboteur("app/query/runs-without-dots", "tells dots") {
      $0.answering("Store/Query") { message in
        guard message["runs"].isPresent else { return }
        message["runs"] = [Run.value([.news()])]
      }
    },
    Saboteur("app/query/runs-of-few-rows", "tells a run as long as it likes") {
      $0.answering("Store/Query") { message in
        guard message["runs"].isPresent else { return }
        message["runs"][0]["count"] = 8192
      }
      $0.asking("Store/Query") { _ in }
    },
    Saboteur("app/query/clock-of-the-coverage", "has another clock") {
      $0.answering("Store/GetCoverage") { $0["coverage"]["until"] = 5.0 }
    },
    Saboteur("app/query/window-of-the-coverage", "says that it has all") {
      $0.answering("Store/GetCoverage") { $0["coverage"]["from"] = -1e9 }
    },
    Saboteur("app/query/sum-counts-time-once", "counts twice") {
      $0.answering("Store/Statistics") { $0["statistics"][0]["values"]["sum"] = 200.0 }
    },
    Saboteur("app/query/each-source-by-itself", "counts the first source alone") {
      $0.answering("Store/Statistics") {
        $0["statistics"][0]["sources"][1]["values"]["sum"] = 0.0
      }
    },
    Saboteur("app/query/empty-bucket-is-not-told", "tells empty buckets") {
      $0.answering("Store/Statistics") { message in
        guard message["statistics"].items.count > 1 else { return }
        message["statistics"].append(["start": 5.0, "end": 6.0])
      }
    },
    Saboteur("app/query/discrete", "rounds down") {
      $0.answering("Store/Statistics") { $0["statistics"][0]["values"]["average"] = 1.0 }
    },
    Saboteur("app/query/revoked-meanwhile", "goes on telling", adds),
  ]

  private static let documents = [
    Saboteur("app/document/saved-in-pieces", "tells pieces in another order", swaps),
    Saboteur("app/document/saved-at-once", "tells pieces in another order", swaps),
    Saboteur("app/document/says-what-it-is", "believes the run") {
      $0.answering("Store/Query") { message in
        for run in message["runs"].items.indices {
          for row in message["runs"][run]["objects"]["bodies"].items.indices {
            message["runs"][run]["objects"]["bodies"][row]["document"]["title"] = "Document"
          }
        }
      }
    },
    Saboteur("app/save/later-version-in-its-place", "holds what it held") {
      $0.answering("Store/Query") { message in
        guard message["samples"].isPresent else { return }
        message["samples"][0]["correlation"]["members"][0]["uuid"] =
          "00000000-0000-4000-8000-000000000000"
      }
    },
    Saboteur("app/save/to-a-workout", "passes the workout over") {
      $0.asking("Store/SaveMany") { $0["workout"] = .absent }
    },
    Saboteur("app/save/many-one-at-a-time", "takes as many as come") {
      $0.excusing("Store/SaveMany")
    },
    Saboteur("app/save/many-as-one", "saves the first message alone") {
      $0.asking("Store/SaveMany", after: 1) { $0["runs"] = .absent }
    },
    Saboteur("app/save/many-cut-short", "keeps what came") {
      let came = Memory(Value.absent)
      $0.asking("Store/SaveMany") { came.value = $0["runs"] }
      $0.answering("Store/Query") { $0["runs"] = came.value }
    },
    Saboteur("app/document/one-at-a-time", "takes as many as come") {
      $0.excusing("Store/SaveDocument")
    },
  ]

  private static let activity = [
    Saboteur("app/activity/granted", "tells what may be read of samples alone") {
      $0.answering("Store/FollowActivity") { $0["days"] = .absent }
    },
    Saboteur("app/activity/denied", "tells what was denied") {
      $0.answering("Store/FollowActivity") { $0["days"] = [["day": 9_085, "move": 1.0]] }
    },
    Saboteur("app/activity/told", "adds what was told to what was measured") {
      $0.answering("Store/FollowActivity") { $0["days"][1]["move"] = 350 }
    },
    Saboteur("app/activity/derived", "counts pauses as exercise") {
      $0.answering("Store/FollowActivity") { $0["days"][0]["exercise"] = 40.0 }
    },
    Saboteur("app/activity/followed", "tells the first answer again") {
      let first = Memory([UInt8]?.none)
      $0.hears = { method, bytes in
        guard method == "dyad.v1.Store/FollowActivity" else { return [bytes] }
        first.value = first.value ?? bytes
        return [first.value ?? bytes]
      }
    },
  ]

  private static let workouts = [
    Saboteur("app/workout/begins", "begins with a pause") {
      $0.answering("Store/ChangeWorkout") { $0["session"]["moments"][0]["kind"] = 3 }
    },
    Saboteur("app/workout/pauses-and-ends", "never pauses") {
      $0.answering("Store/ChangeWorkout", after: 1) { message in
        message["session"]["moments"] = [message["session"]["moments"][0]]
      }
    },
    Saboteur("app/workout/legs", "gives no leg a UUID") {
      $0.answering("Store/ChangeWorkout") { $0["session"]["moments"][1]["uuid"] = .absent }
    },
    Saboteur("app/workout/replaced", "lets two run") {
      $0.answering("Store/ListWorkoutSessions") { message in
        message["sessions"]["sessions"] = .list(
          message["sessions"]["sessions"].items.map { session in
            var session = session
            session["moments"] = [session["moments"][0]]
            return session
          })
      }
    },
    Saboteur("app/workout/stays", "ends it with the call") {
      $0.answering("Store/ListWorkoutSessions") { $0["sessions"] = .absent }
    },
    Saboteur("app/workout/followed", "tells the first alone") {
      let passed = Count()
      $0.hears = { method, bytes in
        method == "dyad.v1.Store/FollowWorkout" && passed.next() > 0 ? [] : [bytes]
      }
    },
    Saboteur("app/workout/of-another-app", "tells of all sessions") {
      let kept = Memory([UInt8]?.none)
      $0.hears = { method, bytes in
        guard method == "dyad.v1.Store/ListWorkoutSessions" else { return [bytes] }
        guard let first = kept.value else {
          kept.value = bytes
          return [bytes]
        }
        return [first]
      }
    },
  ]

  @Sendable private static func empty(_ interference: inout Interference) {
    interference.answering("Store/Query") { $0["runs"] = .absent }
  }

  /// Adds a sample to each answer of a query.
  @Sendable private static func adds(_ interference: inout Interference) {
    interference.answering("Store/Query") { $0["runs"] = .list(Run.savable([.news()])) }
  }

  @Sendable private static func swaps(_ interference: inout Interference) {
    let first = Memory([UInt8]?.none)
    interference.hears = { method, bytes in
      guard method == "dyad.v1.Store/ReadDocument" else { return [bytes] }
      guard let earlier = first.value else {
        first.value = bytes
        return []
      }
      first.value = []
      return earlier.isEmpty ? [bytes] : [bytes, earlier]
    }
  }
}
