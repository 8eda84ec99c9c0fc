package import CommandLineCore

extension Table {
  /// Writes all of it to standard output, as wide as the terminal where it is one.
  package func write(to output: inout BufferedOutput<Descriptor>) throws(CommandLineError) {
    let stream = Descriptor.standardOutput
    let width = stream.isTerminal ? stream.columns : nil
    for line in lines(width: width, palette: Palette(for: stream)) { try output.writeLine(line) }
  }
}
