internal import DynamicMessages
internal import ProtobufWire
internal import Testing
internal import TextFormats

@Suite struct TranscoderErrorTests {
  private let transcoder: MessageTranscoder

  init() throws {
    transcoder = MessageTranscoder(try Fixture.shared.get().pool)
  }

  @Test(arguments: [
    ("all.Scalars", #"[]"#, "$: expected an object"),
    ("all.Scalars", #"{"x":1}"#, "$.x: all.Scalars has no such field"),
    ("all.Scalars", #"{"a b":1}"#, #"$["a b"]: all.Scalars has no such field"#),
    ("all.Scalars", #"{"":1}"#, #"$[""]: all.Scalars has no such field"#),
    ("all.Scalars", #"{"anInt32":true}"#, "$.anInt32: expected an int32"),
    ("all.Scalars", #"{"anInt32":1.5}"#, "$.anInt32: expected an int32"),
    ("all.Scalars", #"{"anInt32":""}"#, "$.anInt32: expected an int32"),
    ("all.Scalars", #"{"anInt32":" 1"}"#, "$.anInt32: expected an int32"),
    ("all.Scalars", #"{"anInt32":"+1"}"#, "$.anInt32: expected an int32"),
    ("all.Scalars", #"{"anInt32":"01"}"#, "$.anInt32: expected an int32"),
    ("all.Scalars", #"{"anInt32":"-"}"#, "$.anInt32: expected an int32"),
    ("all.Scalars", #"{"anInt32":"٣"}"#, "$.anInt32: expected an int32"),
    (
      "all.Scalars", #"{"an_int32":2147483648}"#,
      "$.an_int32: expected an int32, which is -2147483648 to 2147483647"
    ),
    (
      "all.Scalars", #"{"aUint64":-1}"#,
      "$.aUint64: expected a uint64, which is 0 to 18446744073709551615"
    ),
    (
      "all.Scalars", #"{"aUint64":"18446744073709551616"}"#,
      "$.aUint64: expected a uint64, which is 0 to 18446744073709551615"
    ),
    (
      "all.Scalars", #"{"aUint64":18446744073709551615}"#,
      "$.aUint64: write a number this large in quotes"
    ),
    ("all.Scalars", #"{"aFloat":1e39}"#, "$.aFloat: the number is too large for a float"),
    (
      "all.Scalars", #"{"aDouble":"nan"}"#,
      #"$.aDouble: expected a number, "NaN", "Infinity" or "-Infinity""#
    ),
    ("all.Scalars", #"{"aBool":"true"}"#, "$.aBool: expected true or false"),
    ("all.Scalars", #"{"aBool":1}"#, "$.aBool: expected true or false"),
    ("all.Scalars", #"{"aString":1}"#, "$.aString: expected a text"),
    ("all.Scalars", #"{"aBytes":"a"}"#, "$.aBytes: expected base64"),
    ("all.Scalars", #"{"aBytes":"ab=c"}"#, "$.aBytes: expected base64"),
    ("all.Scalars", #"{"aBytes":"ab="}"#, "$.aBytes: expected base64"),
    ("all.Scalars", #"{"aBytes":"ab "}"#, "$.aBytes: expected base64"),
    ("all.Scalars", #"{"aBytes":"AR=="}"#, "$.aBytes: expected base64"),
    ("all.Scalars", #"{"aColour":"RED"}"#, "$.aColour: the enum has no such value"),
    ("all.Scalars", #"{"aColour":"1"}"#, "$.aColour: the enum has no such value"),
    ("all.Scalars", #"{"aColour":1.5}"#, "$.aColour: expected an enum's number"),
    (
      "all.Scalars", #"{"aColour":true}"#,
      "$.aColour: expected the name of an enum's value, or its number"
    ),
    ("all.Scalars", #"{"aBool":true,"a_bool":true}"#, "$.a_bool: the field is given twice"),
    ("all.Scalars", #"{"aBool":null,"a_bool":true}"#, "$.a_bool: the field is given twice"),
    ("all.Lists", #"{"int32s":1}"#, "$.int32s: expected an array"),
    ("all.Lists", #"{"int32s":[1,null]}"#, "$.int32s[1]: expected an int32"),
    ("all.Lists", #"{"scalars":[{},{"aBool":0}]}"#, "$.scalars[1].aBool: expected true or false"),
    ("all.Lists", #"{"scalars":[null]}"#, "$.scalars[0]: expected an object"),
    ("all.Maps", #"{"texts":[]}"#, "$.texts: expected an object"),
    ("all.Maps", #"{"texts":{"a":null}}"#, #"$.texts["a"]: expected a text"#),
    ("all.Maps", #"{"scalars":{"x":{}}}"#, #"$.scalars["x"]: as the key, expected an int32"#),
    ("all.Maps", #"{"colours":{"1":0}}"#, #"$.colours["1"]: as the key, expected true or false"#),
    (
      "all.Maps", #"{"scalars":{"1":{"aBool":0}}}"#,
      #"$.scalars["1"].aBool: expected true or false"#
    ),
    (
      "all.Choice", #"{"text":"","number":0}"#,
      "$.number: another field of the oneof kind is given, too"
    ),
    (
      "all.Choice", #"{"inner":{"inner":{"x":0}}}"#, "$.inner.inner.x: all.Choice has no such field"
    ),
    (
      "all.Known", #"{"at":"2026-11-21"}"#,
      "$.at: expected an instant such as 2026-11-21T08:00:00Z"
    ),
    ("all.Known", #"{"at":0}"#, "$.at: expected an instant such as 2026-11-21T08:00:00Z"),
    ("all.Known", #"{"span":"1"}"#, "$.span: expected seconds such as 1.5s"),
    ("all.Known", #"{"span":"315576000001s"}"#, "$.span: expected seconds such as 1.5s"),
    ("all.Known", #"{"span":"1.0000000000s"}"#, "$.span: expected seconds such as 1.5s"),
    ("all.Known", #"{"span":"--1s"}"#, "$.span: expected seconds such as 1.5s"),
    ("all.Known", #"{"span":".5s"}"#, "$.span: expected seconds such as 1.5s"),
    ("all.Known", #"{"mask":"a_b"}"#, "$.mask: expected paths such as name,homeAddress.street"),
    ("all.Known", #"{"mask":"a,"}"#, "$.mask: expected paths such as name,homeAddress.street"),
    ("all.Known", #"{"structure":[]}"#, "$.structure: expected an object"),
    ("all.Known", #"{"list":{}}"#, "$.list: expected an array"),
    ("all.Known", #"{"aBool":{"value":true}}"#, "$.aBool: expected true or false"),
    ("all.Known", #"{"any":{"aBool":true}}"#, "$.any[\"@type\"]: expected the URL of a type"),
    (
      "all.Known", #"{"any":{"@type":"all.Scalars"}}"#,
      "$.any[\"@type\"]: expected a URL that ends in a type's name"
    ),
    (
      "all.Known", #"{"any":{"@type":"x/no.Such"}}"#,
      "$.any: the type no.Such is not in the descriptors"
    ),
    (
      "all.Known", #"{"any":{"@type":"x/google.protobuf.Duration"}}"#,
      "$.any: expected @type and value, and nothing else"
    ),
    (
      "all.Known", #"{"any":{"@type":"x/google.protobuf.Duration","value":"1"}}"#,
      "$.any.value: expected seconds such as 1.5s"
    ),
    (
      "all.Known", #"{"any":{"@type":"x/all.Scalars","x":1}}"#,
      "$.any.x: all.Scalars has no such field"
    ),
    ("all.Known", #"{"empty":{"a":1}}"#, "$.empty.a: google.protobuf.Empty has no such field"),
    ("old.Base", "{}", "$.id: the field is required"),
    (
      "old.Base", #"{"id":1,"[old.nothing]":1}"#, #"$["[old.nothing]"]: old.Base has no such field"#
    ),
    ("no.Such", "{}", "$: the type no.Such is not in the descriptors"),
  ])
  func `JSON that does not fit is refused at its place`(
    message: String, json: String, reason: String
  ) throws {
    let error = try #require(throws: DynamicMessageError.self) {
      try transcoder.bytes(from: try JSONValue(parsing: json), as: message)
    }
    #expect("\(error)" == "cannot encode \(reason)")
  }

  @Test(arguments: [
    ("all.Scalars", "1a 00", "$.anInt32: the bytes have another type than the field"),
    ("all.Scalars", "72 01 ff", "$.aString: the text is not UTF-8"),
    ("all.Scalars", "18", "$: the bytes end inside a varint"),
    ("all.Lists", "1a 01 80", "$: the bytes end inside a varint"),
    ("all.Lists", "72 01 61 72 01 ff", "$.strings[1]: the text is not UTF-8"),
    ("all.Lists", "8a 01 00 8a 01 02 18 80", "$.scalars[1]: the bytes end inside a varint"),
    ("all.Lists", "88 01 01", "$.scalars: the bytes have another type than the field"),
    ("all.Maps", "08 01", "$.texts: the bytes have another type than the field"),
    ("all.Maps", "0a 06 0a 01 61 12 01 ff", #"$.texts["a"]: the text is not UTF-8"#),
    ("all.Maps", "0a 03 0a 01 ff", "$.texts: the text is not UTF-8"),
    ("all.Choice", "18 01", "$.inner: the bytes have another type than the field"),
    ("all.Known", "0a 06 10 80 94 eb dc 03", "$.at: the instant lies outside the years 1 to 9999"),
    (
      "all.Known", "12 0d 08 01 10 ff ff ff ff ff ff ff ff ff 01",
      "$.span: the span is longer than any may be, or has two signs"
    ),
    ("all.Known", "1a 04 0a 02 41 62", "$.mask: a path has no form in JSON"),
    ("all.Known", "2a 09 11 00 00 00 00 00 00 f8 7f", "$.value: JSON has no number for it"),
    ("all.Known", "2a 02 08", "$: 2 bytes were announced and 1 are there"),
    ("all.Known", "2a 02 10 01", "$.value: expected eight bytes, got a varint"),
    ("old.Base", "18 01", "$.pair: the bytes have another type than the field"),
    ("old.Base", "1a 00", "$.pair: the bytes have another type than the field"),
  ])
  func `bytes that are no such message are refused at their place`(
    message: String, text: String, reason: String
  ) throws {
    let error = try #require(throws: DynamicMessageError.self) {
      try transcoder.json(from: bytes(text), as: message)
    }
    #expect("\(error)" == "cannot decode \(reason)")
  }

  @Test func `nesting is bounded both ways`() throws {
    func nested(_ depth: Int) -> JSONValue {
      (0..<depth).reduce(.object([])) { inner, _ in .object([.init("inner", inner)]) }
    }
    let deepest = MessageTranscoder.maximumDepth - 1
    let bytes = try transcoder.bytes(from: nested(deepest), as: "all.Choice")
    let shown = try transcoder.json(from: bytes, as: "all.Choice")
    #expect(try JSONValue(parsing: shown.text) == nested(deepest))
    let error = try #require(throws: DynamicMessageError.self) {
      try transcoder.bytes(from: nested(deepest + 1), as: "all.Choice")
    }
    #expect(error.code == .tooDeep)
    var message = bytes
    for _ in 0..<200 {
      var writer = WireWriter()
      writer.write(message, field: 3)
      message = writer.bytes
      let error = try #require(throws: DynamicMessageError.self) {
        try transcoder.json(from: message, as: "all.Choice")
      }
      #expect(error.code == .tooDeep)
    }
  }

  @Test(arguments: ["google.protobuf.Value", "all.Choice"])
  func `the deepest JSON that is made can be read again`(type: String) throws {
    // Lists in lists, or messages in lists in messages: two ways to reach the depth.
    let isValue = type == "google.protobuf.Value"
    var made: [Bool] = []
    for depth in 20..<80 {
      var bytes: [UInt8] = []
      for _ in 0..<depth {
        var writer = WireWriter()
        if isValue {
          writer.writeMessage(field: 6) { list in
            list.write(bytes, field: 1, always: true)
          }
        } else {
          writer.write(bytes, field: 7, always: true)
        }
        bytes = writer.bytes
      }
      let json = try? transcoder.json(from: bytes, as: type)
      if let json { #expect(throws: Never.self) { try JSONValue(parsing: json.text) } }
      made.append(json != nil)
    }
    #expect(made.first == true)
    #expect(made.last == false)
  }

  @Test func `a small message that stands for much JSON is refused`() throws {
    var options = MessageTranscoder.Options()
    options.showsDefaults = true
    let eager = MessageTranscoder(transcoder.pool, options: options)
    // Two bytes for sixteen values.
    var writer = WireWriter()
    for _ in 0..<70_000 { writer.write([] as [UInt8], field: 17, always: true) }
    #expect(throws: Never.self) { try transcoder.json(from: writer.bytes, as: "all.Lists") }
    let error = try #require(throws: DynamicMessageError.self) {
      try eager.json(from: writer.bytes, as: "all.Lists")
    }
    #expect(error.code == .tooLarge)
    var packed = WireWriter()
    packed.write([UInt8](repeating: 1, count: 1_000_001), field: 13)
    let other = try #require(throws: DynamicMessageError.self) {
      try transcoder.json(from: packed.bytes, as: "all.Lists")
    }
    #expect(other.code == .tooLarge)
  }

  @Test func `many pieces of one message are merged in time that fits their number`() throws {
    var writer = WireWriter()
    for number in 0..<50_000 {
      writer.writeMessage(field: 3) { inner in inner.write(number, field: 5, always: true) }
    }
    let json = try transcoder.json(from: writer.bytes, as: "all.Choice")
    #expect(json.text == #"{"inner":{"maybe":49999}}"#)
  }

  @Test func `an error never holds a value`() throws {
    let secret = "hunter2"
    let json = JSONValue.object([
      .init("at", .string(secret)), .init("span", .string(secret)),
      .init("aDouble", .string(secret)),
    ])
    for member in json.objectValue ?? [] {
      let error = try #require(throws: DynamicMessageError.self) {
        try transcoder.bytes(from: .object([member]), as: "all.Known")
      }
      #expect(!"\(error)".contains(secret))
    }
  }
}
