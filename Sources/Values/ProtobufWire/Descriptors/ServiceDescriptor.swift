/// What a service is declared as.
package struct ServiceDescriptor: Sendable {
  /// Its name without its package.
  package private(set) var name = ""
  /// Its name with its package, as in the path of a call.
  package private(set) var fullName = ""
  /// Its methods, in the order of the declaration.
  package internal(set) var methods: [MethodDescriptor] = []

  /// Makes a declaration of nothing, to be read into.
  package init() {}

  /// The method of that name.
  package func method(named name: String) -> MethodDescriptor? {
    methods.first { $0.name == name }
  }

  /// Fills in the full name.
  mutating func settle(in scope: String, budget: inout DescriptorBudget) throws(WireError) {
    fullName = try DescriptorName.qualify(name, in: scope)
    try budget.spend()
    var names: Set<String> = []
    try at(fullName) { () throws(WireError) in
      for method in methods {
        try DescriptorName.check(method.name)
        guard names.insert(method.name).inserted else {
          throw WireError(.duplicate, method.name, "another method has its name")
        }
      }
    }
  }
}

/// What a method of a service is declared as.
package struct MethodDescriptor: Hashable, Sendable {
  /// Its name without its service.
  package private(set) var name = ""
  /// The full name of the message that is sent.
  package internal(set) var inputType = ""
  /// The full name of the message that comes back.
  package internal(set) var outputType = ""
  /// Whether any number of messages is sent.
  package private(set) var isClientStreaming = false
  /// Whether any number of messages comes back.
  package private(set) var isServerStreaming = false

  /// Makes a declaration of nothing, to be read into.
  package init() {}
}

extension ServiceDescriptor: WireReadable {
  package static let wireName = "google.protobuf.ServiceDescriptorProto"

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    case 2: methods.append(try field.message("method"))
    default: break
    }
  }
}

extension MethodDescriptor: WireReadable {
  package static let wireName = "google.protobuf.MethodDescriptorProto"

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    case 2: inputType = try field.string("input_type")
    case 3: outputType = try field.string("output_type")
    case 5: isClientStreaming = try field.bool("client_streaming")
    case 6: isServerStreaming = try field.bool("server_streaming")
    default: break
    }
  }
}
