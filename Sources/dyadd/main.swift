private import CommandLineCore
private import NodeKit

Daemon.takeThreads()
CurrentProcess.ignoreBrokenPipes()
CurrentProcess.exit(await Daemon.run(Array(CommandLine.arguments.dropFirst())))
