internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore

/// Documents that others saved, which are granted one by one.
enum DocumentGrantCases {
  static let all = [
    Case(
      "app/document/granted-by-the-owner", "STORE-DOCUMENT-GRANTED", of: .phone,
      needs: [.owner, .app]
    ) { stage in
      let permissions = Permissions(stage)
      let (granted, denied) = try keepTwo(stage)
      try permissions.set([Accesses.Row("app.first", Sample.documentType, share: 0, read: 2)])
      let app = try permissions.app()
      try expect([], app)
      _ = try app.call("Store/RequestDocuments", ["no_wait": true])
      let node = try stage.node()
      guard let request = try node.requests(of: "app.first").last else {
        throw Doubt("what an app asks of documents is not among the requests that wait")
      }
      try node.owner(
        "Operator/Decide",
        [
          "id": request["id"],
          "decisions": [
            ["type": .text(name(granted)), "read": true],
            ["type": .text(name(denied)), "read": false],
          ],
        ])
      try expect([granted], app)
      try expectNoBytes(of: denied, app)
    },
    Case(
      "app/document/granted-by-the-phone", "STORE-DOCUMENT-GRANTED", of: .watch,
      needs: [.owner, .app]
    ) { stage in
      let permissions = Permissions(stage)
      let type = Accesses.Row("app.first", Sample.documentType, share: 0, read: 2)
      try permissions.set([type])
      let (granted, denied) = try keepTwo(stage)
      try permissions.set([type, Accesses.Row("app.first", name(granted), share: 0, read: 2)])
      let app = try permissions.app()
      try expect([granted], app)
      try expectNoBytes(of: denied, app)
    },
    Case(
      "app/document/asked-once", "STORE-DOCUMENT-ASKED", of: .phone, needs: [.owner, .app]
    ) { stage in
      let permissions = Permissions(stage)
      _ = try keepTwo(stage)
      try permissions.set([Accesses.Row("app.first", Sample.documentType, share: 0, read: 2)])
      let app = try permissions.app()
      for _ in 0..<2 { _ = try app.call("Store/RequestDocuments", ["no_wait": true]) }
      let waiting = try stage.node().judgedOwner().call("Operator/ListRequests")["requests"].items
        .filter { $0["bundle_identifier"].string == "app.first" }
      let documents = waiting.flatMap { $0["documents"].items }
      try Deviation.unless(
        documents.count == 2, "both documents, each once", "\(documents.count) documents")
    },
  ]

  /// Saves two documents as the owner.
  private static func keepTwo(_ stage: Stage) throws -> (Sample, Sample) {
    var kept: [Sample] = []
    for number in 1...2 as ClosedRange<UInt64> {
      let bytes = ClinicalText().bytes
      let (sample, _) = Sample.document(
        Entropy.word(), number, at: Instant.now - 60, bytes: bytes)
      var request = AppCases.save([sample])
      request["documents"] = [["uuid": .bytes(sample.uuid.bytes), "content": .bytes(bytes)]]
      try stage.node().owner("Store/Save", request)
      kept.append(sample)
    }
    return (kept[0], kept[1])
  }

  /// By what name a document is decided.
  private static func name(_ sample: Sample) -> String {
    let digits = sample.uuid.bytes.map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.count < 2 ? "0" + text : text
    }
    let parts = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
    return "\(Sample.documentType)/\(parts.joined(separator: "-"))"
  }

  private static func expect(_ samples: [Sample], _ app: LocalCaller) throws {
    let request: Value = ["type": .text(Sample.documentType)]
    let uuids = try AppCases.uuids(try AppCases.runs(app, request))
    try Deviation.unless(
      uuids == samples.map(\.uuid.bytes), "\(samples.count) documents: those that were granted",
      "\(uuids.count) documents")
  }

  private static func expectNoBytes(of sample: Sample, _ app: LocalCaller) throws {
    try app.expect(
      .argument, of: "Store/ReadDocument", ["uuid": .bytes(sample.uuid.bytes)])
  }
}
