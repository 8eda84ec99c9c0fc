internal import ConformanceKit
internal import ConformanceWire

/// Documents, whose bytes come and go in pieces.
enum AppDocumentCases {
  static let all = [
    AppCases.owned("app/document/saved-in-pieces", "STORE-DOCUMENT-READ") { owner, _ in
      let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
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
      let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
      let (sample, request) = document(bytes)
      try node.owner("Store/Save", request)
      try expect(bytes, sample, owner)
    },
    pieces("without-a-run", "STORE-DOCUMENT-FIRST") { _ in [["content": [1, 2, 3]]] },
    pieces("with-two-runs", "STORE-DOCUMENT-FIRST") { run in
      [["run": run, "content": [1]], ["run": run, "content": [2, 3]]]
    },
    pieces("of-several", "STORE-DOCUMENT-FIRST") { _ in
      let run = Run.savable(
        (1...2).map { Sample.document(6, $0, at: Instant.now - 60, bytes: [1, 2, 3]).sample })[0]
      return [["run": run, "content": [1, 2, 3]]]
    },
    pieces("of-something-else", "STORE-DOCUMENT-FIRST") { _ in
      [["run": Run.savable([.news()])[0], "content": [1, 2, 3]]]
    },
    pieces("of-no-bytes", "STORE-DOCUMENT-FIRST") { _ in [["run": document([]).request["runs"][0]]]
    },
    pieces("too-few-bytes", "STORE-SAVE-DOCUMENT") { [["run": $0, "content": [1, 2]]] },
    pieces("too-many-bytes", "STORE-SAVE-DOCUMENT") { [["run": $0, "content": [1, 2, 3, 4]]] },
    AppCases.owned("app/document/one-at-a-time", "STORE-DOCUMENT-ONE") { owner, node in
      let first = try node.ownerStream(
        "Store/SaveDocument", ["run": document([1, 2, 3]).request["runs"][0], "content": [1]])
      // Whatever is answered now was asked after it.
      _ = try node.owner("Store/GetCoverage")
      let second = try owner.start(
        "Store/SaveDocument", ["run": document([4]).request["runs"][0], "content": [4]])
      try second.finish()
      try second.expect(.exhausted)
      try first.cancel()
    },
  ]

  /// A document, and a request that saves it.
  static func document(_ bytes: [UInt8]) -> (sample: Sample, request: Value) {
    let (sample, _) = Sample.document(
      Instant.now.bitPattern, 1, at: Instant.now - 60, bytes: bytes)
    var request = AppCases.save([sample])
    request["documents"] = [["uuid": .bytes(sample.uuid.bytes), "content": .bytes(bytes)]]
    return (sample, request)
  }

  /// Messages that save no document of three bytes.
  private static func pieces(
    _ path: String, _ clause: String, _ broken: @escaping @Sendable (Value) -> [Value]
  ) -> Case {
    AppCases.owned("app/document/\(path)", clause) { owner, _ in
      let run = document([1, 2, 3]).request["runs"][0]
      let valid: [Value] = [["run": run, "content": [1, 2, 3]]]
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
