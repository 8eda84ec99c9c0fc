/// The skeleton of a rare situation, into which a schedule may weave other events.
///
/// A number that is `nil` is drawn.
struct Story {
  struct Step {
    var kind: Event.Kind
    var a: Int?
    var b: Int?
    var c: Int?
  }

  var steps: [Step]

  /// Reads words and numbers; `?` and what is left out are drawn.
  private init(_ lines: String...) {
    steps = lines.flatMap { $0.split(separator: ";") }.compactMap { line in
      let words = line.split(separator: " ")
      guard let kind = words.first.flatMap({ Event.Kind(rawValue: String($0)) }) else { return nil }
      let numbers = words.dropFirst().map { Int($0) } + [nil, nil, nil]
      return Step(kind: kind, a: numbers[0], b: numbers[1], c: numbers[2])
    }
  }

  /// Node 0 is the phone in events of any node, and the first watch in those of watches.
  static let all = [
    // A tombstone goes twice over while a watch is away.
    Self("save 0;sync 0;delete 0;away;gc 0;away;gc 0;sync 0"),
    Self("save 0;sync 0;delete 0;away;away;pump 0;deliver;deliver"),
    // A restored phone hears of deaths from somebody else.
    Self("backup 0;save 0;save 1;sync 0;sync 1;delete ?;sync 0;restore 0;sync ?"),
    Self(
      "save 0;sync 0;backup 0;delete 1;sync 0;gc 1;day 2;day 2;day 2;floor 0 0;restore 0;day 0;gc 1;sync 0"
    ),
    Self(
      "save 0;sync 0;delete 1;day 2;day 2;day 2;backup 0;sync 0;day 1;floor 0 0;sync 0;gc 1;restore 0"
    ),
    Self("backup 0;save 0;delete 0 0;sync 0;restore 0;sync 1;sync 0;sync 1"),
    // Decisions that a backup does not have.
    Self("backup 0;grant 0 0;sync 0;restore 0;grant 0 1;sync 0"),
    Self("backup 0;ask 0;sync 0;answer 0;sync 0;revoke 0;sync 0;restore 0;sync 0;day;day"),
    Self(
      "grant 1 0;sync 1;backup 0;save 0 0;save 1 0;sync 0;restore 0;grant 1 0;sync 1;sync 0;sync 1"),
    // Batches made for an earlier floor.
    Self(
      "floor 0 6;sync 0;backup 1;floor 0 0;connect 0;deliver;deliver;deliver;deliver;save 0 ? 4;"
        + "pump 0;restore 1;replay;replay;replay;replay;replay;replay"),
    Self(
      "floor 0 6;sync 0;floor 0 0;connect 0;deliver;deliver;save 0 ? 4;pump 0;cut 0;floor 0 6;"
        + "sync 0;replay;replay;replay;sync 0"),
    // A receipt of a phone that forgot.
    Self(
      "backup 0;save ? 0;sync 0;restore 0;connect 0;deliver 0 0;deliver 0 0;replay;replay;replay;"
        + "day 2;floor 0 0;prune 0"),
    Self("backup 0;save 1 0 0;sync 0;restore 0;day 2;day 2;floor 0 0;prune 0;sync 0"),
    // A log message overtakes a lost one.
    Self(
      "save 0;save 0;sync 0;connect 0;deliver 0 2;deliver 0 2;delete 0;pump 0;delete 0;pump 0;"
        + "cut 0;replay;replay;sync 0"),
    // A skip of what the phone lost.
    Self("floor 0 0;backup 0;save 0 0 2;sync 1;sync 0;restore 0;floor 0 1;sync 0;sync 1"),
    Self(
      "floor 0 0;save 0 0 3;sync 0;backup 0;save 0;delete 0 1;sync 0;restore 0;sync 0;floor 0 5;"
        + "sync 0;replay;replay;replay;replay;replay;replay"),
    // What a watch deleted goes out of scope before the phone hears of it.
    Self(
      "save 1 0;sync 0;backup 1;delete 1;sync 0;sync 1;away;gc;restore 1;grant 0 0;sync 0;grant 0 0;sync 0"
    ),
    Self("save 1 0;backup 1;delete 1 0;sync 0;restore 1;away;grant 0 0;sync 0;grant 0 0;sync 0"),
    Self("save 1;sync 0;grant 0 0;delete 1;sync 0;grant 0 0;sync 0"),
    // Twins, and one of them deleted.
    Self("save 0;sync 0;cut 1;save 1;twin 0;twin 2;sync 1;delete ?;sync 0;sync 1"),
    Self("save 0;twin 1;sync 0;away;gc;away;gc;sync 0;delete 1;sync 0"),
    // Damage, and a peer that has it whole.
    Self("save 0;save 1;save 1;sync 0;spoil 1;sync 0;spoil 0;sync 0"),
    Self("save 0;save 1;sync 0;away;gc;header 1;sync 0;header 0;sync 0;sync 1"),
    // A lease that runs out while the phone is away.
    Self("ask 0 0 0;sync 0;answer 0 0 1;sync 0;day 2;day 2;revoke 0 0 0;day 2;day 2;day 2"),
    // Saves at the edge of the window, and a process that ends.
    Self("floor 0 0;save 1 0 1;save 1 0 1;fault 1;sync 0;save 1 0 1;fault 0;sync 0"),
  ]
}
