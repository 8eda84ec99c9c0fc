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
    // A backup from when a type was out of scope, and the type leaves again with the decision that comes back.
    Self(
      "grant 0 0;sync 0;backup 0;grant 0 0;sync 0;save 0 0;save 1 0;sync 0;restore 0;sync 0;sync 1"),
    Self(
      "backup 0;save ? ? 0;save ? ? 0;sync 0;restore 0;grant 0 ?;floor 0 ?;sync 1;sync 0;grant 0 ?;"
        + "sync 0"),
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
    Self("save 0;sync 0;delete 0;sync 0;undo 0;undo 1;sync 0;delete ?;sync 0;undo ?;sync 0;sync 1"),
    // Damage, and a peer that has it whole.
    Self("save 0;save 1;save 1;sync 0;spoil 1;sync 0;spoil 0;sync 0"),
    Self("save 0;save 1;sync 0;away;gc;header 1;sync 0;header 0;sync 0;sync 1"),
    // A lease that runs out while the phone is away.
    Self("ask 0 0 0;sync 0;answer 0 0 1;sync 0;day 2;day 2;revoke 0 0 0;day 2;day 2;day 2"),
    // Saves at the edge of the window, and a process that ends.
    Self("floor 0 0;save 1 0 1;save 1 0 1;fault 1;sync 0;save 1 0 1;fault 0;sync 0"),
  ]

  /// Those of a theme.
  static func of(_ theme: Theme) -> [Self] { ofThemes[theme] ?? [] }

  /// Read once, as many schedules ask.
  private static let ofThemes = Dictionary(
    uniqueKeysWithValues: Theme.allCases.map { ($0, read($0)) })

  private static func read(_ theme: Theme) -> [Self] {
    switch theme {
    case .damage:
      [
        // A row that cannot be read when its type leaves, and is deleted before the type comes back.
        Self("save 0;sync 0;spoil 1;grant 0 0;delete 0;away;away;sync 0;grant 0 0;sync 0"),
        Self("save ?;save ?;sync 0;sync 1;grant ? ?;spoil ?;delete ?;sync ?;grant ? ?;sync ?"),
        // One that leaves the window, and is wanted again.
        Self("save 0;save 1;sync 0;spoil 1;day 2;floor 0 0;sync 0;delete 0;away;floor 0 6;sync 0"),
        // A phone that lost a header hears of deaths from one watch and of samples from another.
        Self(
          "save 0;save 0;sync 0;sync 1;delete 0;sync 0;away;away;header 0;sync 1;sync 0;sync 1"),
        Self("save 1;sync 0;sync 1;header ?;grant ? ?;delete ?;sync ?;header ?;sync ?;grant ? ?"),
        // Twins, one of which cannot be read.
        Self("save 1;twin 2;sync 0;spoil 2;delete ?;sync 1;away;sync 0;sync 1"),
      ]
    case .retention:
      [
        // A session stays open and silent while tombstones go.
        Self("save 0;sync 0;delete 0;away;away;save 0;delete 0;pump 0;deliver;deliver"),
        Self("save 0;sync 0;sync 1;sync 2;delete ?;sync ?;away;sync ?;away;gc ?;sync ?;sync ?"),
        Self("save 1;sync 0;sync 1;delete 2;sync 1;away;gc 0;gc 2;sync 2;away;gc 0;sync 0;sync 1"),
        Self(
          "save 0;save 0;sync 0;sync 1;delete 0;day 2;day 2;day 2;sync 0;gc 0;day 2;day 2;gc 0",
          "sync 1"),
        Self(
          "twin 3;save 1;sync 0;sync 2;delete 3;away;sync 0;away;gc;sync 1;sync 2;twin 2;sync 1"),
      ]
    case .clocks:
      [
        Self("save 0;sync 0;sync 1;delete 0;clock ? ?;gc ?;sync 0;clock ? 5;away;gc ?;sync 1"),
        Self("clock 1 ?;save 0;sync 0;delete 1;sync 0;gc 1;clock 1 ?;gc 1;sync 0;gc 0;sync 1"),
      ]
    case .thieves:
      [
        // Old samples, and one that the watch may not have.
        Self("save 0;save 0;save 0;sync ?;away;forge;forge;forge;sync ?;sync ?;away;sync ?;person"),
        Self("save 0 0;save 0 1;sync ?;grant ? ?;sync ?;forge;forge;sync ?;day;grant ? ?;sync ?"),
        Self("save 0;save 1;sync 0;sync 1;sync 2;claim;day 2;day 2;day 2;claim;person;sync ?"),
        // Settings that nobody decided, of a phone that is restored, too.
        Self("save 0;sync 1;sync 2;sham ? ?;grant ? ?;sync ?;person;sync ?"),
        Self("backup 0;save 0;sync 2;grant ? ?;sync 2;sham ? ?;restore 0;sync 2;person;sync 2"),
        // A watch that is restored to before it said so.
        Self(
          "save 0 0 7;save 0 0 7;sync 1;backup 2;day 2;forge;forge;forge;sync 1;restore 2;sync 1"),
        // What the phone or another watch saves next.
        Self("save 0;save 1;sync 0;sync 1;forge;forge;unborn;unborn;save 0;save 1;sync 1;sync 0"),
        // A floor that moves back, once the tombstone is gone.
        Self("save 0;save 0;sync 1;away;forge;forge;sync 1;away;gc ?;floor 1 6;sync 1;sync 1"),
        Self(
          "floor 1 5;save 0 0 3;save 0 0 3;save 0 0 3;sync 1;forge;forge;forge;grant 1 0;sync 1;away;"
            + "sync 1;gc 2;grant 1 0;sync 1"),
      ]
    case .brakes:
      [
        Self("save 0;save 0;save 0;save 0;sync 0;rot 0;force 0;person;sync 0;sync 1"),
        Self(
          "save 0;save 0;save 0;sync 0;sync 1;delete 1;rot 0;rot 1;force 0;force 1;person",
          "sync 0"),
        Self(
          "save 1;save 1;save 1;sync 0;rot 0;save 1;sync 0;force 0;person;force 0;person;sync 1"),
      ]
    case .backups:
      [
        // The phone goes back and on again before it meets a watch, and is backed up between.
        Self(
          "save 0;sync 0;backup 0;delete ?;sync 0;gc 1;backup 0;restore 0 0;day 2;day 2;day 2",
          "backup 0;restore 0 1;day 2;floor 0 0;sync 0;gc 1;restore 0;sync 0"),
        // The phone goes back, and a watch to before it saw that.
        Self(
          "save 0;sync 0;backup 0;delete ?;sync 0;gc 1;restore 0;away;backup 0;backup 1;floor 0 0",
          "sync 0;restore 1;floor 0 0;sync 0;gc 1;restore 0;sync 0"),
        // The same with the watch and the phone in each other's place.
        Self(
          "save 1;sync 0;backup 1;delete ?;sync 0;gc 0;backup 1;restore 1 0;day 2;day 2;day 2",
          "backup 1;restore 1 1;day 2;floor 0 0;sync 0;gc 0;restore 1;sync 0;restore 0;sync 0"),
        Self(
          "save 1;sync 0;backup 1;delete ?;sync 0;gc 0;restore 1;away;backup 1;backup 0;floor 0 0",
          "sync 0;restore 0;sync 0;gc 0;restore 1;sync 0;restore 0;sync 0"),
        // Types, windows and receipts that go back.
        Self(
          "save ?;sync 0;backup 1;grant 0 ?;sync 0;backup 0;delete ?;sync 0;restore ?;grant 0 ?",
          "sync 0;restore ?;day ?;floor 0 ?;sync 0;gc ?;restore ?;sync 0"),
        Self(
          "save 0;save 1;sync 0;sync 1;backup ?;backup ?;delete ?;sync ?;backup ?;restore ?;sync ?",
          "gc ?;restore ?;away;sync ?;gc ?;backup ?;restore ?;sync ?;gc ?;restore ?;sync ?"),
      ]
    case .documents:
      [
        // The bytes are on their way when the session, or a process, ends.
        Self(
          "save 0 0;save 0 0;connect 0;deliver;deliver;deliver;pump 0;deliver;cut 0;sync 0",
          "sync 1"),
        Self("save 1 0;connect 0;deliver;deliver;pump 1;deliver;crash 0;sync 0;sync 1"),
        Self("save 0 0;connect 0;deliver;deliver;pump 0;deliver;crash 1;delete 0;sync 0"),
        Self("save 1 0;sync 0;twin 2;sync 1;spoil 1;sync 0;delete ?;sync 1"),
        // A refill that has documents, and is overtaken.
        Self(
          "floor 0 0;save 0 0 3;save 0 0 2;sync 0;floor 0 5;connect 0;deliver;deliver;pump 0",
          "floor 0 6;sync 0"),
      ]
    case .groups:
      [
        // A part of it ends before the floor, and a part does not.
        Self(
          "save 0 1 3;save 0 2 1;save 0 0 0;sync 0;day 2;floor 0 0;prune 0;sync 0;floor 0 6",
          "sync 0"),
        Self(
          "save 1 1 2;save 1 0 0;connect 0;deliver;deliver;pump 1;deliver;day 2;floor 0 0",
          "prune 0;sync 0"),
        Self(
          "save 1 1 1;save 1 0 0;sync 0;backup 0;delete 1;sync 0;restore 0;sync 0;sync 1;day 2",
          "day 2;floor 1 0"),
        Self(
          "save 0 1 1;save 0 0 1;sync 0;grant 0 1;sync 0;day 2;day 1;floor 0 0;grant 0 1;sync 0"),
      ]
    case .workouts:
      [
        // What was tied to a workout ends before the floor, and the workout does not.
        Self(
          "save 0 2 3;save 0 0 1;save 0 1;sync 0;day 2;floor 0 0;prune 0;sync 0;floor 0 6;sync 0"),
        Self(
          "save 1 2 2;save 1 0 0;sync 0;save 1 1;connect 0;deliver;deliver;pump 1;deliver;day 2",
          "floor 0 0;prune 0;sync 0"),
        // Two nodes tie samples to one workout, and one of them deletes it.
        Self(
          "save 0 0 1;save 0 2 1;sync 0;sync 1;save 1 1;save 2 1;sync 0;sync 1;sync 0;day 2",
          "floor 0 0;prune 0;sync 0"),
        Self("save 0 0 1;save 0 2 1;sync 0;sync 1;save 1 1;delete 2 0;sync 1;sync 0;away;sync 1"),
        Self(
          "save 0 2 1;save 0 0 1;save 0 1;sync 0;grant 0 1;sync 0;day 2;floor 0 0;grant 0 1;sync 0"
        ),
      ]
    case .restores:
      [
        // A restored phone is backed up again before it hears anew of a death that it had acknowledged.
        Self(
          "save 0;sync 0;backup 0;delete 1;sync 0;restore 0;away;backup 0;floor 0 0;sync 0;gc 1",
          "restore 0 1;sync 0"),
        // The same, where it hears late what it was told before.
        Self(
          "save 0;sync 0;backup 0;delete 1;sync 0;restore 0;away;backup 0;floor 0 0;replay ?;sync 0",
          "gc 1;restore 0 1;sync 0"),
        // What a restored watch holds is deleted, and goes out of scope before it hears of that.
        Self(
          "save 1 0;backup 1;delete 1 0;sync 0;restore 1;away;away;grant 0 0;sync 0;grant 0 0"),
        // The phone goes back, or a watch does, once a reconciliation has begun.
        Self(
          "save 0;save 1;sync 0;sync 1;backup ?;delete ?;sync ?;away;away;connect 0;deliver",
          "deliver;deliver;restore ?;sync 0;sync 1"),
        Self(
          "backup 0;save 0;save 0;save 1;sync 0;restore 0;connect 0;deliver 0 0;deliver 0 0",
          "deliver 0 0;save 0;delete ?;restore ?;sync 1;sync 0"),
        Self(
          "backup 1;save 1;save 0;sync 0;delete 0;restore 1;connect 0;deliver;deliver;deliver",
          "deliver;restore 0;connect 0;deliver;deliver;sync 1;sync 0"),
        Self(
          "save 0;sync 0;backup 0;backup 1;delete 1;sync 0;restore 0;connect 0;deliver;deliver",
          "pump 0;deliver;restore 1;sync 0"),
      ]
    }
  }
}
