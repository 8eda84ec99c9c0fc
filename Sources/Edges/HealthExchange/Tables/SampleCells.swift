package import HealthModel
package import SQLiteCore
internal import TextFormats

/// What is special to the samples of one kind, as columns of a table.
package struct SampleCells {
  package let columns: [TableColumn]
  private let type: ObjectType
  private let documents: Bool
  private var dates = DateWriter(.iso)

  /// - Parameters:
  ///   - type: Of samples.
  ///   - documents: Whether the bytes of documents have a column.
  package init(_ type: ObjectType, documents: Bool) {
    self.type = type
    self.documents = documents
    let kind = type.description?.kind
    let names: [String] =
      switch kind {
      case .quantity: ["value", "unit"]
      case .category: ["value", "meaning"]
      case .correlation: ["members"]
      case .workout:
        [
          "activity", "seconds", "energy", "energy_unit", "distance", "distance_unit", "strokes",
          "events", "legs",
        ]
      case .document:
        ["title", "patient", "author", "custodian", "byte_count"] + (documents ? ["bytes"] : [])
      case .details: ["details"]
      default: []
      }
    columns = names.map { name in
      switch name {
      case "value" where kind == .category: TableColumn(name, "INTEGER")
      case "value", "seconds", "energy", "distance", "strokes": TableColumn(name, "REAL")
      case "byte_count": TableColumn(name, "INTEGER")
      case "bytes": TableColumn(name, "BLOB")
      default: TableColumn(name, "TEXT")
      }
    }
  }

  /// The cells of a row, one for each column.
  package mutating func cells(_ run: SampleRun, _ row: Int, _ parts: ExportParts) -> [SQLValue] {
    switch run.payload {
    case .quantity(let values, let units):
      return [.number(values[row]), .text(units[row].unitString)]
    case .category(let values): return [.integer(values[row]), SQLValue(meaning(values[row]))]
    case .objects(let bodies):
      switch bodies[row] {
      case .correlation(let members): return [.text(json(members, parts).text)]
      case .workout(let workout): return cells(workout)
      case .document(let document):
        let texts = [
          document.title, document.patientName, document.authorName, document.custodianName,
        ]
        return texts.map { .text($0) } + [.integer(document.byteCount)]
          + (documents ? [parts.documents[run.uuids[row]].map(SQLValue.bytes) ?? .null] : [])
      case .details(let details): return [.text(ExactValue.json(details).text)]
      default: return columns.map { _ in .null }
      }
    }
  }

  private func meaning(_ value: Int64) -> String? {
    guard let range = type.description?.categoryValues, range.contains(value) else { return nil }
    return type.description?.categoryNames[Int(value - range.lowerBound)]
  }

  private func json(_ members: Members, _ parts: ExportParts) -> JSONValue {
    .array(
      members.uuids.enumerated().map { row, uuid in
        var fields: [JSONValue.Member] = [.init("type", .string(members.types[row].name))]
        if case .quantity(let quantity) = parts.members[uuid]?.value {
          fields.append(.init("value", .number(quantity.value)))
          fields.append(.init("unit", .string(quantity.unit.unitString)))
        }
        fields.append(.init("uuid", .string(uuid.description)))
        return .object(fields)
      })
  }

  private mutating func cells(_ workout: Workout) -> [SQLValue] {
    let activity = Int(exactly: workout.activity).flatMap { WorkoutActivityType(rawValue: $0) }
    let energy = workout.totalEnergyBurned
    let distance = workout.totalDistance
    return [
      activity.map { .text("\($0)") } ?? .integer(workout.activity), .number(workout.duration),
      energy.map { .number($0.value) } ?? .null, SQLValue(energy?.unit.unitString),
      distance.map { .number($0.value) } ?? .null, SQLValue(distance?.unit.unitString),
      workout.totalSwimmingStrokeCount.map { .number($0.value) } ?? .null,
      workout.events.isEmpty
        ? .null : .text(ExactValue.json(workout.events, &dates).text),
      workout.legs.isEmpty ? .null : .text(ExactValue.json(workout.legs, &dates).text),
    ]
  }
}
