internal import HealthModel

/// How somebody feels.
open class HKStateOfMind: HKSample, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool { rows.hasDetails(of: .stateOfMind) }

  /// A feeling, or how a whole day was.
  @nonexhaustive public enum Kind: Int, Sendable {
    case momentaryEmotion = 1
    case dailyMood = 2
  }

  /// How pleasant it is, in words.
  @nonexhaustive public enum ValenceClassification: Int, Sendable, CaseIterable {
    case veryUnpleasant = 1
    case unpleasant = 2
    case slightlyUnpleasant = 3
    case neutral = 4
    case slightlyPleasant = 5
    case pleasant = 6
    case veryPleasant = 7

    /// The words for a valence, each for a seventh of what there is; `nil` outside -1 to 1.
    public init?(valence: Double) {
      guard (-1...1).contains(valence) else { return nil }
      self.init(rawValue: min(7, Int((valence + 1) * 3.5) + 1))
    }
  }

  /// What somebody calls it.
  @nonexhaustive public enum Label: Int, Sendable, CaseIterable {
    case amazed = 1
    case amused, angry, anxious, ashamed, brave, calm, content, disappointed, discouraged, disgusted
    case embarrassed, excited, frustrated, grateful, guilty, happy, hopeless, irritated, jealous
    case joyful, lonely, passionate, peaceful, proud, relieved, sad, scared, stressed, surprised
    case worried, annoyed, confident, drained, hopeful, indifferent, overwhelmed, satisfied
  }

  /// What it has to do with.
  @nonexhaustive public enum Association: Int, Sendable, CaseIterable {
    case community = 1
    case currentEvents, dating, education, family, fitness, friends, health, hobbies, identity
    case money, partner, selfCare, spirituality, tasks, travel, work, weather
  }

  /// A feeling, or how a whole day was.
  open var kind: Kind {
    guard case .integer(let number) = details.values["kind"] else { return .momentaryEmotion }
    return Kind(rawValue: Int(number)) ?? .momentaryEmotion
  }

  /// How pleasant it is: from -1 to 1.
  open var valence: Double {
    guard case .double(let number) = details.values["valence"] else { return 0 }
    return number
  }

  /// How pleasant it is, in words.
  open var valenceClassification: ValenceClassification {
    ValenceClassification(valence: valence) ?? .neutral
  }

  /// What somebody calls it; without those that this version does not know.
  open var labels: [Label] { numbers("labels").compactMap(Label.init) }

  /// What it has to do with; without what this version does not know.
  open var associations: [Association] { numbers("associations").compactMap(Association.init) }

  private func numbers(_ name: String) -> [Int] {
    (details.series[name] ?? []).compactMap { Int(exactly: $0) }
  }

  override var valueDescription: String { "\(kind) \(valence)" }

  fileprivate static func sample(
    _ date: Date, _ kind: Kind, _ valence: Double, _ labels: [Label],
    _ associations: [Association], _ metadata: [String: Any]?
  ) throws(HKError) -> Sample {
    var details = Details(values: [
      "kind": .integer(Int64(kind.rawValue)), "valence": .double(valence),
    ])
    if !labels.isEmpty { details.series["labels"] = labels.map { Double($0.rawValue) } }
    if !associations.isEmpty {
      details.series["associations"] = associations.map { Double($0.rawValue) }
    }
    return try Sample(
      checking: .stateOfMind, details, start: date, end: date, device: nil, metadata: metadata)
  }
}

extension InitializedByFactory where Self: HKStateOfMind {
  /// How somebody feels; stops for a valence outside -1 to 1.
  public init(
    date: Date, kind: HKStateOfMind.Kind, valence: Double, labels: [HKStateOfMind.Label],
    associations: [HKStateOfMind.Association], metadata: [String: Any]? = [:]
  ) {
    self.init(
      viewing: made { () throws(HKError) in
        try HKStateOfMind.sample(date, kind, valence, labels, associations, metadata)
      })
  }
}
