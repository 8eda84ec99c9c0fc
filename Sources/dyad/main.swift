private import CommandLineCore
private import DyadCommands

CurrentProcess.ignoreBrokenPipes()
CurrentProcess.exit(await Program.run(Array(CommandLine.arguments.dropFirst())))
