private import CommandLineCore
private import NodeKit

CurrentProcess.ignoreBrokenPipes()
CurrentProcess.exit(await Daemon.run(Array(CommandLine.arguments.dropFirst())))
