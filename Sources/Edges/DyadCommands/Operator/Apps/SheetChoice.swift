internal import CommandLineCore
internal import CommandSupport

/// What a script decides of a sheet, without a question.
enum SheetChoice: Hashable, Sendable {
  /// Types with a direction, or with both where none is said.
  struct Mark: Hashable, Sendable {
    /// The short name.
    let type: String
    let access: RequestSheet.Access?
    /// A document instead of a type.
    var document: UUIDWord?

    func means(_ item: RequestSheet.Item) -> Bool {
      if let uuid = item.document { return document?.means(uuid) ?? false }
      return document == nil && item.type == type && (access == nil || item.access == access)
    }
  }

  /// Everything is granted.
  case all
  /// These are granted, the rest is denied.
  case only([Mark])
  /// These are denied, the rest is granted.
  case except([Mark])

  /// Reads "heartRate:read,stepCount".
  ///
  /// - Parameter text: Types with or without a direction, with commas between.
  /// - Returns: What they say.
  /// - Throws: For a type or a direction that there is not.
  static func marks(_ text: String) throws(ProgramFailure) -> [Mark] {
    var marks: [Mark] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let document = UUIDWord(String(part)) {
        marks.append(Mark(type: String(part), access: .read, document: document))
        continue
      }
      let words = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let type = TypeWords.name(try TypeWords.identifier(String(words.first ?? "")))
      guard words.count > 1 else {
        marks.append(Mark(type: type, access: nil))
        continue
      }
      guard let access = RequestSheet.Access(rawValue: String(words[1])) else {
        throw ProgramFailure(
          .usage, "cannot use '\(TerminalText.quotable(String(part)))': there is no such direction",
          advice: "Write TYPE:read, TYPE:share or TYPE alone for both.")
      }
      marks.append(Mark(type: type, access: access))
    }
    return marks
  }

  /// What is decided of each thing on a sheet.
  ///
  /// - Parameter items: All that is asked for.
  /// - Returns: A decision for each of them.
  /// - Throws: Where something is named that is not asked for, so that a slip grants nothing.
  func decisions(
    for items: [RequestSheet.Item]
  ) throws(ProgramFailure) -> [RequestSheet.Item: Bool] {
    let (marks, isGranted): ([Mark], Bool) =
      switch self {
      case .all: ([], false)
      case .only(let marks): (marks, true)
      case .except(let marks): (marks, false)
      }
    var decisions: [RequestSheet.Item: Bool] = [:]
    for item in items { decisions[item] = !isGranted }
    for mark in marks {
      let meant = items.filter(mark.means)
      guard mark.document == nil || meant.count < 2 else {
        throw ProgramFailure(
          .usage,
          "cannot decide on \(TerminalText.quotable(mark.type)): it means \(meant.count) documents",
          advice: "Write their UUIDs whole; 'dyad requests --json' shows them.")
      }
      guard !meant.isEmpty else {
        let access = mark.document == nil ? mark.access.map { ":\($0.rawValue)" } ?? "" : ""
        throw ProgramFailure(
          .usage,
          "cannot decide on \(TerminalText.quotable(mark.type))\(access): the app "
            + "does not ask for it", advice: "'dyad requests' shows what it asks for.")
      }
      for item in meant { decisions[item] = isGranted }
    }
    return decisions
  }
}
