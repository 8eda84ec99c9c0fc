private import CommandLineCore
private import CommandSupport
private import PairingCommands

// First of all, because others may read a code among them.
let words = PairProgram.takeWords()
CurrentProcess.takeStandardStreams()
CurrentProcess.exit(await PairProgram.program().run(words))
