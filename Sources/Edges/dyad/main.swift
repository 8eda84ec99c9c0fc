private import CommandLineCore
private import CommandSupport
private import DyadCommands

// First of all, because others may read a code among them.
let words = Program.takeWords()
CurrentProcess.takeStandardStreams()
CurrentProcess.exit(await Program.program().run(words))
