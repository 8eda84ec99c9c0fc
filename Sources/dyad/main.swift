private import CommandLineCore
private import DyadCommands

// First of all, because others may read a code among them.
let words = Program.takeWords()
CurrentProcess.ignoreBrokenPipes()
CurrentProcess.exit(await Program.run(words))
