internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore

extension StoreService {
  /// Adds the methods that tell what the user said of themselves and prefers.
  func addRecords(to router: inout CallerRouter) {
    router.unary(StoreMethods.getCharacteristic) { request, call in
      try await answer(call) { view in
        let type = try ObjectType(wire: request.type, field: "type")
        guard let kind = Characteristic.Kind(type) else {
          throw ModelError(
            .invalidArgument, cannot: "read the characteristic",
            "\(type.identifier) is no characteristic")
        }
        var response = GetCharacteristicResponse()
        response.characteristic = try Self.encoded(await view.access.characteristic(kind))
        return response
      }
    }
    router.unary(StoreMethods.getPreferredUnits) { request, call in
      try await answer(call) { view in
        let types = try ObjectType.types(wire: request.types, field: "types")
        return try Self.told(await view.access.preferredUnits(of: Set(types)))
      }
    }
    router.serverStreaming(StoreMethods.followPreferredUnits) { request, responses, call in
      try await stand(call) { view in
        let types = try ObjectType.types(wire: request.types, field: "types")
        for try await units in view.access.livePreferredUnits(of: Set(types)) {
          try await responses.send(try Self.told(units))
        }
        try Task.checkCancellation()
        throw Self.closed
      }
    }
  }

  private static func told(
    _ units: [ObjectType: Unit]
  ) throws -> GetPreferredUnitsResponse {
    var response = GetPreferredUnitsResponse()
    response.preferences = try units.sorted { $0.key < $1.key }.map {
      type, unit in
      try encoded(UnitPreference(of: type, unit))
    }
    return response
  }

  private static func encoded(_ record: some Message) throws(StorageError) -> [UInt8] {
    do throws(CodecError) {
      return try record.encoded()
    } catch {
      throw StorageError(.damaged, cannot: "tell the record", "\(error)")
    }
  }
}
