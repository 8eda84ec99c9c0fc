internal import DynamicMessages
internal import ProtobufWire
internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct MessageTranscoderTests {
  private let fixture: Fixture

  init() throws {
    fixture = try Fixture.shared.get()
  }

  private func transcoder(
    _ change: (inout MessageTranscoder.Options) -> Void = { _ in }
  ) -> MessageTranscoder {
    var options = MessageTranscoder.Options()
    change(&options)
    return MessageTranscoder(fixture.pool, options: options)
  }

  private func roundTrip(_ json: String, as message: String) throws -> String {
    let bytes = try transcoder().bytes(from: try JSONValue(parsing: json), as: message)
    return try transcoder().json(from: bytes, as: message).text
  }

  @Test(arguments: [
    (
      "all.Scalars",
      #"{"aDouble":1.5,"aFloat":0.1,"anInt32":-1,"anInt64":"-2","aUint32":4294967295,"#
        + #""aUint64":"18446744073709551615","aSint32":-2147483648,"aSint64":"-9223372036854775808","#
        + #""aFixed32":1,"aFixed64":"2","aSfixed32":-3,"aSfixed64":"-4","aBool":true,"#
        + #""aString":"é\n","aBytes":"AP8=","aColour":"COLOUR_RED"}"#,
      #"""
      a_double: 1.5 a_float: 0.1 an_int32: -1 an_int64: -2 a_uint32: 4294967295
      a_uint64: 18446744073709551615 a_sint32: -2147483648 a_sint64: -9223372036854775808
      a_fixed32: 1 a_fixed64: 2 a_sfixed32: -3 a_sfixed64: -4 a_bool: true
      a_string: "é\n" a_bytes: "\000\377" a_colour: COLOUR_RED
      """#
    ),
    ("all.Scalars", #"{"aDouble":"NaN","aFloat":"-Infinity"}"#, "a_double: nan a_float: -inf"),
    ("all.Scalars", #"{"aDouble":"Infinity","aColour":7}"#, "a_double: inf a_colour: 7"),
    ("all.Scalars", #"{"aDouble":-0.0,"aColour":"COLOUR_DARK"}"#, "a_double: -0 a_colour: -1"),
    (
      "all.Lists",
      #"{"doubles":[0,-1.5],"floats":[3.4028235e+38],"int32s":[0,-1,300],"int64s":["0"],"#
        + #""uint64s":["1","2"],"sint32s":[-1],"fixed32s":[7],"sfixed64s":["-7"],"bools":[true,false],"#
        + #""strings":["","a"],"blobs":[""],"colours":["COLOUR_NONE",9],"scalars":[{},{"aBool":true}],"#
        + #""loose":[1,2]}"#,
      #"""
      doubles: [0, -1.5] floats: 3.4028235e+38 int32s: [0, -1, 300] int64s: 0 uint64s: [1, 2]
      sint32s: -1 fixed32s: 7 sfixed64s: -7 bools: [true, false] strings: ["", "a"] blobs: ""
      colours: [COLOUR_NONE, 9] scalars {} scalars { a_bool: true } loose: [1, 2]
      """#
    ),
    (
      "all.Maps", #"{"texts":{"":"","a":"b"}}"#,
      #"texts { key: "" value: "" } texts { key: "a" value: "b" }"#
    ),
    (
      "all.Maps", #"{"scalars":{"-5":{"aBool":true}}}"#,
      "scalars { key: -5 value { a_bool: true } }"
    ),
    ("all.Maps", #"{"colours":{"true":"COLOUR_RED"}}"#, "colours { key: true value: COLOUR_RED }"),
    (
      "all.Maps", #"{"blobs":{"18446744073709551615":"AQ=="}}"#,
      #"blobs { key: 18446744073709551615 value: "\001" }"#
    ),
    ("all.Choice", #"{"text":""}"#, #"text: """#),
    (
      "all.Choice", #"{"number":0,"maybe":0,"maybeText":""}"#, #"number: 0 maybe: 0 maybe_text: """#
    ),
    ("all.Choice", #"{"inner":{"inner":{}}}"#, "inner { inner {} }"),
    ("all.Choice", #"{"nothing":null}"#, "nothing: NULL_VALUE"),
    (
      "all.Known", #"{"at":"2026-11-21T08:00:00.000000001Z"}"#,
      "at { seconds: 1795248000 nanos: 1 }"
    ),
    ("all.Known", #"{"at":"1969-12-31T23:59:59.500Z"}"#, "at { seconds: -1 nanos: 500000000 }"),
    ("all.Known", #"{"span":"-1.500s"}"#, "span { seconds: -1 nanos: -500000000 }"),
    ("all.Known", #"{"span":"-0.000001s"}"#, "span { nanos: -1000 }"),
    (
      "all.Known", #"{"mask":"a,homeAddress.streetName"}"#,
      #"mask { paths: "a" paths: "home_address.street_name" }"#
    ),
    (
      "all.Known", #"{"value":null,"values":[null,1.5,"x",false,[],{}]}"#,
      """
      value { null_value: NULL_VALUE } values { null_value: NULL_VALUE } values { number_value: 1.5 }
      values { string_value: "x" } values { bool_value: false } values { list_value {} }
      values { struct_value {} }
      """
    ),
    (
      "all.Known", #"{"structure":{"a":{"b":[1]}},"list":[null]}"#,
      """
      structure { fields { key: "a" value { struct_value { fields { key: "b" value {
        list_value { values { number_value: 1 } } } } } } } }
      list { values { null_value: NULL_VALUE } }
      """
    ),
    (
      "all.Known", #"{"any":{"@type":"type.googleapis.com/all.Scalars","anInt32":5}}"#,
      "any { [type.googleapis.com/all.Scalars] { an_int32: 5 } }"
    ),
    (
      "all.Known",
      #"{"any":{"@type":"type.googleapis.com/google.protobuf.Duration","value":"1s"},"empty":{}}"#,
      "any { [type.googleapis.com/google.protobuf.Duration] { seconds: 1 } } empty {}"
    ),
    (
      "all.Known", #"{"any":{"@type":"a/b.C","@bytes":"CAE="}}"#,
      #"any { type_url: "a/b.C" value: "\010\001" }"#
    ),
    (
      "all.Known",
      #"{"aDouble":0,"aFloat":1.5,"anInt64":"5","aUint64":"6","anInt32":7,"aUint32":8,"#
        + #""aBool":true,"aString":"","aBlob":"AQ=="}"#,
      #"""
      a_double {} a_float { value: 1.5 } an_int64 { value: 5 } a_uint64 { value: 6 }
      an_int32 { value: 7 } a_uint32 { value: 8 } a_bool { value: true } a_string {}
      a_blob { value: "\001" }
      """#
    ),
    (
      "old.Base",
      #"{"id":0,"name":"","pair":{"first":1,"second":{"isGood":false}},"item":[{"text":"a"},{}],"#
        + #""loose":[1,2],"tight":[3,4],"kind":"A","[old.extra]":2.5,"[old.Base.inner_extra]":[{"id":1}]}"#,
      """
      id: 0 name: "" Pair { first: 1 second { good: false } } Item { text: "a" } Item {}
      loose: [1, 2] tight: [3, 4] kind: A [old.extra]: 2.5 [old.Base.inner_extra] { id: 1 }
      """
    ),
  ])
  func `bytes are what the compiler makes of the same message`(
    message: String, json: String, text: String
  ) throws {
    let expected = try fixture.compiler.encode(text, as: message)
    let transcoder = transcoder()
    #expect(try transcoder.bytes(from: try JSONValue(parsing: json), as: message) == expected)
    #expect(try transcoder.json(from: expected, as: message).text == json)
  }

  @Test(arguments: [
    (#"{"a_double":1,"an_int32":2}"#, #"{"aDouble":1,"anInt32":2}"#),
    (
      #"{"anInt64":5,"aUint64":6,"anInt32":"7","aDouble":"1.5"}"#,
      #"{"aDouble":1.5,"anInt32":7,"anInt64":"5","aUint64":"6"}"#
    ),
    (
      #"{"anInt32":1.0,"aUint32":1e3,"aSint32":"1e2","aFixed32":"5.0"}"#,
      #"{"anInt32":1,"aUint32":1000,"aSint32":100,"aFixed32":5}"#
    ),
    (#"{"anInt64":"-0","anInt32":-0}"#, "{}"),
    (#"{"aBytes":"_-8"}"#, #"{"aBytes":"/+8="}"#),
    (#"{"aBytes":"/+8"}"#, #"{"aBytes":"/+8="}"#),
    (#"{"aColour":1}"#, #"{"aColour":"COLOUR_RED"}"#),
    (#"{"aString":null,"aColour":null,"aBool":null,"aDouble":null}"#, "{}"),
    (#"{"aDouble":0,"aString":"","aBool":false,"aColour":"COLOUR_NONE","aBytes":""}"#, "{}"),
    (
      #"{"anInt64":9223372036854775807,"aUint64":9007199254740992.0}"#,
      #"{"anInt64":"9223372036854775807","aUint64":"9007199254740992"}"#
    ),
    (#"{"aFloat":1e-50,"aDouble":5e-324}"#, #"{"aDouble":5e-324}"#),
  ])
  func `other forms of a value are read`(json: String, shown: String) throws {
    #expect(try roundTrip(json, as: "all.Scalars") == shown)
  }

  @Test(arguments: [
    ("all.Choice", #"{"text":null,"number":1,"more":null}"#, #"{"number":1}"#),
    ("all.Choice", #"{"maybe":null}"#, "{}"),
    (
      "all.Maps", #"{"texts":{"b":"","a":""},"scalars":{"10":{},"9":{},"-1":{}}}"#,
      #"{"texts":{"a":"","b":""},"scalars":{"-1":{},"9":{},"10":{}}}"#
    ),
    (
      "all.Maps", #"{"colours":{"true":0,"false":1}}"#,
      #"{"colours":{"false":"COLOUR_RED","true":"COLOUR_NONE"}}"#
    ),
    (
      "all.Known", #"{"at":"2026-11-21T09:00:00+01:00","span":"1.5s","empty":{}}"#,
      #"{"at":"2026-11-21T08:00:00Z","span":"1.500s","empty":{}}"#
    ),
    (
      "all.Known", #"{"any":{"aBool":true,"@type":"x/all.Scalars"}}"#,
      #"{"any":{"@type":"x/all.Scalars","aBool":true}}"#
    ),
    (
      "all.Known", #"{"any":{"@type":"x/google.protobuf.Empty","value":{}}}"#,
      #"{"any":{"@type":"x/google.protobuf.Empty"}}"#
    ),
    ("all.Known", #"{"any":{}}"#, #"{"any":{}}"#),
    ("all.Known", #"{"aString":null,"nothing":null,"named":{"a":null}}"#, #"{"named":{"a":null}}"#),
    ("all.Known", #"{"value":9007199254740993}"#, #"{"value":9007199254740992}"#),
    ("google.protobuf.Timestamp", "\"2026-11-21T08:00:00Z\"", "\"2026-11-21T08:00:00Z\""),
    ("google.protobuf.Value", "[1]", "[1]"),
    ("google.protobuf.Empty", "{}", "{}"),
  ])
  func `other forms of a message are read`(message: String, json: String, shown: String) throws {
    #expect(try roundTrip(json, as: message) == shown)
  }

  @Test func `unknown members can be passed over`() throws {
    let json = try JSONValue(parsing: #"{"nothing":[{}],"anInt32":1}"#)
    let bytes = try transcoder { $0.ignoresUnknownMembers = true }
      .bytes(from: json, as: "all.Scalars")
    #expect(try transcoder().json(from: bytes, as: "all.Scalars").text == #"{"anInt32":1}"#)
  }

  @Test func `unknown fields can be refused`() throws {
    var writer = WireWriter()
    writer.write(1, field: 999)
    writer.write(1, field: 3)
    #expect(
      try transcoder().json(from: writer.bytes, as: "all.Scalars").text == #"{"anInt32":1}"#)
    let error = try #require(throws: DynamicMessageError.self) {
      try transcoder { $0.refusesUnknownFields = true }.json(from: writer.bytes, as: "all.Scalars")
    }
    #expect("\(error)" == "cannot decode $: all.Scalars has no field 999")
  }

  @Test func `defaults and names of the declaration are shown on demand`() throws {
    let json = try transcoder {
      $0.showsDefaults = true
      $0.usesProtoNames = true
    }.json(from: [], as: "all.Scalars").text
    #expect(
      json == #"{"a_double":0,"a_float":0,"an_int32":0,"an_int64":"0","a_uint32":0,"#
        + #""a_uint64":"0","a_sint32":0,"a_sint64":"0","a_fixed32":0,"a_fixed64":"0","#
        + #""a_sfixed32":0,"a_sfixed64":"0","a_bool":false,"a_string":"","a_bytes":"","#
        + #""a_colour":"COLOUR_NONE"}"#)
    let choice = try transcoder { $0.showsDefaults = true }.json(from: [], as: "all.Choice")
    #expect(choice.text == #"{"more":[],"named":{}}"#)
  }

  @Test(arguments: [
    ("all.Lists", "18 01 1a 02 02 03 18 04", #"{"int32s":[1,2,3,4]}"#),
    ("all.Lists", "92 01 02 01 02", #"{"loose":[1,2]}"#),
    ("all.Scalars", "18 01 18 02", #"{"anInt32":2}"#),
    ("all.Scalars", "18 00", "{}"),
    ("all.Scalars", "18 ff ff ff ff 0f", #"{"anInt32":-1}"#),
    ("all.Choice", "0a 01 61 10 05", #"{"number":5}"#),
    ("all.Choice", "1a 02 10 01 1a 02 28 02", #"{"inner":{"number":1,"maybe":2}}"#),
    ("all.Choice", "1a 02 10 01 10 05 1a 02 28 02", #"{"inner":{"maybe":2}}"#),
    ("all.Maps", "0a 00", #"{"texts":{"":""}}"#),
    ("all.Maps", "0a 06 0a 01 61 12 01 62 0a 06 0a 01 61 12 01 63", #"{"texts":{"a":"c"}}"#),
    ("all.Maps", "12 02 08 05", #"{"scalars":{"5":{}}}"#),
    ("all.Known", "2a 00", #"{"value":null}"#),
    ("all.Known", "3a 03 12 01 08", #"{"any":{"@type":"","@bytes":"CA=="}}"#),
    ("old.Base", "38 07", #"{"kind":7}"#),
  ])
  func `bytes of other writers are read`(message: String, text: String, json: String) throws {
    #expect(try transcoder().json(from: bytes(text), as: message).text == json)
  }
}
