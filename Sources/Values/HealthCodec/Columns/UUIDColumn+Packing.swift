internal import CDyadMessages
internal import CProtobufC
internal import HealthModel

extension Packing {
  /// A column of UUIDs, or nothing for none.
  func column(_ uuids: [SampleUUID]) -> UnsafeMutablePointer<Dyad__V1__UuidColumn>? {
    guard !uuids.isEmpty else { return nil }
    let plan = UUIDColumnPlan(uuids)
    let column = unsafe make(dyad__v1__uuid_column__init)
    unsafe column.pointee.bases = array(plan.bases)
    unsafe column.pointee.n_bases = plan.bases.count
    unsafe column.pointee.base_indexes = self.column(plan.spans.map { Int64($0.baseIndex) })
    unsafe column.pointee.counts = self.column(plan.spans.map { Int64($0.rows.count) })
    var next = [UInt64](repeating: 0, count: plan.bases.count + 1)
    var steps: [Int64] = []
    var rawCount = 0
    for span in plan.spans {
      guard span.baseIndex > 0 else {
        rawCount += span.rows.count
        continue
      }
      steps.append(Int64(bitPattern: span.first &- next[span.baseIndex]))
      next[span.baseIndex] = span.first &+ UInt64(span.rows.count)
    }
    unsafe column.pointee.steps = self.column(steps)
    guard rawCount > 0 else { return unsafe column }
    let raw = unsafe allocate(rawCount * SampleUUID.byteCount, of: UInt8.self)
    var target = UnsafeMutableRawPointer(raw)
    for span in plan.spans where span.baseIndex == 0 {
      for row in span.rows {
        unsafe target.storeBytes(of: uuids[row].high.bigEndian, as: UInt64.self)
        unsafe target.storeBytes(of: uuids[row].low.bigEndian, toByteOffset: 8, as: UInt64.self)
        unsafe target += SampleUUID.byteCount
      }
    }
    unsafe column.pointee.raw = ProtobufCBinaryData(
      len: rawCount * SampleUUID.byteCount, data: raw)
    return unsafe column
  }

  /// A UUID as bytes.
  func bytes(of uuid: SampleUUID) -> ProtobufCBinaryData {
    unsafe ProtobufCBinaryData(len: SampleUUID.byteCount, data: array(uuid.bytes))
  }
}
