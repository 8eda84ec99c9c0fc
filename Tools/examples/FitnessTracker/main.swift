import HealthKit

/// What the program was asked for.
struct Arguments {
  var words: [String] = []
  var folder: String?
  var day = Date()

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--store": folder = try Self.value(of: word, &rest)
      case "--day":
        let text = try Self.value(of: word, &rest)
        guard let noon = Day.noon(text) else { throw Mistake("\(text) is no day: try 2026-11-25") }
        day = noon
      default: words.append(word)
      }
    }
  }

  private static func value(of name: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else { throw Mistake("\(name) needs a value") }
    return value
  }

  /// The number that stands at a place, which is above 0.
  func number(_ place: Int, _ name: String) throws -> Double {
    guard words.count > place, let number = Double(words[place]), number > 0 else {
      throw Mistake("how much? Say '\(words[0])' and then \(name)")
    }
    return number
  }
}

/// What somebody typed wrongly.
struct Mistake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

let usage = """
  Usage: fitness [--store FOLDER] [--day YYYY-MM-DD] COMMAND

    born YYYY-MM-DD SEX   say who you are: female, male or other
    weigh KILOGRAMS       note your weight
    height CENTIMETERS    note your height
    eat FOOD KILOCALORIES [GRAMS OF PROTEIN]
    move KILOCALORIES MINUTES
    fill DAYS             make up some days, to have something to look at
    today                 show the day
    weeks                 show two weeks
  """

func run() async throws {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  // Without a folder it is the store of this user: of the daemon where one runs.
  let store =
    arguments.folder.map {
      HKHealthStore(at: URL(fileURLWithPath: $0), permissions: .allowing)
    } ?? HKHealthStore()
  let tracker = Tracker(store, on: arguments.day)
  guard let command = arguments.words.first else { throw Mistake(usage) }
  try await tracker.authorize()
  switch command {
  case "born":
    guard arguments.words.count == 3 else { throw Mistake("say 'born', the day and the sex") }
    try await tracker.setProfile(born: arguments.words[1], sex: arguments.words[2])
  case "weigh": try await tracker.weigh(try arguments.number(1, "kilograms"))
  case "height": try await tracker.measure(try arguments.number(1, "centimeters"))
  case "eat":
    guard arguments.words.count >= 3 else { throw Mistake("say 'eat', the food and kilocalories") }
    let protein = arguments.words.count > 3 ? try arguments.number(3, "grams of protein") : nil
    try await tracker.eat(
      arguments.words[1], try arguments.number(2, "kilocalories"), protein: protein)
  case "move":
    try await tracker.move(
      try arguments.number(1, "kilocalories"), minutes: try arguments.number(2, "minutes"))
  case "fill": try await tracker.fill(days: Int(try arguments.number(1, "how many days")))
  case "today": print(try await tracker.today())
  case "weeks": print(try await tracker.weeks())
  default: throw Mistake(usage)
  }
}

do {
  try await run()
} catch let mistake as Mistake {
  FileHandle.standardError.write(Data("\(mistake)\n".utf8))
  exit(2)
} catch {
  FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8))
  exit(1)
}
