/// Which characters a terminal can show.
package enum TerminalAlphabet {
  /// Whether there is ASCII alone where this process runs.
  package static var isASCII: Bool { isASCII(CurrentProcess.environment) }

  /// Whether there is ASCII alone: where no locale says UTF-8, and where the terminal is a dumb one.
  package static func isASCII(_ environment: (String) -> String?) -> Bool {
    if environment("TERM") == "dumb" { return true }
    // The first that is set counts, as it does for setlocale.
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap(environment).first { !$0.isEmpty } ?? ""
    let charset = locale.lowercased().split(separator: ".").last ?? ""
    return !charset.hasPrefix("utf-8") && !charset.hasPrefix("utf8")
  }
}
