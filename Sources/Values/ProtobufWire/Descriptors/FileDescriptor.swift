/// What one `.proto` file declares.
package struct FileDescriptor: Sendable {
  /// The rules that a file is written by.
  package enum Syntax: String, Sendable {
    case proto2
    case proto3
    /// By editions; fields are taken to have presence and be packed, as they are unless it says so.
    case editions
  }

  /// Its name, by which others import it.
  package private(set) var name = ""
  /// The package of what it declares; may be empty.
  package private(set) var package = ""
  /// The names of the files that it imports.
  package private(set) var dependencies: [String] = []
  /// The messages that stand in no other.
  package internal(set) var messages: [MessageDescriptor] = []
  /// The enums that stand in no message.
  package private(set) var enums: [EnumDescriptor] = []
  /// Its services.
  package internal(set) var services: [ServiceDescriptor] = []
  /// The extensions that stand in no message.
  package internal(set) var extensions: [FieldDescriptor] = []
  /// The rules that it is written by.
  package private(set) var syntax = Syntax.proto2
  /// The bytes that it was read from.
  package private(set) var bytes: [UInt8] = []

  private var publicIndices: [Int32] = []

  /// Makes a declaration of nothing, to be read into.
  package init() {}

  /// Reads a `FileDescriptorProto`.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    try self.init(decoding: bytes[...])
  }

  /// Reads a `FileDescriptorProto`.
  package init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    try at(Self.wireName) { () throws(WireError) in try merge(WireReader(bytes)) }
    self.bytes = Array(bytes)
    try settle()
  }

  /// Reads the files of a `FileDescriptorSet`, in its order.
  package static func readSet(_ bytes: [UInt8]) throws(WireError) -> [FileDescriptor] {
    var reader = WireReader(bytes)
    var files: [FileDescriptor] = []
    while let field = try reader.nextField() {
      guard field.number == 1 else { continue }
      guard files.count < DescriptorPool.maximumFileCount else {
        throw WireError(.tooLarge, "there are more than \(DescriptorPool.maximumFileCount) files")
      }
      files.append(try FileDescriptor(decoding: try field.bytes("file")))
    }
    return files
  }

  /// The names of the files that those who import this one import with it.
  package var publicDependencies: [String] {
    publicIndices.compactMap { index in
      dependencies.indices.contains(Int(index)) ? dependencies[Int(index)] : nil
    }
  }

  private mutating func settle() throws(WireError) {
    try DescriptorName.checkFile(name)
    var budget = DescriptorBudget(DescriptorPool.maximumSymbolCount)
    try at(name) { () throws(WireError) in
      try DescriptorName.checkPackage(package)
      for dependency in dependencies { try DescriptorName.checkFile(dependency) }
      for index in messages.indices {
        try messages[index].settle(in: package, syntax, budget: &budget)
      }
      for index in enums.indices { try enums[index].settle(in: package, budget: &budget) }
      for index in services.indices { try services[index].settle(in: package, budget: &budget) }
      for index in extensions.indices { try extensions[index].settle(syntax, oneofCount: 0) }
    }
  }
}

extension FileDescriptor: WireReadable {
  package static let wireName = "google.protobuf.FileDescriptorProto"

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    case 2: package = try field.string("package")
    case 3: dependencies.append(try field.string("dependency"))
    case 4: messages.append(try field.message("message_type"))
    case 5: enums.append(try field.message("enum_type"))
    case 6: services.append(try field.message("service"))
    case 7: extensions.append(try field.message("extension"))
    case 10:
      publicIndices += try field.varints("public_dependency").map(Int32.init(truncatingIfNeeded:))
    case 12:
      guard let syntax = Syntax(rawValue: try field.string("syntax")) else {
        throw WireError(.malformed, "syntax", "it is neither proto2, proto3 nor editions")
      }
      self.syntax = syntax
    default: break
    }
  }
}
