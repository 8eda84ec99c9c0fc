private import HealthCodec
private import HealthModel

/// What libFuzzer calls with bytes of its making: the first byte picks the message, the rest is it.
///
/// Whatever a decoder accepts must be a value that comes back the same through its own encoding.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = input.first else { return 0 }
  let bytes = input.dropFirst()
  switch choice % 10 {
  case 0: check(SampleRun.self, bytes, .stored)
  case 1: check(SampleRun.self, bytes, .wire)
  case 2: check(DeletionRun.self, bytes, .stored)
  case 3: check(ChangeBatch.self, bytes, .wire)
  case 4: check(SegmentDirectory.self, bytes, .stored)
  case 5: check(Aggregates.self, bytes, .stored)
  case 6: check(VersionVector.self, bytes, .wire)
  case 7: check(IntervalSet.self, bytes, .wire)
  case 8: check(SyncMessage.self, bytes, .wire)
  default: check(SyncRecord.self, bytes, .syncRecord)
  }
  if choice % 10 < 2 { checkColumns(bytes) }
  return 0
}

private func check<Value: Message>(
  _ type: Value.Type, _ bytes: ArraySlice<UInt8>, _ limits: DecodingLimits
) {
  guard let value = try? Value(decoding: bytes, limits: limits) else { return }
  do {
    let encoded = try value.encoded()
    let again = try Value(decoding: encoded, limits: limits).encoded()
    // Bytes, because a run that holds NaN is not equal to itself.
    precondition(encoded == again, "a value changed on its way")
  } catch {
    fatalError("an accepted value was refused: \(error)")
  }
}

/// Single columns agree with the whole run.
private func checkColumns(_ bytes: ArraySlice<UInt8>) {
  let span = bytes.span
  let uuids = try? SampleRun.decodeUUIDs(span, limits: .stored)
  let times = try? SampleRun.decodeTimes(span, limits: .stored)
  guard let run = try? SampleRun(decoding: bytes, limits: .stored) else { return }
  precondition(uuids == nil || uuids == run.uuids, "other UUIDs")
  precondition(times == nil || times?.starts == run.starts, "other starts")
  precondition(times == nil || times?.ends == run.ends, "other ends")
}
