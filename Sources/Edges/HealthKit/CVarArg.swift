// swift-format-ignore-file: NoLeadingUnderscores
// The names are the standard library's.

// On Apple's platforms every object can be an argument of a format, such as that of `os_log`.

/// The object itself; formats take what `%@` writes instead.
private func encoding(of object: NSObject) -> [Int] {
  unsafe [Int(bitPattern: Unmanaged.passUnretained(object).toOpaque())]
}

extension HKObjectType: _CVarArgObject {
  /// What `%@` writes.
  public var _cVarArgObject: any CVarArg { description as NSString }
  /// The object itself.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}

extension HKObject: _CVarArgObject {
  /// What `%@` writes.
  public var _cVarArgObject: any CVarArg { description as NSString }
  /// The object itself.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}

extension HKQuantity: _CVarArgObject {
  /// What `%@` writes.
  public var _cVarArgObject: any CVarArg { description as NSString }
  /// The object itself.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}

extension HKUnit: _CVarArgObject {
  /// What `%@` writes.
  public var _cVarArgObject: any CVarArg { description as NSString }
  /// The object itself.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}

extension HKQuery: _CVarArgObject {
  /// What `%@` writes.
  public var _cVarArgObject: any CVarArg { description as NSString }
  /// The object itself.
  public var _cVarArgEncoding: [Int] { encoding(of: self) }
}
