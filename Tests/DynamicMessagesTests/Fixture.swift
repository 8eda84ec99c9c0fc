internal import DynamicMessages
internal import ProtobufWire
internal import TestSupport

/// The messages that the tests speak of, compiled once.
struct Fixture: Sendable {
  static let shared = Result { try Fixture() }

  let compiler: ProtobufCompiler
  let pool: DescriptorPool

  init() throws {
    compiler = try ProtobufCompiler(["all.proto": all, "old.proto": old])
    pool = try DescriptorPool(decodingSet: try compiler.descriptorSet())
  }
}

private let all = """
  syntax = "proto3";
  package all;
  import "google/protobuf/any.proto";
  import "google/protobuf/duration.proto";
  import "google/protobuf/empty.proto";
  import "google/protobuf/field_mask.proto";
  import "google/protobuf/struct.proto";
  import "google/protobuf/timestamp.proto";
  import "google/protobuf/wrappers.proto";

  enum Colour { COLOUR_NONE = 0; COLOUR_RED = 1; COLOUR_DARK = -1; }

  message Scalars {
    double a_double = 1;
    float a_float = 2;
    int32 an_int32 = 3;
    int64 an_int64 = 4;
    uint32 a_uint32 = 5;
    uint64 a_uint64 = 6;
    sint32 a_sint32 = 7;
    sint64 a_sint64 = 8;
    fixed32 a_fixed32 = 9;
    fixed64 a_fixed64 = 10;
    sfixed32 a_sfixed32 = 11;
    sfixed64 a_sfixed64 = 12;
    bool a_bool = 13;
    string a_string = 14;
    bytes a_bytes = 15;
    Colour a_colour = 16;
  }

  message Lists {
    repeated double doubles = 1;
    repeated float floats = 2;
    repeated int32 int32s = 3;
    repeated int64 int64s = 4;
    repeated uint64 uint64s = 6;
    repeated sint32 sint32s = 7;
    repeated fixed32 fixed32s = 9;
    repeated sfixed64 sfixed64s = 12;
    repeated bool bools = 13;
    repeated string strings = 14;
    repeated bytes blobs = 15;
    repeated Colour colours = 16;
    repeated Scalars scalars = 17;
    repeated int32 loose = 18 [packed = false];
  }

  message Maps {
    map<string, string> texts = 1;
    map<int32, Scalars> scalars = 2;
    map<bool, Colour> colours = 3;
    map<uint64, bytes> blobs = 4;
    map<sint64, double> doubles = 5;
    map<sfixed32, int64> longs = 6;
  }

  message Choice {
    oneof kind {
      string text = 1;
      int32 number = 2;
      Choice inner = 3;
      google.protobuf.NullValue nothing = 4;
    }
    optional int32 maybe = 5;
    optional string maybe_text = 6;
    repeated Choice more = 7;
    map<string, Choice> named = 8;
  }

  message Known {
    google.protobuf.Timestamp at = 1;
    google.protobuf.Duration span = 2;
    google.protobuf.FieldMask mask = 3;
    google.protobuf.Struct structure = 4;
    google.protobuf.Value value = 5;
    google.protobuf.ListValue list = 6;
    google.protobuf.Any any = 7;
    google.protobuf.Empty empty = 8;
    google.protobuf.DoubleValue a_double = 9;
    google.protobuf.FloatValue a_float = 10;
    google.protobuf.Int64Value an_int64 = 11;
    google.protobuf.UInt64Value a_uint64 = 12;
    google.protobuf.Int32Value an_int32 = 13;
    google.protobuf.UInt32Value a_uint32 = 14;
    google.protobuf.BoolValue a_bool = 15;
    google.protobuf.StringValue a_string = 16;
    google.protobuf.BytesValue a_blob = 17;
    repeated google.protobuf.Value values = 18;
    repeated google.protobuf.Timestamp times = 19;
    map<string, google.protobuf.Value> named = 20;
    google.protobuf.NullValue nothing = 21;
  }

  service Service { rpc Call(Scalars) returns (stream Choice); }
  """

private let old = """
  syntax = "proto2";
  package old;

  message Base {
    message Pair2 { optional bool good = 1 [json_name = "isGood"]; }
    required int32 id = 1;
    optional string name = 2 [default = "say \\"x\\"\\n"];
    optional group Pair = 3 { optional int32 first = 1; optional Pair2 second = 2; }
    repeated group Item = 4 { optional string text = 1; }
    repeated int32 loose = 5;
    repeated int32 tight = 6 [packed = true];
    optional Kind kind = 7 [default = B];
    optional bytes blob = 8 [default = "\\001\\"z"];
    extensions 100 to 199, 500 to max;
    reserved 20, 30 to 40;
    reserved "gone", "lost";
    enum Kind { A = 1; B = 2; reserved 5, 7 to 9, 100 to max; reserved "C"; }
    extend Base { repeated Base inner_extra = 101; }
  }

  extend Base { optional double extra = 100; optional Base.Pair2 pair_extra = 102; }
  """
