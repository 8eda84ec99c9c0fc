internal import DynamicMessages
internal import ProtobufWire
internal import TestSupport
internal import Testing

@Suite struct DescriptorTextTests {
  private let pool: DescriptorPool

  init() throws {
    pool = try Fixture.shared.get().pool
  }

  @Test(arguments: ["all.proto", "old.proto"])
  func `the compiler makes the same descriptors of the text`(name: String) throws {
    let file = try #require(pool.file(named: name))
    let text = DescriptorText.text(of: file, in: pool)
    let again = try DescriptorPool(
      decodingSet: try ProtobufCompiler([name: text]).descriptorSet())
    #expect(again.file(named: name)?.bytes == file.bytes, "\(text)")
  }

  @Test(arguments: [
    (
      "all.Colour",
      """
      enum Colour {
        COLOUR_NONE = 0;
        COLOUR_RED = 1;
        COLOUR_DARK = -1;
      }

      """
    ),
    (
      "all.Service",
      """
      service Service {
        rpc Call(Scalars) returns (stream Choice);
      }

      """
    ),
    (
      "all.Choice",
      """
      message Choice {
        oneof kind {
          string text = 1;
          int32 number = 2;
          Choice inner = 3;
          .google.protobuf.NullValue nothing = 4;
        }
        optional int32 maybe = 5;
        optional string maybe_text = 6;
        repeated Choice more = 7;
        map<string, Choice> named = 8;
      }

      """
    ),
    (
      "old.Base.Pair2",
      """
      message Pair2 {
        optional bool good = 1 [json_name = "isGood"];
      }

      """
    ),
    ("google.protobuf.Empty", "message Empty {}\n"),
  ])
  func `a declaration is shown as it is written`(symbol: String, text: String) {
    #expect(DescriptorText.text(of: symbol, in: pool) == text)
  }

  @Test func `a name that means something nearer is written in full`() throws {
    let file = """
      syntax = "proto3";
      package p.q;
      message A { int32 x = 1; }
      message B { message A {} .p.q.A far = 1; A near = 2; message C { A near = 1; .p.q.A far = 2; } }
      """
    let compiler = try ProtobufCompiler(["a.proto": file])
    let pool = try DescriptorPool(decodingSet: try compiler.descriptorSet())
    let text = DescriptorText.text(of: try #require(pool.file(named: "a.proto")), in: pool)
    #expect(text.contains(".p.q.A far = 1;"))
    #expect(text.contains(" A near = 2;"))
    let again = try DescriptorPool(
      decodingSet: try ProtobufCompiler(["a.proto": text]).descriptorSet())
    #expect(again.files.first?.bytes == pool.files.first?.bytes)
  }

  @Test func `a file without a package has plain names`() throws {
    let compiler = try ProtobufCompiler([
      "a.proto": "syntax = \"proto3\"; message A {} message B { A a = 1; }"
    ])
    let pool = try DescriptorPool(decodingSet: try compiler.descriptorSet())
    #expect(DescriptorText.text(of: "B", in: pool) == "message B {\n  A a = 1;\n}\n")
  }

  @Test func `imports are shown`() throws {
    let compiler = try ProtobufCompiler([
      "a.proto": "syntax = \"proto3\"; package a; message A {}",
      "b.proto":
        "syntax = \"proto2\"; import public \"a.proto\"; message B { optional a.A a = 1; }",
      "c.proto": "syntax = \"proto3\"; package c; import \"b.proto\"; message C { a.A a = 1; }",
    ])
    let pool = try DescriptorPool(decodingSet: try compiler.descriptorSet())
    let b = DescriptorText.text(of: try #require(pool.file(named: "b.proto")), in: pool)
    #expect(b.contains("\nimport public \"a.proto\";\n"))
    let c = DescriptorText.text(of: try #require(pool.file(named: "c.proto")), in: pool)
    #expect(c.contains("\nimport \"b.proto\";\n"))
    #expect(c.contains("  .a.A a = 1;\n"))
  }

  @Test func `what is not declared has no text`() {
    #expect(DescriptorText.text(of: "all.Nothing", in: pool) == nil)
  }
}
