internal import ConformanceKit
internal import ConformanceWire
internal import Testing

struct SchemaTests {
  @Test func `fields, oneofs, enumerations and calls are those of the text`() throws {
    let sync = Schema.shared.message("SyncMessage")
    #expect(sync.field(named: "ended")?.number == 13)
    #expect(sync.field(numbered: 7)?.typeName == "dyad.v1.ChangeBatch")
    #expect(sync.fields.allSatisfy { $0.oneof == "kind" })
    let column = Schema.shared.message("IntColumn")
    #expect(column.field(named: "values")?.isPacked == true)
    #expect(column.field(named: "start")?.kind == .sint64)
    // A field that is optional is of no oneof that anybody wrote.
    let optional = Schema.shared.messages.values.flatMap(\.fields).filter {
      $0.name == "connected_since"
    }
    #expect(!optional.isEmpty && optional.allSatisfy { $0.oneof == nil })
    let reason = try #require(Schema.shared.enumerations["dyad.v1.SessionEnd.Reason"])
    #expect(reason.numbers["VIOLATION"] == 6)
    let session = try #require(Schema.shared.methods["dyad.v1.Sync/Session"])
    #expect(session.input == "dyad.v1.SyncMessage")
    #expect(session.clientStreams && session.serverStreams)
  }
}
