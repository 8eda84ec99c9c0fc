internal import ConformanceKit

/// Makes stages for the target of the command line.
enum Stages {
  /// How cases come to their stages.
  static func staging(for target: TargetOptions) -> Staging {
    .nodes(target.kind, role: target.role, target: target.text)
  }
}
