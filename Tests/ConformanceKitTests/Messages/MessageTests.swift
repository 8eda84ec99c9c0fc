internal import ConformanceKit
internal import ConformanceWire
internal import TestSupport
internal import Testing

struct MessageTests {
  @Test func `a tree is read back as it was told`() throws {
    let message = Message(
      "SyncMessage",
      [
        "batch": [
          "view": 0xFFFF_FFFF_FFFF_FFFF,
          "runs": [["type": "T", "count": 0], [:]],
          "log": ["start": ["position": 0], "end": ["position": 7, "incarnation": 9]],
        ]
      ])
    let read = try Message("SyncMessage", decoding: message.encoded())
    #expect(read == message)
    #expect(read.kind() == "batch")
    #expect(read["batch"]["view"].word == .max)
    #expect(read["batch"]["runs"].items.count == 2)
    #expect(read["batch"]["runs"][0]["count"] == 0)
    #expect(!read["batch"]["runs"][1]["count"].isPresent)
    #expect(!read["batch"]["runs"][2].isPresent)
    #expect(!read["hello"]["role"].isPresent)
  }

  @Test func `subscripts build what is not there`() {
    var message = Message("SyncMessage")
    message["hello"]["role"] = 2
    message["hello"]["questions"][0]["app"] = "a"
    message["hello"]["questions"][1]["app"] = "b"
    message["hello"]["questions"][0] = .absent
    #expect(message == Message("SyncMessage", ["hello": ["role": 2, "questions": [["app": "b"]]]]))
    message["hello"]["role"] = .absent
    #expect(message["hello"].keys == ["questions"])
  }

  @Test func `fields that nobody knows are kept`() throws {
    let known: [UInt8] = [0x08, 0x01]
    let unknown: [[UInt8]] = [
      [0xF8, 0x3E, 0x05], [0xFA, 0x3E, 0x01, 0x41], [0xFD, 0x3E, 1, 2, 3, 4],
      [0xF9, 0x3E, 1, 2, 3, 4, 5, 6, 7, 8], [0xFB, 0x3E, 0x08, 0x01, 0xFC, 0x3E],
    ]
    for field in unknown {
      let read = try Message("Hello", decoding: field + known)
      #expect(read["lowest_version"] == 1)
      #expect(read.value.extra == field)
      #expect(read.encoded() == known + field)
    }
  }

  @Test func `of a oneof the last one counts`() throws {
    let first = Message("SyncMessage", ["hello": ["role": 2]]).encoded()
    let second = Message("SyncMessage", ["compared": ["verdict": "BUSY"]]).encoded()
    let read = try Message("SyncMessage", decoding: first + second)
    #expect(read == Message("SyncMessage", ["compared": ["verdict": 3]]))
  }

  @Test func `a message told in two pieces is one`() throws {
    let bytes =
      Message("SyncMessage", ["hello": ["role": 1, "limits": ["samples": 5]]]).encoded()
      + Message("SyncMessage", ["hello": ["role": 2, "limits": ["bytes": 6]]]).encoded()
    let read = try Message("SyncMessage", decoding: bytes)
    #expect(
      read == Message("SyncMessage", ["hello": ["role": 2, "limits": ["samples": 5, "bytes": 6]]]))
  }

  @Test func `numbers are read packed and one by one`() throws {
    let packed = try Message("IntColumn", decoding: [0x22, 2, 2, 4])
    let single = try Message("IntColumn", decoding: [0x20, 2, 0x20, 4])
    let mixed = try Message("IntColumn", decoding: [0x20, 2, 0x22, 1, 4])
    #expect(packed["values"] == [1, 2])
    #expect(single == packed)
    #expect(mixed == packed)
    #expect(try Message("IntColumn", decoding: [0x22, 0])["values"].items.isEmpty)
  }

  @Test(
    arguments: [
      [0x00, 0x00], [0x07], [0x0A, 0x05, 0x01], [0x0F, 0x00], [0x0C], [0x0B, 0x08],
      // `transform` as bytes, a text that is no UTF-8 in a scope, a packed number without an end.
      [0x0A, 0x00], [0x22, 0x01, 0x80], [0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
    ] as [[UInt8]])
  func `what is no message is refused`(bytes: [UInt8]) {
    #expect(throws: MessageError.self) { _ = try Message("IntColumn", decoding: bytes) }
  }

  @Test func `a text that is no UTF-8 is refused`() {
    #expect(throws: MessageError.self) {
      _ = try Message("Text", decoding: [0x0A, 0x02, 0xC3, 0x28])
    }
  }

  @Test func `a group that is too deep is refused`() {
    let deep = [UInt8](repeating: 0x7B, count: 100_000)
    #expect(throws: MessageError.self) { _ = try Message("IntColumn", decoding: deep) }
  }

  @Test func `a text for people is short and has no control characters`() {
    let message = Message(
      "SyncMessage",
      [
        "ended": ["reason": "BRAKE", "detail": "a\u{1B}[31m\"b\""]
      ])
    #expect(
      message.text == """
        SyncMessage
          ended
            reason: BRAKE
            detail: "a\\u{1b}[31m\\"b\\""
        """)
    var long = Message("IntColumn")
    long["values"] = Value((0..<100_000).map { Int64($0) })
    #expect(long.text.utf8.count < 200)
    #expect(long.text.contains("100000 in all"))
  }

  @Test func `every declared message can be told and read`() throws {
    for layout in Schema.shared.messages.values {
      var random = SeededGenerator(seed: UInt64(layout.fields.count))
      for _ in 0..<20 {
        let message = Message(layout.name, RandomTree.value(of: layout, depth: 3, &random))
        let read = try Message(layout.name, decoding: message.encoded())
        #expect(read == message, "\(layout.name)")
        #expect(read.encoded() == message.encoded(), "\(layout.name)")
      }
    }
  }

  @Test func `bytes that somebody broke never trap`() {
    var random = SeededGenerator(seed: 7)
    let layout = Schema.shared.message("SyncMessage")
    var refused = 0
    for _ in 0..<5000 {
      var bytes = Message("SyncMessage", RandomTree.value(of: layout, depth: 5, &random)).encoded()
      guard !bytes.isEmpty else { continue }
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      do {
        _ = try Message("SyncMessage", decoding: bytes).text
      } catch {
        refused += 1
      }
    }
    #expect(refused > 100)
  }

  @Test func `numbers are equal however they are told`() {
    #expect(Value.integer(5) == .unsigned(5))
    #expect(Value.double(5) == 5)
    #expect(Value.double(-0.0) != 0)
    #expect(Value.double(.nan) == .double(.nan))
    #expect(Value.integer(-1) != .unsigned(.max))
    #expect(Set([Value.integer(5), .unsigned(5), .double(5)]).count == 1)
  }
}
