internal import HealthModel

/// How far the open transaction got by writing nothing but loose blocks.
struct PlainProgress {
  /// How many rows of all tables were changed by then.
  var changes: Int64 = 0
  /// The end of the log.
  var head: Int64 = 0
  /// The dots of what it wrote.
  var dots = VersionVector()
}
