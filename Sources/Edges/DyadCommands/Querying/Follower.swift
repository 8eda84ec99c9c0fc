internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import TextFormats

/// Prints changes from an anchor on, and where it stands after each page.
struct Follower {
  private let data: any OwnerAccess
  private let types: [ObjectType]
  private let isJSON: Bool
  /// How samples are shown without --json.
  private var text: SampleText
  private var anchor: StoreAnchor
  private var hasPrinted = false

  init(
    _ data: any OwnerAccess, _ types: [ObjectType], from anchor: StoreAnchor, isJSON: Bool
  ) async throws {
    self.data = data
    self.types = types
    self.anchor = anchor
    self.isJSON = isJSON
    let stream = Descriptor.standardOutput
    guard !isJSON, stream.isTerminal else {
      text = SampleText(units: [:], style: .exact)
      return
    }
    text = SampleText(
      units: try await data.unitsShown(of: types, .forPeople),
      style: .people(LocalDateText(zone: ZoneChoice.machine)))
    text.naming = SampleText.Naming(columns: stream.columns)
  }

  /// Prints what happened since the last time; with a limit, no more than that.
  mutating func printNews(atMost limit: Int? = nil) async throws {
    var hasMore = true
    while hasMore {
      let page = try await data.changes(StoreChangeQuery(types, since: anchor, limit: limit))
      try await print(page)
      hasMore = page.hasMore && limit == nil
    }
  }

  /// Prints what happens, until it is interrupted.
  mutating func printAll() async throws {
    for try await page in try await data.follow(StoreChangeQuery(types, since: anchor)) {
      try await print(page)
    }
  }

  private mutating func print(_ page: StoreChanges) async throws {
    var output = BufferedOutput(Descriptor.standardOutput)
    var lines = SampleLines(data)
    var text = text
    for run in page.added {
      if isJSON {
        try await lines.write(run, to: &output) { .object([.init("added", $0)]) }
      } else {
        if !text.isExact { text.members = try await lines.members(of: run) }
        for row in 0..<run.count {
          let cells = try text.cells(of: run[row]).filter { !$0.isEmpty }
          let line = (["added", run.type.name] + cells).joined(separator: "  ")
          try output.writeLine(TerminalText.clean(line))
        }
      }
    }
    for object in page.deleted { try write(object, to: &output) }
    anchor = page.anchor
    // The first look tells the anchor in any case, so that there always is one to go on from.
    if page.count > 0 || !hasPrinted { try writeAnchor(to: &output) }
    hasPrinted = true
    try output.flush()
  }

  private func write(
    _ object: DeletedObject, to output: inout BufferedOutput<Descriptor>
  ) throws(CommandLineError) {
    let type = object.type.name
    let isShort = !isJSON && text.naming != .full
    let uuid = isShort ? UUIDWord.short(object.uuid) : object.uuid.description
    if isJSON {
      try output.writeLine(
        .object([
          .init("deleted", .object([.init("type", .string(type)), .init("uuid", .string(uuid))]))
        ]))
    } else {
      try output.writeLine(TerminalText.clean("deleted  \(type)  \(uuid)"))
    }
  }

  private func writeAnchor(
    to output: inout BufferedOutput<Descriptor>
  ) throws {
    let place = try anchor.place.description
    if isJSON {
      try output.writeLine(.object([.init("anchor", .string(place))]))
    } else {
      try output.writeLine("anchor  \(place)")
    }
  }
}
