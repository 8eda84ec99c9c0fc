internal import HealthModel
internal import SQLiteCore
internal import StoreAccess

/// The samples of all types, with what they have in common.
struct AllSamplesTable: VirtualTable {
  let columns =
    SampleColumns.dates + [
      TableColumn("type", "TEXT"), TableColumn("value", "REAL"), TableColumn("unit", "TEXT"),
    ] + SampleColumns.origin
  let key = ["uuid"]
  private let data: any OwnerAccess
  private let units: [ObjectType: Unit]
  private let conditions: SampleConditions

  private static let originAt = SampleColumns.dates.count + 3

  init(in units: [ObjectType: Unit], of data: any OwnerAccess) {
    self.data = data
    self.units = units
    var roles = SampleColumns.roles(originAt: Self.originAt)
    roles[2] = .type
    conditions = SampleConditions(roles: roles, valueAt: 3, originAt: Self.originAt)
  }

  func plan(_ question: TableQuestion) -> TablePlan {
    var plan = conditions.plan(question)
    // One type comes after the other.
    plan.isOrdered = false
    let ofRows = Set(
      question.conditions.indices.filter { question.conditions[$0].comparison.isOfRows })
    if !question.order.isEmpty { plan.taken.removeAll { ofRows.contains($0) } }
    return plan
  }

  func scan(_ request: TableRequest) -> any TableScan {
    let feed = Feed<SamplePart>(holding: SamplePart.mostReady, by: \.run.count) { put in
      for type in try await data.counts().keys.sorted(by: { $0.name < $1.name })
      where conditions.allows(type, request) {
        try await data.read(type, request, by: conditions) { await put($0) }
      }
    }
    return SampleScan(feed, request, by: conditions, in: units) { part, _, column in
      switch column {
      case 2: .text(part.run.type.name)
      case 4: SQLValue(units[part.run.type]?.unitString)
      default: .null
      }
    }
  }
}
