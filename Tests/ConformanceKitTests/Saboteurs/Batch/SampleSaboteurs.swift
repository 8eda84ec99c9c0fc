internal import ConformanceWire

/// Nodes that keep samples otherwise than they were told.
enum SampleSaboteurs {
  static let all: [Saboteur] = runs + metadata + objects + messages

  private static let runs: [Saboteur] = [
    .misreadingRun("run/kept/everything", "forgets devices") {
      $0["devices"] = []
      $0["device_indexes"]["values"] = [0, 0, 0]
    },
    .misreading("run/kept/rows-4096", "takes no run of so many rows") { $0["runs"] = [] },
    .misreading("run/kept/rows-4096-in-two-runs", "takes the first run only") {
      $0["runs"] = .list(Array($0["runs"].items.prefix(1)))
    },
    .misreading("run/kept/unknown-type", "throws unknown types away") { $0["runs"] = [] },
    .misreadingRun("run/kept/every-property-of-a-device", "forgets a property") {
      $0["devices"][3] = [:]
    },
    .misreadingRun("run/kept/several-units", "takes one unit for all rows") {
      $0["quantities"]["units"] = ["count/min"]
      $0["quantities"]["unit_indexes"]["values"] = [0, 0, 0]
    },
    .misreadingRun("column/kept/text-absent-or-empty", "takes a text that is absent for empty") {
      $0["devices"] = [["name": ["value": ""]]]
      $0["device_indexes"]["values"] = [0, 1, 1]
    },
    .misreadingRun("column/kept/text-of-the-world", "replaces what it cannot show") {
      $0["sources"][2]["name"] = "?"
    },
  ]

  private static let metadata: [Saboteur] = [
    .misreadingRun("metadata/kept/every-kind", "takes a truth for a number") {
      $0["metadata"][0]["kinds"]["values"] = [0, 1, 2, 1, 4, 5]
      $0["metadata"][0]["integers"]["values"] = [5, 1]
      $0["metadata"][0]["bools"] = .absent
    },
    .misreadingRun("metadata/kept/every-double", "loses what is in a NaN") {
      $0["metadata"][0]["doubles"]["raw"][1] = .double(
        Double(bitPattern: 0x7FF8_0000_0000_0002))
    },
    .misreadingRun("metadata/kept/integers-of-64-bits", "keeps numbers as doubles") {
      $0["metadata"][0]["integers"]["values"][1] = .integer(.max - 1023)
    },
    .misreadingRun("metadata/kept/both-truths", "takes every truth for the other") {
      $0["metadata"][0]["bools"]["values"] = [0, 1]
    },
  ]

  private static let objects: [Saboteur] = [
    .misreadingBody("object/kept/correlation", "mixes types of members up") {
      $0["correlation"]["types"] = .list($0["correlation"]["types"].items.reversed())
    },
    .misreadingBody("object/kept/member-twice", "keeps a UUID once") {
      $0["correlation"]["count"] = 1
      $0["correlation"]["types"] = .list(Array($0["correlation"]["types"].items.prefix(1)))
      $0["correlation"]["type_indexes"]["values"] = [0]
      $0["correlation"]["uuids"]["counts"]["values"] = [1]
      $0["correlation"]["uuids"]["raw"] = .bytes(
        Array($0["correlation"]["uuids"]["raw"].data.prefix(16)))
    },
    .misreadingBody("object/kept/association", "turns the container's bytes round") {
      $0["association"]["container"] = .bytes($0["association"]["container"].data.reversed())
    },
    .misreadingBody("object/kept/workout", "forgets the metadata of events") {
      $0["workout"]["event_metadata"] = []
    },
    .misreadingBody("object/kept/legs-in-disorder", "puts legs into the order of their dates") {
      let legs = $0["workout"]["legs"].items.sorted { $0["start"].real < $1["start"].real }
      $0["workout"]["legs"] = .list(legs)
    },
    .misreadingBody("object/kept/details", "forgets the values") {
      $0["details"]["values"] = []
    },
    .misreadingBody("object/kept/details-that-no-type-has", "forgets a series") {
      $0["details"]["series"] = .list($0["details"]["series"].items.dropLast())
    },
    .misreadingBody("object/kept/event-of-an-unknown-kind", "takes unknown events for pauses") {
      $0["workout"]["event_kinds"]["values"] = [1, 1]
    },
    .misreadingBody("object/kept/unknown-kind", "cuts off what it does not know") {
      $0.extra = WireWriter.field(77, [])
    },
  ]

  private static let messages: [Saboteur] = [
    Saboteur("batch/message/as-long-as-permitted", "refuses the longest messages") {
      $0.says = { _, bytes in
        bytes.count == 1_048_576 ? [bytes + WireWriter.field(98, 1)] : [bytes]
      }
    },
    .misreading("message/unknown-fields", "ends at a field that it does not know") {
      $0["covers"].extra = [0x0A]
    },
  ]
}
