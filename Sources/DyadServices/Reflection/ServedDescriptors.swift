package import ProtobufWire

/// The descriptors of all services of ours, built into the program.
package enum ServedDescriptors {
  /// Reads them; they were checked when they were made, so a failure is a broken build.
  package static func pool() throws(WireError) -> DescriptorPool {
    try DescriptorPool(decodingSet: PackageResources.services_binpb)
  }
}
