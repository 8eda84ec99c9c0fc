/// What the text in `Protos/` declares: messages, enumerations and calls.
package struct Schema: Sendable {
  /// The package of every name of the text.
  package static let prefix = "dyad.v1."

  /// How a field's value is told.
  package enum Kind: Int, Hashable, Sendable {
    case double = 1
    case float = 2
    case int64 = 3
    case uint64 = 4
    case int32 = 5
    case fixed64 = 6
    case fixed32 = 7
    case bool = 8
    case string = 9
    case message = 11
    case bytes = 12
    case uint32 = 13
    case enumeration = 14
    case sfixed32 = 15
    case sfixed64 = 16
    case sint32 = 17
    case sint64 = 18

    /// How one value of it is told on the wire.
    package var wire: WireTag.Kind {
      switch self {
      case .double, .fixed64, .sfixed64: .fixed64
      case .float, .fixed32, .sfixed32: .fixed32
      case .string, .message, .bytes: .delimited
      default: .varint
      }
    }
  }

  /// A field of a message.
  package struct Field: Hashable, Sendable {
    package let name: String
    package let number: Int
    package let kind: Kind
    package let isRepeated: Bool
    /// Whether several values stand in one piece on the wire.
    package let isPacked: Bool
    /// The oneof that it is of.
    package let oneof: String?
    /// The full name of its message or enumeration.
    package let typeName: String?
  }

  /// A message's fields.
  package struct Layout: Hashable, Sendable {
    /// Its full name.
    package let name: String
    /// In the order of the text.
    package let fields: [Field]
    private let places: [Int: Int]
    private let names: [String: Int]

    package init(_ name: String, _ fields: [Field]) {
      self.name = name
      self.fields = fields
      places = Dictionary(
        fields.indices.map { (fields[$0].number, $0) }, uniquingKeysWith: { first, _ in first })
      names = Dictionary(
        fields.indices.map { (fields[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    package func field(numbered number: Int) -> Field? { places[number].map { fields[$0] } }

    package func field(named name: String) -> Field? { names[name].map { fields[$0] } }
  }

  /// An enumeration's numbers and names.
  package struct Enumeration: Hashable, Sendable {
    package let name: String
    package let numbers: [String: Int64]
    package let words: [Int64: String]
  }

  /// A call.
  package struct Method: Hashable, Sendable {
    /// As a path has it: "dyad.v1.Sync/Session".
    package let name: String
    package let input: String
    package let output: String
    package let clientStreams: Bool
    package let serverStreams: Bool
  }

  /// By full name.
  package let messages: [String: Layout]
  package let enumerations: [String: Enumeration]
  /// By path, without a slash in front.
  package let methods: [String: Method]

  /// What this tool was built with.
  package static let shared: Self = {
    do {
      return try Self(descriptors: PackageResources.declarations_binpb)
    } catch {
      preconditionFailure("cannot read the tool's own declarations: \(error)")
    }
  }()

  /// A message by its name, with or without the package; another name is a mistake of the tool.
  package func message(_ name: String) -> Layout {
    guard let layout = messages[name] ?? messages[Self.prefix + name] else {
      preconditionFailure("the text has no message \(name)")
    }
    return layout
  }
}
