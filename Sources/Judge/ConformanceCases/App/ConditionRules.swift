internal import ConformanceKit
internal import ConformanceWire

/// What is no condition: each request is made with one that breaks a rule.
enum ConditionRules {
  private static let always: Value = ["constant": true]
  private static let heart: Value = .text(AppCases.heart)

  static let all: [Case] = [
    terms("two-are-left", [always, always]),
    terms("joins-too-many", [always, ["all_of": 2]]),
    terms("any-joins-too-many", [always, ["any_of": 2]]),
    terms("negates-nothing", [["negation": true]]),
    terms("joins-very-many", [always, ["all_of": 4_294_967_295]]),
    terms("too-many", .list([Value](repeating: always, count: 4096) + [["all_of": 4096]])),
    argument("no-kind", [[:]]),
    argument("negation-false", [always, ["negation": false]]),
    argument("uncorrelated-false", [["uncorrelated": false]]),
    argument("no-comparison", [["start": ["seconds": 5.0]]]),
    argument("unknown-comparison", [["start": ["comparison": 7, "seconds": 5.0]]]),
    argument("no-instant", [["end": ["comparison": 3, "seconds": .double(.nan)]]]),
    argument("uuid-in-part", [["uuids": .bytes([UInt8](repeating: 1, count: 17))]]),
    argument("member-of-no-uuid", [["workout_member": .bytes([1, 2])]]),
    argument("unit-of-nobody", [["quantity": ["comparison": 3, "value": 5.0, "unit": "beats"]]]),
    argument("property-of-no-device", [["device_property": ["property": 9]]]),
    argument(
      "total-of-no-workout",
      [["workout_total": ["total": 4, "comparison": 3, "value": ["value": 5.0, "unit": "km"]]]]),
    argument("text-of-no-document", [["document": ["property": 5, "text": "a"]]]),
    argument(
      "several-values-compared",
      [["metadata": ["key": "a", "comparison": 1, "values": [["text": "a"], ["text": "b"]]]]]),
    AppCases.refused(
      "condition/nested-too-deep", "STORE-LIMIT-NESTING", "Store/Query",
      query(nested(65)), insteadOf: query(nested(64))),
    AppCases.refused(
      "condition/nested-too-deep-for-changes", "STORE-LIMIT-NESTING",
      "Store/Changes",
      ["types": [heart], "predicate": ["terms": nested(65)]],
      insteadOf: ["types": [heart], "predicate": ["terms": nested(64)]]),
    entries(
      "too-many-texts", [["sources": ["texts": .list(many { .text("a\($0)") })]]]),
    entries(
      "too-many-sources",
      [["revisions": ["revisions": .list(many { ["bundle_identifier": .text("a\($0)")] })]]]),
    entries(
      "too-many-devices",
      [["devices": ["devices": .list(many { ["name": ["value": .text("a\($0)")]] })]]]),
  ]

  private static func many(_ make: (Int) -> Value) -> [Value] { (0...65_536).map(make) }

  /// So many levels: one condition, and what negates it.
  private static func nested(_ levels: Int) -> Value {
    .list([always] + [Value](repeating: ["negation": true], count: levels - 1))
  }

  private static func query(_ terms: Value) -> Value {
    ["type": heart, "predicate": ["terms": terms]]
  }

  private static func terms(_ path: String, _ terms: Value) -> Case {
    rule(path, "STORE-LIMIT-TERMS", terms)
  }

  private static func argument(_ path: String, _ terms: Value) -> Case {
    rule(path, "STORE-ERROR-ARGUMENT", terms)
  }

  private static func entries(_ path: String, _ terms: Value) -> Case {
    rule(path, "STORE-LIMIT-ENTRIES", terms)
  }

  private static func rule(_ path: String, _ clause: String, _ terms: Value) -> Case {
    AppCases.refused(
      "condition/\(path)", clause, "Store/Query", query(terms),
      insteadOf: query([always]))
  }
}
