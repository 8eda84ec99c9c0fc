/// What a session knows of one stream beside nghttp2.
struct StreamRecord {
  /// Zero while the slot is free.
  var number: Int32 = 0
  var outbound = OutboundQueue()
  /// What follows the queued bytes.
  var trailers: HeaderList?
  /// Payload handed out that nobody has consumed yet.
  var unconsumed = 0
  /// The owner has heard of it: it opened the stream, or had an event that did.
  var isKnown = false
  /// Our headers, after which data may follow, are with nghttp2.
  var hasSentHeaders = false
  /// Nothing can be queued any more.
  var isEnded = false
  /// nghttp2 asked for data, found none, and waits to be told.
  var isDeferred = false
  /// When less than this waits, the writer is told; nothing while it does not wait for that.
  var notifyBelow = 0
  /// We asked for the reset, or the peer did: it is nobody's mistake.
  var isResetExpected = false
  /// The peer asked for the reset.
  var isResetByPeer = false
  /// How much of what was queued has left.
  var sent: UInt64 = 0
  /// Our side of the stream has ended on the wire.
  var hasSentEnd = false
  /// nghttp2 never sent the request, so nothing can have been done for it.
  var isUnsent = false
}

/// The streams that are alive, each in a slot that is used again.
struct StreamTable {
  private var records: [StreamRecord] = []
  private var free: [Int32] = []

  /// How many streams are alive.
  var count: Int { records.count - free.count }

  /// Finds a slot for a stream.
  mutating func insert(_ number: Int32) -> Int32 {
    if let slot = free.popLast() {
      records[Int(slot)].number = number
      return slot
    }
    records.append(StreamRecord(number: number))
    return Int32(records.count - 1)
  }

  /// Frees the slot and drops what was queued, but keeps the queue's storage.
  mutating func remove(_ slot: Int32) {
    var queue = OutboundQueue()
    swap(&queue, &records[Int(slot)].outbound)
    queue.removeAll()
    records[Int(slot)] = StreamRecord(outbound: queue)
    free.append(slot)
  }

  /// Whether the stream is alive.
  func contains(_ stream: StreamID) -> Bool {
    let slot = Int(stream.slot)
    return records.indices.contains(slot) && records[slot].number == stream.number
      && stream.number != 0
  }

  /// The record in a slot that is in use.
  subscript(slot: Int32) -> StreamRecord {
    _read { yield records[Int(slot)] }
    _modify { yield &records[Int(slot)] }
  }
}
