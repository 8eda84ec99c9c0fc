private import CommandLineCore
private import DyadCommands

// First of all, because others may read a code among them.
let words = Program.takeWords(as: .pair)
CurrentProcess.takeStandardStreams()
CurrentProcess.exit(await Program.run(words, as: .pair))
