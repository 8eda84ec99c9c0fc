private import ArchiveCore
private import CalendarEdges
private import ClinicalDocuments
private import Glibc
private import HealthModel
private import SystemCore
private import TestSupport
private import TextFormats
private import XMLCore

@testable private import HealthExchange

// @testable: readers are given bytes without a file or a store.

/// What libFuzzer calls with bytes of its making: the first says what they are, an archive, XML, a document, or a
/// recorded workout, an electrocardiogram or beats, a table with its mapping, or resources of FHIR.
///
/// Nothing that somebody imports may trap, and elements end as often as they begin at most.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = input.first else { return 0 }
  let reader = FuzzedReader(first)
  // Minus one: such bytes are not kept.
  if let only, only != reader { return -1 }
  let bytes = Array(input.dropFirst())
  switch reader {
  case .recording: readRecording(bytes)
  case .markup: readMarkup(bytes)
  case .document: readDocument(bytes)
  case .table: readTable(bytes)
  case .resources: readResources(bytes)
  case .archive: readArchive(bytes)
  }
  return 0
}

/// The only reader that gets bytes, where the environment names one.
private let only = unsafe getenv("DYAD_FUZZ_READER").map { name in
  guard let reader = unsafe FuzzedReader(rawValue: String(cString: name)) else {
    preconditionFailure("DYAD_FUZZ_READER names no reader")
  }
  return reader
}

/// What the first byte of an input says the others are for.
private enum FuzzedReader: String {
  case markup
  case document
  case recording
  case table
  case resources
  case archive

  init(_ byte: UInt8) {
    switch byte & 7 {
    case 0: self = .markup
    case 2: self = .document
    case 4: self = .recording
    case 5: self = .table
    case 6: self = .resources
    default: self = .archive
    }
  }
}

private func readDocument(_ bytes: [UInt8]) {
  guard let document = try? ClinicalDocument(checking: bytes) else {
    // The narrative of what is none may be as it likes.
    _ = try? DocumentBody(reading: bytes)
    return
  }
  for text in [
    document.title, document.patientName, document.authorName, document.custodianName,
  ] {
    precondition(text.utf8.count <= 1_024 && !text.utf8.contains(0), "a text is too long")
  }
  guard let body = try? DocumentBody(reading: bytes) else {
    preconditionFailure("a document that was checked cannot be read")
  }
  let page = DocumentPage(document, body).text
  precondition(!page.contains("<script"), "a page has markup of the document's")
}

private func readMarkup(_ bytes: [UInt8]) {
  let reader = MarkupReader(["HealthData", "Record"], dropping: ["creationDate"])
  // What lies too deep is told, and what comes before it is as good as ever.
  let isRead = (try? reader.read(bytes)) != nil && (try? reader.finish()) != nil
  let batch = reader.takeBatch()
  var depth = 0
  for event in batch.events {
    depth += event.isEnd ? -1 : 1
    precondition(depth >= 0, "an element ends that did not begin")
    precondition(Int(event.name) < batch.names.count, "a name has no number")
    for index in event.attributes { _ = batch.value(batch.attributes[Int(index)]) }
  }
  let isComplete = depth == 0 && !batch.events.isEmpty
  precondition(!isRead || reader.isComplete == isComplete, "the root is lost")
}

/// All that is made of it, a store takes.
private func readRecording(_ bytes: [UInt8]) {
  var numbers = UUIDNumbers()
  let contents = RecordingFile.contents(of: bytes)
  for measured in contents.monitor?.measured ?? [] {
    precondition(measured.start <= measured.end && measured.value.isFinite, "no measurement")
  }
  for workout in contents.workouts {
    if let written = FITForm.bytes(of: workout) {
      precondition(FITFile.read(written).fault == nil, "what is written as FIT is none")
    }
    guard let objects = workout.objects(naming: { _ in numbers.next() }) else { continue }
    for run in [SampleRun(objects.workout)] + objects.others { check(run) }
  }
  if let sample = ECGReader.sample(bytes, naming: { numbers.next() }) { check(SampleRun(sample)) }
  var beats = BeatReader()
  for line in bytes.split(separator: 0x0A) { _ = beats.add(time: line, rate: 60) }
  _ = beats.row(beside: ImportRow(line: 1, start: 0, end: 60, source: 0, device: 0))
}

/// Resources are the same however the bytes come, and what is made of them is a row.
private func readResources(_ bytes: [UInt8]) {
  var whole = ResourceCutter()
  let pieces = whole.take(bytes)
  var parts = ResourceCutter()
  var found: [ResourceCutter.Piece] = []
  let count = bytes.count % 7 + 1
  for start in stride(from: 0, to: bytes.count, by: count) {
    found += parts.take(Array(bytes[start..<min(start + count, bytes.count)]))
  }
  precondition(pieces == found && whole.isCut == parts.isCut, "pieces depend on how bytes come")
  var context = ImportContext(cutoff: -1e15)
  let reader = ObservationReader(zone: .utc)
  for piece in pieces {
    guard let json = try? JSONValue(parsing: piece.bytes),
      let read = try? reader.read(json["resource"] ?? json, line: piece.line, &context)
    else { continue }
    for case .row(let row, let description) in read {
      var rows = ImportRows(description)
      rows.append(row)
      let run = rows.run([0], named: [SampleUUID(high: 1, low: 1)], context.tables)
      precondition(run.starts[0] <= run.ends[0], "a row ends before it starts")
    }
  }
}

/// A mapping, a zero and a table, whose rows are the same however the bytes come.
private func readTable(_ bytes: [UInt8]) {
  let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  let map = try? ColumnMap(String(decoding: parts[0], as: UTF8.self), zone: .utc, in: "/")
  let table = Array(parts.last ?? [])
  let whole = rows(of: table, separator: map?.separator, by: 4_096)
  let pieces = table.count % 7 + 1
  precondition(
    whole == rows(of: table, separator: map?.separator, by: pieces),
    "rows depend on how the bytes come")
  for cell in whole.lazy.flatMap(\.cells) {
    let instant = map?.pattern.instant(cell, in: .utc) ?? DatePattern(cell)?.instant(cell, in: .utc)
    precondition(instant?.isFinite ?? true, "a date is no number")
  }
}

private func rows(of table: [UInt8], separator: UInt8?, by count: Int) -> [CSVReader.Row] {
  var position = 0
  var reader = CSVReader([], separator: separator ?? UInt8(ascii: ";")) {
    defer { position = min(table.count, position + count) }
    return Array(table[position..<min(table.count, position + count)])
  }
  var rows: [CSVReader.Row] = []
  while let row = try? reader.row() { rows.append(row) }
  return rows
}

private func check(_ run: SampleRun) {
  do {
    try run.checkForSaving(notBefore: -1e15)
  } catch {
    preconditionFailure("a store refuses what was read: \(error)")
  }
}

private struct UUIDNumbers {
  private var number: UInt64 = 0

  mutating func next() -> SampleUUID {
    number += 1
    return SampleUUID(high: 1, low: number)
  }
}

private let folder = try? TemporaryFolder(inMemory: true)

private func readArchive(_ bytes: [UInt8]) {
  guard let folder, (try? folder.write(bytes, to: "a.zip")) != nil,
    let archive = try? ZipArchive(folder.file("a.zip"))
  else { return }
  var left = 64
  for member in archive.members.prefix(16) { read(member, archive, &left) }
  try? archive.walk { member in
    read(member, archive, &left)
    return left == 0
  }
}

/// Reads a member, but not what a few bytes grow to without end.
private func read(_ member: ZipMember, _ archive: ZipArchive, _ left: inout Int) {
  guard let stream = try? ZipStream(member, of: archive) else { return }
  while left > 0, let piece = try? stream.next(), !piece.isEmpty { left -= 1 }
}
