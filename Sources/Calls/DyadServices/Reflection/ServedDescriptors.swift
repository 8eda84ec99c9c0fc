package import ProtobufWire

/// The descriptors of all services of ours, built into the program.
package enum ServedDescriptors {
  /// Reads them; they were checked when they were made, so a failure is a broken build.
  ///
  /// Most who run never ask for them, so that no start waits for it.
  package static func pool() throws(WireError) -> DescriptorPool {
    try read.get()
  }

  private static let read = Result { () throws(WireError) in
    try DescriptorPool(decodingSet: PackageResources.services_binpb)
  }
}
