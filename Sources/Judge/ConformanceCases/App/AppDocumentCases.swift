internal import ConformanceKit
internal import ConformanceWire

/// Documents, whose bytes come and go in pieces.
enum AppDocumentCases {
  static let all = [
    AppCases.owned("app/document/saved-in-pieces", "STORE-DOCUMENT-READ") { owner, _ in
      let bytes = ClinicalText.bytes(count: 200_000)
      let (sample, request) = document(bytes)
      let call = try owner.start("Store/SaveDocument", ["run": request["runs"][0]])
      for start in stride(from: 0, to: bytes.count, by: 70_000) {
        try call.send(["content": .bytes(Array(bytes[start..<min(start + 70_000, bytes.count)]))])
      }
      try call.finish()
      _ = try call.following()
      try expect(bytes, sample, owner)
    },
    AppCases.owned("app/document/saved-at-once", "STORE-DOCUMENT-READ") { owner, node in
      let bytes = ClinicalText.bytes(count: 150_000)
      let (sample, request) = document(bytes)
      try node.owner("Store/Save", request)
      try expect(bytes, sample, owner)
    },
    pieces("without-a-run", "STORE-DOCUMENT-FIRST") { _ in [["content": .bytes(whole)]] },
    pieces("with-two-runs", "STORE-DOCUMENT-FIRST") { run in
      [
        ["run": run, "content": .bytes(Array(whole.prefix(1)))],
        ["run": run, "content": .bytes(Array(whole.dropFirst()))],
      ]
    },
    pieces("of-several", "STORE-DOCUMENT-FIRST") { _ in
      let run = Run.savable(
        (1...2).map { Sample.document(6, $0, at: Instant.now - 60, bytes: whole).sample })[0]
      return [["run": run, "content": .bytes(whole)]]
    },
    pieces("of-something-else", "STORE-DOCUMENT-FIRST") { _ in
      [["run": Run.savable([.news()])[0], "content": .bytes(whole)]]
    },
    pieces("of-no-bytes", "STORE-DOCUMENT-FIRST") { _ in [["run": document([]).request["runs"][0]]]
    },
    pieces("too-few-bytes", "STORE-SAVE-DOCUMENT") {
      [["run": $0, "content": .bytes(Array(whole.dropLast()))]]
    },
    pieces("too-many-bytes", "STORE-SAVE-DOCUMENT") {
      [["run": $0, "content": .bytes(whole + [32])]]
    },
    checked("not-xml", [UInt8](repeating: 60, count: 1_000)),
    checked("another-namespace") { $0.namespace = "urn:hl7-org:v4" },
    checked("without-a-custodian") { $0.hasCustodian = false },
    checked("with-a-document-type") {
      $0.prolog = "<!DOCTYPE ClinicalDocument [<!ENTITY e \"e\">]>"
    },
    AppCases.owned("app/document/says-what-it-is", "STORE-DOCUMENT-SAYS") { owner, node in
      var text = ClinicalText()
      text.title = "Its own title"
      text.date = (Instant.now - 7_200).rounded(.down)
      let (sample, request) = document(text.bytes)
      try node.owner("Store/Save", request)
      var said: [String] = []
      for run in try AppCases.runs(owner, ["type": .text(sample.type)]) {
        let count = Int(run["count"].number)
        guard let row = try Column.uuids(run, "uuids", rows: count).firstIndex(of: sample.uuid)
        else { continue }
        let starts = try Column.times(run, "starts", rows: count)
        let ends = try Column.times(run, "ends", rows: count, from: "starts")
        try Deviation.unless(
          starts[row] == text.date && ends[row] == text.date, "the date that the document says",
          "another date")
        let body = run["objects"]["bodies"][row]["document"]
        said = ["title", "patient_name", "author_name", "custodian_name"].map { body[$0].string }
      }
      try Deviation.unless(
        said == [text.title, text.patientName, text.authorName, text.custodianName],
        "title and names as the document says them", said.isEmpty ? "no document" : "\(said)")
    },
    AppCases.owned("app/document/one-at-a-time", "STORE-DOCUMENT-ONE") { owner, node in
      let first = try node.ownerStream(
        "Store/SaveDocument",
        ["run": document(whole).request["runs"][0], "content": .bytes([whole[0]])])
      // Whatever is answered now was asked after it.
      _ = try node.owner("Store/GetCoverage")
      let second = try owner.start(
        "Store/SaveDocument", ["run": document(whole).request["runs"][0], "content": .bytes(whole)])
      try second.finish()
      try second.expect(.exhausted)
      try first.cancel()
    },
  ]

  private static let whole = ClinicalText().bytes

  /// Saving bytes that are no clinical document.
  private static func checked(
    _ path: String, _ change: @escaping @Sendable (inout ClinicalText) -> Void
  ) -> Case {
    var text = ClinicalText()
    change(&text)
    return checked(path, text.bytes)
  }

  private static func checked(_ path: String, _ bytes: [UInt8]) -> Case {
    AppCases.owned("app/document/\(path)", "STORE-DOCUMENT-CHECKED") { owner, _ in
      try owner.expect(
        .argument, of: "Store/Save", document(bytes).request, insteadOf: document(whole).request)
    }
  }

  /// A document, and a request that saves it.
  static func document(_ bytes: [UInt8]) -> (sample: Sample, request: Value) {
    let (sample, _) = Sample.document(
      Instant.now.bitPattern, 1, at: Instant.now - 60, bytes: bytes)
    var request = AppCases.save([sample])
    request["documents"] = [["uuid": .bytes(sample.uuid.bytes), "content": .bytes(bytes)]]
    return (sample, request)
  }

  /// Messages that do not save a document.
  private static func pieces(
    _ path: String, _ clause: String, _ broken: @escaping @Sendable (Value) -> [Value]
  ) -> Case {
    AppCases.owned("app/document/\(path)", clause) { owner, _ in
      let run = document(whole).request["runs"][0]
      let valid: [Value] = [["run": run, "content": .bytes(whole)]]
      let messages = owner.scene.interference.mends ? valid : broken(run)
      let call = try owner.start("Store/SaveDocument", messages[0])
      for message in messages.dropFirst() { try call.send(message) }
      try call.finish()
      try call.expect(.argument)
    }
  }

  private static func expect(
    _ bytes: [UInt8], _ sample: Sample, _ owner: LocalCaller
  ) throws {
    let pieces = try owner.all("Store/ReadDocument", ["uuid": .bytes(sample.uuid.bytes)])
    let told = pieces.flatMap { $0["content"].data }
    try Deviation.unless(
      told == bytes, "the document's \(bytes.count) bytes",
      told.count == bytes.count ? "others" : "\(told.count) bytes")
  }
}
