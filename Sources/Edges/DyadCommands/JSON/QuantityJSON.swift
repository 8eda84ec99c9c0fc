internal import HealthModel
internal import TextFormats

/// Quantities in JSON: `{"value":21,"unit":"degC"}`.
enum QuantityJSON {
  static func value(of quantity: Quantity) -> JSONValue {
    .object([
      .init("value", .number(quantity.value)), .init("unit", .string(quantity.unit.unitString)),
    ])
  }

  static func quantity(from value: JSONValue, at path: String) throws(FieldError) -> Quantity {
    var fields = try ObjectFields(value, at: path)
    let number = try fields.number("value")
    let unit = try fields.text("unit")
    guard let number, let unit else {
      throw FieldError(
        fields.path(of: number == nil ? "value" : "unit"), "it is missing",
        advice: "Write it like {\"value\":21,\"unit\":\"degC\"}.")
    }
    let quantity = Quantity(number, try self.unit(unit, at: fields.path(of: "unit")))
    try fields.finish("value, unit")
    return quantity
  }

  static func unit(_ text: String, at path: String) throws(FieldError) -> Unit {
    do throws(ModelError) {
      return try Unit(parsing: text)
    } catch {
      throw FieldError(path, error.detail, advice: "Write it like count/min, mg/dL, kcal or %.")
    }
  }
}
