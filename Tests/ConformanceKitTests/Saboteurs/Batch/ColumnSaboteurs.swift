internal import ConformanceWire

/// Nodes that read columns otherwise than the text says.
enum ColumnSaboteurs {
  static let all: [Saboteur] = ints + doubles + times + identities

  private static let ints: [Saboteur] = [
    .misreadingRun("column/kept/int-plain", "counts a PLAIN column from its start") {
      $0["categories"]["values"]["bias"] = 12
    },
    .misreadingRun("column/kept/int-plain-counted", "forgets the bias") {
      $0["categories"]["values"]["bias"] = .absent
    },
    .misreadingRun("column/kept/int-delta", "takes DELTA for PLAIN") {
      $0["categories"]["values"]["transform"] = 0
    },
    .misreadingRun("column/kept/int-delta-counted", "adds the bias once, at the start") {
      $0["categories"]["values"]["start"] = 8
      $0["categories"]["values"]["bias"] = 0
    },
    .misreadingRun("column/kept/int-delta-of-delta", "begins with no step") {
      $0["categories"]["values"]["bias"] = 0
    },
    .misreadingRun("column/kept/int-delta-of-delta-counted", "takes it for DELTA") {
      $0["categories"]["values"]["transform"] = 1
    },
    .misreadingRun("column/kept/all-forms", "does not know DELTA_OF_DELTA in indexes") {
      $0["source_indexes"]["transform"] = 7
    },
    .misreadingBody("column/kept/nothing-of-no-rows", "misses a column without rows") {
      $0["workout"]["event_count"] = 1
    },
    .misreadingBody("column/kept/empty-columns", "wants a form for no rows") {
      $0["workout"]["event_count"] = 1
    },
  ]

  private static let doubles: [Saboteur] = [
    .misreadingRun("column/kept/double-raw", "loses the sign of zero") {
      $0["quantities"]["values"]["raw"][0] = .double(0)
    },
    .misreadingRun("column/kept/double-bits", "loses the last bit") {
      let bits = $0["quantities"]["values"]["bits"]["values"][1].number
      $0["quantities"]["values"]["bits"]["values"][1] = .integer(bits ^ 1)
    },
    .misreadingRun("column/kept/double-bits-shifted", "shifts by one too few") {
      $0["quantities"]["values"]["shift"] = 51
    },
    .misreadingRun("column/kept/double-bits-of-sign", "shifts by at most 62") {
      $0["quantities"]["values"]["shift"] = 62
    },
    .misreadingRun("column/kept/double-scaled-whole", "keeps 2^53 - 1 for 2^53") {
      $0["quantities"]["values"]["scaled"]["values"][0] = .integer((1 << 53) - 1)
    },
    .misreadingRun("column/kept/double-scaled-tenths", "divides once too often") {
      $0["quantities"]["values"]["decimals"] = 2
    },
    .misreadingRun("column/kept/double-scaled-billionths", "knows eight decimals") {
      $0["quantities"]["values"]["decimals"] = 8
    },
  ]

  private static let times: [Saboteur] =
    ["seconds-as-ticks", "milliseconds", "microseconds", "ticks-of-sensors"].map {
      .misreadingRun("column/kept/time-" + $0, "is a tick off") {
        $0["starts"]["ticks"]["start"] = 1
      }
    } + [
      .misreadingRun("column/kept/time-bits", "takes ends for starts") {
        $0["ends"] = $0["starts"]
      },
      .misreadingRun("column/kept/time-of-year-1-to-9999", "moves what is long ago") {
        $0["starts"] = $0["ends"]
      },
      .misreading("column/kept/end-in-year-1", "throws away what is long ago") {
        $0["runs"] = []
      },
    ]

  private static let identities: [Saboteur] = [
    .misreadingRun("column/kept/uuid-raw", "turns the bytes round") {
      $0["uuids"]["raw"] = .bytes($0["uuids"]["raw"].data.reversed())
    },
    .misreadingRun("column/kept/uuid-bases", "reads a base's bits elsewhere") {
      $0["uuids"]["bases"][0] = .unsigned($0["uuids"]["bases"][0].word.byteSwapped)
    },
    .misreadingRun("column/kept/uuid-bases-and-raw", "counts a step from elsewhere") {
      let step = $0["uuids"]["steps"]["values"][0].number
      $0["uuids"]["steps"]["values"][0] = .integer(step + 1000)
    },
    .misreadingRun("column/kept/uuid-last-counter", "has counters of 57 bits") {
      $0["uuids"]["steps"]["values"][0] = .integer((1 << 57) - 2)
    },
    .misreadingRun("column/kept/dots-of-incarnations", "mixes incarnations up") {
      $0["dots"]["incarnations"] = .list($0["dots"]["incarnations"].items.reversed())
    },
    .misreading("column/kept/dots-up-to-the-last", "has no room for the last number") {
      $0["runs"] = []
    },
  ]
}
