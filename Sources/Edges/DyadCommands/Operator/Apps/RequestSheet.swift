internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import HealthModel
internal import TextFormats

/// A request of an app as a person reads it: the app, its reasons, and the types.
struct RequestSheet: Sendable {
  /// One thing that can be decided by itself.
  struct Item: Hashable, Sendable {
    /// The short name, by which types are compared here.
    let type: String
    let access: Access

    /// "read heartRate".
    var title: String { "\(access.rawValue) \(TypeWords.decided(type))" }
    /// The document that is meant; `nil` for types.
    var document: SampleUUID? { ObjectType(type).document }
  }

  /// A direction, by the word that people type.
  enum Access: String, Hashable, Sendable, CaseIterable {
    case read
    case share
  }

  let request: AppRequest
  /// The time, in seconds since 2001-01-01 UTC.
  let now: Double

  /// "Strap" (com.example.strap), with where it runs if that is a watch.
  var app: String {
    let name = request.name.isEmpty ? request.bundleIdentifier : request.name
    let place = request.device.isEmpty ? "" : " on the watch \"\(request.device)\""
    return "\"\(name)\" (\(request.bundleIdentifier))\(place)"
  }

  /// Everything it asks for, in the order in which it is decided; nothing twice.
  var items: [Item] {
    var seen: Set<Item> = []
    let all =
      request.documents.map { Item(type: $0.type, access: .read) }
      + request.read.map { Item(type: TypeWords.name($0), access: .read) }
      + request.share.map { Item(type: TypeWords.name($0), access: .share) }
    return all.filter { seen.insert($0).inserted }
  }

  /// What the owner reads before deciding.
  func lines(width: Int?) -> [String] {
    var lines = ["Request \(request.id), \(SpanText.past(request.askedAt, now: now)): \(app)"]
    if !request.readReason.isEmpty { lines.append("  to read:   \(request.readReason)") }
    if !request.shareReason.isEmpty { lines.append("  to share:  \(request.shareReason)") }
    var table = Table([.init("TYPE"), .init("READ"), .init("SHARE")])
    var types: [String] = []
    let items = items
    for item in items where item.document == nil && !types.contains(item.type) {
      types.append(item.type)
    }
    for type in types {
      let words = Access.allCases.map {
        items.contains(Item(type: type, access: $0)) ? "asks" : "-"
      }
      table.append([type] + words)
    }
    if !types.isEmpty { lines += table.lines(width: width) }
    return lines + (request.documents.isEmpty ? [] : documents.lines(width: width))
  }

  /// The documents that it asks to read, with what they say of themselves.
  var documents: Table {
    var table = Table([
      .init("DATE", isWhole: true), .init("TITLE"), .init("PATIENT"), .init("CUSTODIAN"),
      .init("UUID", isWhole: true),
    ])
    for document in request.documents {
      let uuid = ObjectType(document.type).document.map(UUIDWord.short) ?? document.type
      guard let date = document.date else {
        table.append(["-", "(not here)", "-", "-", uuid])
        continue
      }
      table.append([
        LocalDateText(zone: ZoneChoice.machine).day(of: date), document.title,
        document.patientName, document.custodianName, uuid,
      ])
    }
    return table
  }

  /// What is asked of one thing: of a document, by what it says of itself.
  func question(_ item: Item) -> String {
    guard item.document != nil,
      let document = request.documents.first(where: { $0.type == item.type }),
      document.date != nil
    else { return "Let it \(item.title)?" }
    return TerminalText.clean("Let it read \"\(document.title)\" of \(document.patientName)?")
  }

  /// For programs.
  var json: JSONValue {
    .object(
      [
        .init("id", .string(request.id)), .init("bundle", .string(request.bundleIdentifier)),
        .init("name", .string(request.name)), .init("device", .string(request.device)),
        .init("askedAt", InstantJSON.value(of: request.askedAt)),
        .init("readReason", .string(request.readReason)),
        .init("shareReason", .string(request.shareReason)),
        .init("read", .array(request.read.map { .string(TypeWords.name($0)) })),
        .init("share", .array(request.share.map { .string(TypeWords.name($0)) })),
      ]
        + (request.documents.isEmpty
          ? [] : [.init("documents", .array(request.documents.map(Self.json)))]))
  }

  private static func json(_ document: RequestedDocumentMessage) -> JSONValue {
    let uuid = ObjectType(document.type).document
    return .object([
      .init("uuid", .string(uuid?.description ?? document.type)),
      .init("title", .string(document.title)), .init("patient", .string(document.patientName)),
      .init("custodian", .string(document.custodianName)),
      .init("date", document.date.map(InstantJSON.value) ?? .null),
    ])
  }
}

extension [RequestSheet.Item: Bool] {
  /// The decisions as they are told to the daemon, by type; what is not decided is left out.
  var messages: [TypeDecisionMessage] {
    var messages: [String: TypeDecisionMessage] = [:]
    for (item, isGranted) in self {
      switch item.access {
      case .read: messages[item.type, default: TypeDecisionMessage()].read = isGranted
      case .share: messages[item.type, default: TypeDecisionMessage()].share = isGranted
      }
    }
    return messages.sorted { $0.key < $1.key }.map { type, message in
      var message = message
      message.type = type
      return message
    }
  }
}
