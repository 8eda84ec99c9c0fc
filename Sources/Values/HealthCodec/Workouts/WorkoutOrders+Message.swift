internal import CDyadMessages
package import HealthModel

extension WorkoutOrders: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("WorkoutOrders") { () throws(CodecError) in
      let packing = Packing()
      let message = unsafe packing.make(dyad__v1__workout_orders__init)
      unsafe message.pointee.orders = try packing.array(all) { order throws(CodecError) in
        try unsafe packing.order(order)
      }
      unsafe message.pointee.n_orders = all.count
      return unsafe packing.bytes(of: message)
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("WorkoutOrders") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        let message = try unsafe unpacking.message(bytes, dyad__v1__workout_orders__unpack)
        return try at("orders") { () throws(CodecError) in
          let orders = try unsafe unpacking.values(
            message.pointee.n_orders, message.pointee.orders
          ) { order throws(CodecError) in
            try unsafe unpacking.order(order)
          }
          do throws(ModelError) {
            return try WorkoutOrders(orders)
          } catch {
            throw CodecError(.notAllowed, error.detail)
          }
        }
      }
    }
  }
}

extension Packing {
  fileprivate func order(
    _ order: WorkoutOrder
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__WorkoutOrder> {
    let message = unsafe make(dyad__v1__workout_order__init)
    unsafe message.pointee.id = order.id
    unsafe message.pointee.watch = bytes(order.watch.bytes)
    unsafe message.pointee.app = try text(order.app ?? "")
    if let plan = order.change.plan { unsafe message.pointee.plan = try self.plan(plan) }
    if let session = order.change.session { unsafe message.pointee.uuid = bytes(of: session) }
    unsafe message.pointee.kind = Dyad__V1__WorkoutMoment__Kind(
      UInt32(order.change.kind.rawValue))
    return unsafe message
  }
}

extension Unpacking {
  fileprivate func order(
    _ message: UnsafeMutablePointer<Dyad__V1__WorkoutOrder>
  ) throws(CodecError) -> WorkoutOrder {
    guard let watch = DeviceID(unsafe bytes(message.pointee.watch)) else {
      throw CodecError(.wrongCount, "watch", "it has not \(DeviceID.byteCount) bytes")
    }
    let app = try at("app") { () throws(CodecError) in
      try rules.text(unsafe text(message.pointee.app))
    }
    let number = unsafe Int(message.pointee.kind.rawValue)
    guard let kind = WorkoutSession.Moment.Kind(rawValue: number) else {
      throw CodecError(.outOfRange, "kind", "there is no such kind")
    }
    let name = unsafe bytes(message.pointee.uuid)
    let session = SampleUUID(bytes: name)
    guard session != nil || name.isEmpty else {
      throw CodecError(.wrongCount, "uuid", "it has not \(SampleUUID.byteCount) bytes")
    }
    var change = WorkoutChange(kind, to: session)
    if unsafe message.pointee.plan != nil {
      change.plan = try at("plan") { () throws(CodecError) in
        try unsafe plan(message.pointee.plan)
      }
    }
    do throws(ModelError) {
      return try WorkoutOrder(
        unsafe message.pointee.id, to: watch, for: app.isEmpty ? nil : app, change)
    } catch {
      throw CodecError(.notAllowed, error.detail)
    }
  }
}
