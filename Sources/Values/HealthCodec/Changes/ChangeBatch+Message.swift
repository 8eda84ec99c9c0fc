internal import CDyadMessages
package import HealthModel

extension ChangeBatch: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("ChangeBatch") { () throws(CodecError) in
      let rows = runs.reduce(0) { $0 + $1.count } + deletions.reduce(0) { $0 + $1.count }
      let packing = Packing(expecting: 4096 + 16 * rows)
      return try unsafe packing.bytes(of: packing.batch(self))
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("ChangeBatch") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.batch(
          unpacking.message(bytes, dyad__v1__change_batch__unpack))
      }
    }
  }
}

extension ChangeBatch {
  /// What holds of the parts together.
  fileprivate func check(_ rules: FieldRules) throws(CodecError) {
    try at("runs") { () throws(CodecError) in try checkRuns(rules) }
    try at("documents") { () throws(CodecError) in
      try rules.count(documents.count, atMost: CodecBound.documentPieces)
      var seen: Set<DocumentPiece> = []
      for piece in documents {
        guard !piece.bytes.isEmpty else { throw rules.error(.malformed, "a piece is empty") }
        try at("bytes") { () throws(CodecError) in
          _ = try rules.count(piece.bytes.count, atMost: CodecBound.documentPieceBytes)
        }
        guard (0...Int(Int32.max)).contains(piece.ordinal) else {
          throw rules.error(.outOfRange, "it is not in 0..<2^31").inside("ordinal")
        }
        guard
          seen.insert(DocumentPiece(uuid: piece.uuid, ordinal: piece.ordinal, bytes: [])).inserted
        else { throw rules.error(.duplicate, "a piece occurs twice") }
      }
    }
  }

  private func checkRuns(_ rules: FieldRules) throws(CodecError) {
    var seen = VersionVector()
    for run in runs {
      guard run.dots.count == run.count else {
        throw rules.error(.wrongCount, "\(run.dots.count) rows instead of \(run.count)")
          .inside("dots")
      }
      guard run.positions.isEmpty else { throw rules.positions }
      for span in run.dots.spans {
        let stream = VersionVector.Stream(incarnation: span.incarnation, type: run.type)
        guard refill != nil || covers.streams[stream]?.contains(span.interval) == true else {
          throw rules.error(.notAllowed, "a dot is not in what the batch covers").inside("dots")
        }
        guard seen.streams[stream]?.overlaps(span.interval) != true else {
          throw rules.error(.duplicate, "a dot occurs twice").inside("dots")
        }
        seen.cover(span.interval, in: stream)
      }
    }
  }
}

extension FieldRules {
  fileprivate var positions: CodecError {
    error(.notAllowed, "log positions mean nothing outside their store").inside("positions")
  }
}

extension Packing {
  func batch(
    _ batch: ChangeBatch
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__ChangeBatch> {
    try batch.check(rules)
    let message = unsafe make(dyad__v1__change_batch__init)
    unsafe message.pointee.view = batch.view
    unsafe message.pointee.covers = try at("covers") { () throws(CodecError) in
      try unsafe vector(batch.covers)
    }
    unsafe message.pointee.runs = try at("runs") { () throws(CodecError) in
      _ = try count(batch.runs.reduce(0) { $0 + $1.count }, atMost: CodecBound.rows)
      return try unsafe array(batch.runs) { run throws(CodecError) in try unsafe self.run(run) }
    }
    unsafe message.pointee.n_runs = batch.runs.count
    unsafe message.pointee.deletions = try at("deletions") { () throws(CodecError) in
      try unsafe sentDeletions(batch.deletions)
    }
    unsafe message.pointee.n_deletions = batch.deletions.count
    if let log = batch.log {
      unsafe message.pointee.log = try at("log") { () throws(CodecError) in
        try unsafe range(log)
      }
    }
    if let refill = batch.refill {
      unsafe message.pointee.refill = try at("refill") { () throws(CodecError) in
        try unsafe self.refill(refill)
      }
    }
    unsafe message.pointee.documents = try array(batch.documents) { piece in
      let entry = unsafe make(dyad__v1__document_piece__init)
      unsafe entry.pointee.uuid = bytes(of: piece.uuid)
      unsafe entry.pointee.ordinal = UInt32(piece.ordinal)
      unsafe entry.pointee.bytes = bytes(piece.bytes)
      return unsafe entry
    }
    unsafe message.pointee.n_documents = batch.documents.count
    return unsafe message
  }

  private func refill(
    _ refill: ChangeBatch.Refill
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Refill> {
    let message = unsafe make(dyad__v1__refill__init)
    unsafe message.pointee.floor = try at("floor") { () throws(CodecError) in
      try rules.instant(refill.floor)
    }
    unsafe message.pointee.types = try at("types") { () throws(CodecError) in
      try unsafe scope(refill.types)
    }
    if let vector = refill.vector {
      unsafe message.pointee.vector = try at("vector") { () throws(CodecError) in
        try unsafe self.vector(vector)
      }
    }
    return unsafe message
  }

  /// Deletions that another node is told.
  func sentDeletions(
    _ runs: [DeletionRun]
  ) throws(CodecError) -> UnsafeMutablePointer<UnsafeMutablePointer<Dyad__V1__DeletionRun>?> {
    _ = try count(runs.reduce(0) { $0 + $1.count }, atMost: CodecBound.rows)
    guard runs.allSatisfy(\.positions.isEmpty) else { throw rules.positions }
    return try unsafe array(runs) { run throws(CodecError) in try unsafe deletions(run) }
  }
}

extension Unpacking {
  func batch(
    _ message: UnsafeMutablePointer<Dyad__V1__ChangeBatch>?
  ) throws(CodecError) -> ChangeBatch {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    let batch = ChangeBatch(
      view: unsafe message.pointee.view,
      covers: try at("covers") { () throws(CodecError) in
        guard let covers = unsafe message.pointee.covers else { return VersionVector() }
        return try unsafe vector(covers)
      },
      runs: try at("runs") { () throws(CodecError) in
        try unsafe values(message.pointee.n_runs, message.pointee.runs) { run throws(CodecError) in
          try unsafe self.run(run)
        }
      },
      deletions: try at("deletions") { () throws(CodecError) in
        try unsafe sentDeletions(message.pointee.n_deletions, message.pointee.deletions)
      },
      log: try at("log") { () throws(CodecError) -> LogRange? in
        guard let log = unsafe message.pointee.log else { return nil }
        return try unsafe range(log)
      },
      refill: try at("refill") { () throws(CodecError) -> ChangeBatch.Refill? in
        guard let refill = unsafe message.pointee.refill else { return nil }
        return try unsafe self.refill(refill)
      },
      documents: try at("documents") { () throws(CodecError) in
        try unsafe rules.count(message.pointee.n_documents, atMost: CodecBound.documentPieces)
        return try unsafe values(message.pointee.n_documents, message.pointee.documents) {
          piece throws(CodecError) in
          try unsafe self.piece(piece)
        }
      })
    try batch.check(rules)
    return batch
  }

  private func refill(
    _ message: UnsafeMutablePointer<Dyad__V1__Refill>
  ) throws(CodecError) -> ChangeBatch.Refill {
    ChangeBatch.Refill(
      floor: try at("floor") { () throws(CodecError) in
        try rules.instant(unsafe message.pointee.floor)
      },
      types: try at("types") { () throws(CodecError) in
        try unsafe scope(message.pointee.types)
      },
      vector: try at("vector") { () throws(CodecError) -> VersionVector? in
        guard let vector = unsafe message.pointee.vector else { return nil }
        return try unsafe self.vector(vector)
      })
  }

  private func piece(
    _ message: UnsafeMutablePointer<Dyad__V1__DocumentPiece>
  ) throws(CodecError) -> ChangeBatch.DocumentPiece {
    ChangeBatch.DocumentPiece(
      uuid: try at("uuid") { () throws(CodecError) in
        try unsafe uuid(message.pointee.uuid)
      },
      ordinal: Int(unsafe message.pointee.ordinal),
      bytes: unsafe bytes(message.pointee.bytes))
  }

  /// Deletions that another node told.
  func sentDeletions(
    _ count: Int, _ messages: UnsafeMutablePointer<UnsafeMutablePointer<Dyad__V1__DeletionRun>?>?
  ) throws(CodecError) -> [DeletionRun] {
    let runs = try unsafe values(count, messages) { run throws(CodecError) in
      try unsafe deletions(run)
    }
    guard runs.allSatisfy(\.positions.isEmpty) else { throw rules.positions }
    return runs
  }
}
