internal import ProtobufWire
internal import TestSupport
internal import Testing

@Suite struct DescriptorTests {
  private static let files = [
    "old.proto": """
    syntax = "proto2";
    package old;
    message Base {
      required int32 id = 1;
      optional string name = 2 [default = "none"];
      repeated int32 loose = 3;
      repeated int32 tight = 4 [packed = true];
      optional group Pair = 5 { optional int32 first = 1; }
      extensions 100 to 199, 500 to max;
      reserved 7, 9 to 11;
      reserved "gone";
    }
    extend Base { optional double extra = 120; }
    """,
    "new.proto": """
    syntax = "proto3";
    package new.v1;
    import public "old.proto";
    enum Colour { option allow_alias = true; NONE = 0; RED = 1; ROUGE = 1; DARK = -2; }
    message Box {
      message Inner { Colour colour = 1; }
      oneof content { string text = 1; Inner inner = 2; }
      optional int32 maybe = 3;
      int32 plain = 4;
      repeated sint64 many = 5;
      repeated string names = 6;
      map<string, Inner> inners = 7;
      old.Base base = 8;
      bytes raw_data_2 = 9 [json_name = "RAW"];
    }
    service Boxes {
      rpc One(Box) returns (Box);
      rpc Many(stream Box) returns (stream old.Base);
      rpc In(stream Box) returns (Box);
      rpc Out(Box) returns (stream Box);
    }
    """,
  ]
  private let pool: DescriptorPool

  init() throws {
    pool = try DescriptorPool(decodingSet: try ProtobufCompiler(Self.files).descriptorSet())
  }

  private func field(_ name: String, of message: String = "new.v1.Box") throws -> FieldDescriptor {
    try #require(pool.message(named: message)?.field(named: name))
  }

  @Test func `files stand after what they import`() throws {
    #expect(pool.files.map(\.name) == ["old.proto", "new.proto"])
    let file = try #require(pool.file(named: "new.proto"))
    #expect(file.package == "new.v1")
    #expect(file.syntax == .proto3)
    #expect(file.dependencies == ["old.proto"])
    #expect(file.publicDependencies == ["old.proto"])
    #expect(pool.file(named: "old.proto")?.syntax == .proto2)
    #expect(try FileDescriptor(decoding: file.bytes).messages.map(\.fullName) == ["new.v1.Box"])
  }

  @Test(arguments: [
    ("text", 1, FieldDescriptor.Kind.string, true), ("inner", 2, .message, true),
    ("maybe", 3, .int32, true), ("plain", 4, .int32, false), ("many", 5, .sint64, false),
    ("names", 6, .string, false), ("inners", 7, .message, false), ("base", 8, .message, true),
    ("raw_data_2", 9, .bytes, false),
  ])
  func `fields are what they were declared as`(
    name: String, number: Int, kind: FieldDescriptor.Kind, hasPresence: Bool
  ) throws {
    let field = try field(name)
    #expect(field.number == number)
    #expect(field.kind == kind)
    #expect(field.hasPresence == hasPresence)
    #expect(pool.message(named: "new.v1.Box")?.field(numbered: number) == field)
  }

  @Test func `types of fields have full names`() throws {
    #expect(try field("inner").typeName == "new.v1.Box.Inner")
    #expect(try field("base").typeName == "old.Base")
    #expect(try field("colour", of: "new.v1.Box.Inner").typeName == "new.v1.Colour")
    #expect(try field("plain").typeName.isEmpty)
  }

  @Test func `names in JSON follow the rule or the option`() throws {
    #expect(try field("raw_data_2").jsonName == "RAW")
    #expect(try field("RAW").name == "raw_data_2")
    #expect(FieldDescriptor.jsonName(for: "raw_data_2") == "rawData2")
    #expect(FieldDescriptor.jsonName(for: "_a__b_") == "AB")
  }

  @Test func `packing follows syntax and option`() throws {
    #expect(try field("many").isPacked)
    #expect(try !field("names").isPacked)
    #expect(try !field("loose", of: "old.Base").isPacked)
    #expect(try field("tight", of: "old.Base").isPacked)
  }

  @Test func `oneofs, optional fields and maps are told apart`() throws {
    let box = try #require(pool.message(named: "new.v1.Box"))
    #expect(box.oneofs == ["content", "_maybe"])
    #expect(try field("text").oneofIndex == 0)
    #expect(try field("maybe").isProto3Optional)
    #expect(try !field("text").isProto3Optional)
    let entry = try #require(pool.mapEntry(of: try field("inners")))
    #expect(entry.key.kind == .string)
    #expect(entry.value.typeName == "new.v1.Box.Inner")
    #expect(pool.mapEntry(of: try field("inner")) == nil)
    #expect(pool.mapEntry(of: try field("names")) == nil)
  }

  @Test func `proto2 keeps its own ways`() throws {
    let base = try #require(pool.message(named: "old.Base"))
    #expect(try field("id", of: "old.Base").label == .required)
    #expect(try field("name", of: "old.Base").defaultValue == "none")
    #expect(try field("pair", of: "old.Base").kind == .group)
    #expect(base.extensionRanges == [100..<200, 500..<0x2000_0000])
    #expect(base.reservedRanges == [7..<8, 9..<12])
    #expect(base.reservedNames == ["gone"])
    let extra = try #require(pool.extensionField(of: "old.Base", numbered: 120))
    #expect(extra.extensionName == "old.extra")
    #expect(extra.kind == .double)
    #expect(pool.extensionField(named: "old.extra") == extra)
    #expect(pool.extensionNumbers(of: "old.Base") == [120])
  }

  @Test func `enums give names and numbers`() throws {
    let colour = try #require(pool.enumeration(named: "new.v1.Colour"))
    #expect(colour.allowsAliases)
    #expect(colour.value(named: "ROUGE")?.number == 1)
    #expect(colour.value(numbered: 1)?.name == "RED")
    #expect(colour.value(numbered: -2)?.name == "DARK")
    #expect(colour.value(numbered: 7) == nil)
  }

  @Test(arguments: [
    ("One", false, false), ("Many", true, true), ("In", true, false), ("Out", false, true),
  ])
  func `methods tell what streams`(name: String, client: Bool, server: Bool) throws {
    let method = try #require(pool.service(named: "new.v1.Boxes")?.method(named: name))
    #expect(method.isClientStreaming == client)
    #expect(method.isServerStreaming == server)
    #expect(method.inputType == "new.v1.Box")
    #expect(method.outputType == (name == "Many" ? "old.Base" : "new.v1.Box"))
  }

  @Test(arguments: [
    "", ".", "new", "new.v1", ".new.v1.Box", "new.v1.Box.", "new.v1.Box.nothing", "NEW.V1.BOX",
  ])
  func `what is not declared is not found`(name: String) {
    #expect(pool.message(named: name) == nil)
    #expect(pool.enumeration(named: name) == nil)
    #expect(pool.service(named: name) == nil)
    #expect(pool.file(declaring: name) == nil)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `changed bytes give descriptors or an error`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let files = pool.files
    for _ in 0..<50 {
      var sets: [[UInt8]] = files.map(\.bytes)
      let file = Int.random(in: sets.indices, using: &generator)
      for _ in 0...generator.next() % 3 where !sets[file].isEmpty {
        let index = Int.random(in: sets[file].indices, using: &generator)
        switch generator.next() % 3 {
        case 0: sets[file][index] ^= 1 << UInt8(generator.next() % 8)
        case 1: sets[file][index] = UInt8(truncatingIfNeeded: generator.next())
        default: sets[file].remove(at: index)
        }
      }
      do throws(WireError) {
        var read: [FileDescriptor] = []
        for bytes in sets { read.append(try FileDescriptor(decoding: bytes)) }
        let pool = try DescriptorPool(read)
        #expect(pool.files.count == files.count, "\(generator)")
      } catch {
        #expect(!error.detail.isEmpty, "\(generator)")
      }
    }
  }
}
